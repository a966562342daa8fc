import type { pages as en } from './en.ts'

/** The texts of the pages, in Spanish. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Error: {title}',
  'page.link.skip': 'Ir al contenido',
  'page.label.language': 'Idioma',
  'page.label.account': 'Cuenta',
  'page.text.check': 'Revise los datos introducidos.',
  'page.link.terms': 'Condiciones',
  'page.link.privacy_policy': 'Política de privacidad',
  'page.label.links_of': 'Más sobre {application}',
  'page.button.reveal': 'Mostrar la contraseña',
  'page.label.language_is': 'Idioma: {name}',
  'page.link.support': 'Ayuda',

  // Signing in
  'page.title.sign_in': 'Iniciar sesión',
  'page.text.sign_in_first': 'Primero inicie sesión.',
  'page.text.password_set': 'Su nueva contraseña está guardada. Ya puede iniciar sesión con ella.',
  'page.label.email': 'Correo electrónico',
  'page.label.password': 'Contraseña',
  'page.button.sign_in': 'Iniciar sesión',
  'page.button.passkey': 'Iniciar sesión con una llave de acceso',
  'page.link.forgotten': '¿Ha olvidado su contraseña?',
  'page.link.sign_up': 'Crear una cuenta',
  'page.link.sign_in': 'Iniciar sesión',
  'page.link.go_on': 'Ya he confirmado mi correo electrónico',
  'page.error.wrong': 'El correo electrónico o la contraseña no son correctos.',
  'page.error.required': 'Rellene este campo.',
  'page.error.email': 'Escriba un correo electrónico, por ejemplo, ada@example.com.',
  'page.error.passkey':
    'Esta llave de acceso no ha funcionado. Inténtelo de nuevo o use su contraseña.',
  'page.error.too_many': 'Demasiados intentos. Inténtelo de nuevo en {minutes} min.',
  'page.title.sign_in_to': 'Inicie sesión para continuar en {application}',
  'page.link.email_code': 'Recibir un código por correo electrónico',
  'page.title.email_code': 'Iniciar sesión con un código',
  'page.text.email_code':
    'Introduzca su dirección de correo electrónico. Le enviaremos un código y un enlace. No necesita su contraseña.',
  'page.button.email_code': 'Enviar código',
  'page.text.email_code_sent':
    'Si existe una cuenta con {email}, hemos enviado un correo a esta dirección. Introduzca aquí el código del correo en un plazo de 15 minutos o abra el enlace del correo.',
  'page.text.email_code_recent':
    'Si existe una cuenta con {email}, ya hemos enviado varios correos a esta dirección en la última hora. Abra el enlace del más reciente. Funciona en cualquier navegador.',
  'page.text.email_link': '¿Quiere iniciar sesión como {email}?',
  'page.link.email_code_again': 'Enviar otro código',
  'page.link.use_password': 'Iniciar sesión con la contraseña',
  'page.label.or': 'o',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'Ha habido muchos intentos de iniciar sesión en esta cuenta. Si {email} tiene una cuenta, hemos enviado un correo con un código a esa dirección. Introduzca el código y su contraseña, o abra el enlace del correo. También puede usar un código que le hayamos enviado en la última hora.',
  'page.text.email_proof_linked': 'Introduzca su contraseña para iniciar sesión como {email}.',
  'page.label.email_code': 'Código del correo',
  'page.error.email_code':
    'Este código no es correcto o ha caducado. Use el código del correo más reciente.',
  'page.error.wrong_password': 'La contraseña no es correcta.',
  'page.text.second_factor_emailed':
    'Se han introducido muchos códigos incorrectos en esta cuenta, así que le hemos enviado un correo con un código. Introduzca primero el código del correo.',

  // The second step
  'page.title.second_factor': 'Confirme su identidad',
  'page.text.second_factor':
    'Introduzca el código de seis cifras de su aplicación de autenticación o uno de sus códigos de recuperación.',
  'page.text.second_factor_app':
    'Introduzca el código de seis cifras de su aplicación de autenticación.',
  'page.text.second_factor_codes':
    'Use su llave de acceso o introduzca uno de sus códigos de recuperación.',
  'page.text.second_factor_passkey': 'Use su llave de acceso para continuar.',
  'page.text.passkey_script':
    'Use un navegador que admita llaves de acceso y tenga JavaScript activado.',
  'page.label.code': 'Código',
  'page.button.continue': 'Continuar',
  'page.button.use_passkey': 'Usar una llave de acceso',
  'page.link.start_again': 'Empezar de nuevo',
  'page.error.code': 'Este código no es correcto o ya se ha usado.',
  'page.button.provider': 'Continuar con {provider}',
  'page.title.provider': 'Iniciar sesión con {provider}',
  'page.text.provider_new':
    '{provider} ha confirmado que {email} es su dirección de correo electrónico. Todavía no hay ninguna cuenta con esta dirección.',
  'page.text.provider_other_account':
    '¿Ya tiene una cuenta con otra dirección de correo electrónico? Entonces inicie sesión en ella. {provider} solo se puede añadir a una cuenta con la misma dirección.',
  'page.text.provider_known':
    'Ya existe una cuenta para {email}. Inicie sesión en ella una vez para añadir {provider}. Después podrá iniciar sesión con {provider}.',
  'page.text.provider_connect':
    'Podrá iniciar sesión en esta cuenta con su cuenta de {provider} {email}.',
  'page.button.provider_add': 'Añadir {provider}',
  'page.text.provider_mismatch':
    'Ha iniciado sesión como {own}, pero su cuenta de {provider} tiene la dirección {email}. {provider} solo se puede añadir a una cuenta con la misma dirección. Cambie primero la dirección en la configuración de seguridad o cierre la sesión.',

  // Signing up
  'page.title.sign_up': 'Crear una cuenta',
  'page.label.full_name': 'Nombre completo (opcional)',
  'page.text.password_rule':
    'Al menos 8 caracteres. Recomendamos unas cuantas palabras que pueda recordar.',
  'page.button.sign_up': 'Crear una cuenta',
  'page.error.password_short': 'Use al menos 8 caracteres.',
  'page.error.password_long': 'Use como máximo 256 caracteres.',
  'page.error.password_common':
    'Muchas personas usan esta contraseña, así que es fácil de adivinar. Elija otra.',
  'page.error.password_same':
    'Elija una contraseña distinta de su correo electrónico y de su nombre.',
  'page.error.full_name': 'Escriba un nombre de 128 caracteres como máximo, sin saltos de línea.',
  'page.title.check_email': 'Revise su correo electrónico',
  'page.text.check_email':
    'Si {email} es correcto, recibirá un correo nuestro. Abra el enlace del correo para continuar.',
  'page.text.no_email':
    '¿No ha recibido el correo después de unos minutos? Revise la carpeta de correo no deseado.',
  'page.link.other_email': 'Usar otro correo electrónico',
  'page.title.confirm_email': 'Confirme su correo electrónico',
  'page.text.confirm_email': 'Último paso: escriba la contraseña que eligió para {email}.',
  'page.button.confirm_email': 'Confirmar',
  'page.link.sign_up_again': '¿Ha olvidado esta contraseña? Crear la cuenta de nuevo',

  // A forgotten password
  'page.title.forgotten': '¿Ha olvidado su contraseña?',
  'page.text.forgotten':
    'Escriba su correo electrónico. Le enviaremos un enlace para elegir una nueva contraseña.',
  'page.button.forgotten': 'Enviar enlace',
  'page.title.new_password': 'Elija una nueva contraseña',
  'page.label.new_password': 'Nueva contraseña',
  'page.button.new_password': 'Guardar contraseña',
  'page.title.continue': 'Ha iniciado sesión',
  'page.text.continue':
    'Empezó en otro navegador o hace bastante tiempo. Vuelva a {application} y empiece de nuevo. No tendrá que volver a iniciar sesión.',
  'page.link.to_application': 'Ir a {application}',
  'page.link.to_account': 'Ir a su cuenta',

  // Consent to an application
  'page.title.consent': '¿Permitir que {application} use su cuenta?',
  'page.label.consent': '{application} quiere:',
  'page.text.consent_account': 'Ha iniciado sesión como {email}.',
  'page.text.consent_host': 'En ambos casos volverá a {host}.',
  'page.text.consent_withdraw':
    'Puede retirar este acceso en cualquier momento en «Aplicaciones conectadas».',
  'page.button.allow': 'Permitir',
  'page.button.deny': 'No permitir',
  'page.link.other_account': 'Usar otra cuenta',
  'page.scope.openid': 'Identificar su cuenta',
  'page.scope.profile': 'Ver su nombre y su idioma',
  'page.scope.email': 'Ver su correo electrónico',
  'page.scope.phone': 'Ver su número de teléfono',
  'page.scope.address': 'Ver su dirección predeterminada',
  'page.scope.offline_access': 'Conservar este acceso cuando usted no use la aplicación',
  'page.scope.read:events': 'Ver eventos y anuncios',
  'page.scope.read:user': 'Ver su perfil, sus direcciones y sus métodos de pago',
  'page.scope.write:user': 'Modificar su perfil, sus direcciones y sus métodos de pago',
  'page.scope.read:webhooks':
    'Ver adónde se envían las notificaciones de su cuenta y qué han comunicado',
  'page.scope.write:webhooks':
    'Hacer que se notifiquen los cambios de su perfil, sus direcciones y sus métodos de pago, también en su ausencia (qué ha cambiado, pero no el contenido)',
  'page.scope.read:payment': 'Ver sus pagos',
  'page.scope.read:sales': 'Ver sus ventas',
  'page.scope.write:sales': 'Modificar sus ventas',
  'page.scope.read:sellerlistings': 'Ver sus anuncios',
  'page.scope.write:sellerlistings': 'Modificar sus anuncios',
  'page.scope.write:purchases': 'Comprar entradas en su nombre',
  'page.scope.write:requestedevents': 'Solicitar nuevos eventos en su nombre',

  // Signing out
  'page.title.form_post': 'Continuar en {host}',
  'page.title.sign_out': '¿Cerrar la sesión?',
  'page.text.sign_out': 'Se cerrará la sesión en este navegador.',
  'page.button.sign_out': 'Cerrar sesión',
  'page.link.stay': 'Mantener la sesión iniciada',
  'page.title.signed_out': 'Ha cerrado la sesión',
  'page.text.signed_out': 'Para volver a usar su cuenta, inicie sesión.',

  // The account: sessions
  'page.title.sessions': 'Dónde ha iniciado sesión',
  'page.link.sessions': 'Sesiones',
  'page.text.sessions': 'Si no reconoce una sesión, ciérrela y cambie su contraseña.',
  'page.name.this_session': 'Este navegador',
  'page.name.unknown_device': 'Dispositivo desconocido',
  'page.label.signed_in': 'Inicio de sesión',
  'page.label.last_used': 'Último uso',
  'page.button.end_session': 'Cerrar',
  'page.label.end_session': 'Cerrar la sesión: {device}',
  'page.button.end_others': 'Cerrar todas las demás sesiones',
  'page.text.session_ended': 'La sesión se ha cerrado.',
  'page.text.others_ended': 'Todas las demás sesiones se han cerrado.',

  // The account: connected applications
  'page.title.applications': 'Aplicaciones conectadas',
  'page.link.applications': 'Aplicaciones',
  'page.text.applications': 'Estas aplicaciones pueden usar su cuenta.',
  'page.text.no_applications':
    'Ninguna aplicación puede usar su cuenta. Si inicia sesión en una con esta cuenta, aparecerá aquí y podrá desconectarla.',
  'page.label.since': 'Conectada desde',
  'page.label.may': 'Permisos',
  'page.button.disconnect': 'Desconectar',
  'page.label.disconnect': 'Desconectar {application}',
  'page.text.disconnected': 'La aplicación ya no puede usar su cuenta.',
  'page.title.disconnect': '¿Desconectar {application}?',
  'page.text.disconnect':
    'Pierde de inmediato el acceso a su cuenta y deja de recibir avisos de cambios. Para permitirle el acceso de nuevo, inicie sesión desde ella y dé su consentimiento.',

  // The account: security
  'page.title.security': 'Ajustes de seguridad',
  'page.link.security': 'Seguridad',
  'page.text.confirm_identity': 'Confirme su identidad antes de hacer este cambio.',
  'page.link.cancel': 'Cancelar',
  'page.text.totp_remove':
    'Si no tiene ninguna llave de acceso, bastará con su contraseña para iniciar sesión.',
  'page.text.recovery_renew':
    'Recibirá diez códigos de recuperación nuevos. Los códigos anteriores dejarán de funcionar.',
  'page.text.passkey_remove': 'Nadie podrá volver a iniciar sesión con esta llave de acceso.',
  'page.name.password': 'Contraseña',
  'page.label.current_password': 'Contraseña actual',
  'page.button.change_password': 'Cambiar contraseña',
  'page.text.password_changed':
    'Se ha cambiado su contraseña. Se han cerrado todas las demás sesiones. Las aplicaciones no podrán usar su cuenta hasta que inicie sesión en ellas de nuevo. Siguen conectadas y siguen recibiendo avisos de cambios. Desconecte las que no conozca.',
  'page.error.current_password': 'Esta no es su contraseña actual.',
  'page.name.totp': 'Aplicación de autenticación',
  'page.text.totp_off':
    'Una aplicación en su teléfono muestra un código. Usted introduce este código después de la contraseña. Así, una persona que solo conozca su contraseña no podrá iniciar sesión.',
  'page.text.totp_on':
    'Al iniciar sesión, le pedimos un código de su aplicación de autenticación después de la contraseña.',
  'page.text.recovery_left': 'Códigos de recuperación restantes: {count}.',
  'page.button.totp_add': 'Configurar la aplicación de autenticación',
  'page.button.totp_remove': 'Eliminar la aplicación de autenticación',
  'page.title.totp': 'Configurar una aplicación de autenticación',
  'page.text.totp_scan':
    'Escanee este código QR con su aplicación de autenticación o introduzca la clave en la aplicación.',
  'page.label.qr': 'Código QR con la clave para su aplicación de autenticación',
  'page.label.secret': 'Clave',
  'page.text.totp_confirm':
    'Después introduzca el código de seis cifras que muestra la aplicación.',
  'page.button.totp_confirm': 'Confirmar',
  'page.title.recovery_codes': 'Sus códigos de recuperación',
  'page.text.recovery_codes':
    'Guarde estos códigos en un lugar seguro. Cada código le permite iniciar sesión una vez sin su aplicación de autenticación ni su llave de acceso. Los códigos no se volverán a mostrar.',
  'page.link.recovery_kept': 'He guardado mis códigos de recuperación',
  'page.text.totp_confirmed':
    'La aplicación de autenticación está configurada. Si no ha guardado sus códigos de recuperación, cree otros nuevos.',
  'page.text.totp_removed': 'Se ha eliminado la aplicación de autenticación.',
  'page.name.passkeys': 'Llaves de acceso',
  'page.text.passkeys':
    'Con una llave de acceso, inicia sesión con su huella digital, su rostro o el bloqueo de pantalla de su dispositivo.',
  'page.text.passkeys_script':
    'Para añadir una llave de acceso, use un navegador que admita llaves de acceso y tenga JavaScript activado.',
  'page.text.passkeys_full':
    'Tiene {max} llaves de acceso. Es el máximo. Elimine una antes de añadir otra.',
  'page.label.passkey_name': 'Nombre de la llave de acceso',
  'page.button.passkey_add': 'Añadir llave de acceso',
  'page.button.passkey_rename': 'Cambiar el nombre',
  'page.button.passkey_remove': 'Eliminar',
  'page.label.passkey_rename': 'Cambiar el nombre de la llave de acceso: {name}',
  'page.label.passkey_remove': 'Eliminar la llave de acceso: {name}',
  'page.label.added': 'Añadida',
  'page.text.passkey_added': 'Se ha añadido la llave de acceso.',
  'page.text.passkey_renamed': 'Se ha cambiado el nombre de la llave de acceso.',
  'page.text.passkey_removed': 'Se ha eliminado la llave de acceso.',
  'page.error.passkey_add': 'No se ha podido añadir la llave de acceso. Inténtelo de nuevo.',
  'page.error.passkey_name': 'Escriba un nombre de 64 caracteres como máximo, sin saltos de línea.',
  'page.error.totp_present':
    'Ya tiene una aplicación de autenticación. Elimínela primero si quiere configurar otra.',
  'page.error.no_second_factor':
    'Solo las cuentas con una aplicación de autenticación o una llave de acceso tienen códigos de recuperación. Añada primero una de ellas.',
  'page.name.email': 'Correo electrónico',
  'page.text.email': 'Su correo electrónico es {email}.',
  'page.label.new_email': 'Nuevo correo electrónico',
  'page.button.change_email': 'Cambiar el correo electrónico',
  'page.text.new_email': '¿Quiere usar {email} como nuevo correo electrónico de su cuenta?',
  'page.text.new_email_other_user':
    'Este enlace cambia el correo electrónico de otra cuenta a {email}. Cierre la sesión y abra de nuevo el enlace para iniciar sesión con esa cuenta.',
  'page.name.erasure': 'Eliminación de su cuenta',
  'page.text.erasure_planned':
    'Se eliminarán su cuenta y todos sus datos. Fecha: {date}. Hasta entonces, las aplicaciones no pueden usar su cuenta.',
  'page.button.keep_account': 'Conservar mi cuenta',
  'page.text.erasure_cancelled': 'Su cuenta se conserva.',
  'page.text.email_changed': 'Se ha cambiado su correo electrónico.',
  'page.button.recovery_renew': 'Crear nuevos códigos de recuperación',
  'page.name.identities': 'Cuentas externas',
  'page.text.identities': 'También puede iniciar sesión aquí con estas cuentas.',
  'page.text.no_identities':
    'Si añade una cuenta externa con la misma dirección de correo, podrá iniciar sesión aquí con ella.',
  'page.label.identity_remove': 'Eliminar {provider}',
  'page.text.identity_remove': 'Ya no podrá iniciar sesión con {provider}.',
  'page.text.provider_added': 'Ya puede iniciar sesión con la otra cuenta.',
  'page.text.provider_removed': 'Se ha quitado la otra cuenta.',
  'page.text.provider_add': 'Irá a {provider}. Después le pediremos que confirme.',
  'page.text.no_password':
    'Su cuenta no tiene contraseña. Podemos enviarle por correo un enlace para elegir una.',
  'page.button.choose_password': 'Elegir una contraseña',
  'page.title.payout_confirm': 'Confirmar cómo cobra',
  'page.text.payout_confirm':
    '¿Quiere cobrar con {method} por una cuenta de {service}? Confírmelo solo si lo ha añadido usted.',
  'page.button.payout_confirm': 'Confirmar',
  'page.title.payout_confirmed': 'Confirmado',
  'page.text.payout_confirmed':
    'Ya se puede pagar con {method}. Si es el método predeterminado para cobrar, los pagos empiezan allí en 48 horas.',
  'page.title.payout_undo': 'Deshacer el cambio',
  'page.text.payout_undo': '¿Quiere volver a cobrar con {method}, como antes del cambio?',
  'page.text.payout_undo_held':
    '¿Quiere volver a cobrar con {method}, como antes del cambio? Puede que otra persona haya confirmado este método de pago, así que los pagos empiezan el {date}.',
  'page.text.payout_undo_none':
    '¿Quiere dejar de cobrar con el nuevo método de pago? Entonces no cobrará con ninguno hasta que elija uno.',
  'page.button.payout_undo': 'Deshacer el cambio',
  'page.title.payout_undone': 'Se ha deshecho el cambio',
  'page.text.payout_undone':
    'Sus métodos de pago muestran adónde va ahora su dinero. Si no ha hecho el cambio, puede que otra persona tenga acceso a su cuenta: elija ahora una contraseña nueva.',
  'page.text.payout_sign_in':
    'Inicie sesión en {service} para confirmar que quiere cobrar con {method}. Hágalo solo si lo ha añadido usted.',
  'page.text.payout_other_user':
    'Este método de pago pertenece a otra cuenta de {service}. Cierre la sesión y abra de nuevo el enlace para iniciar sesión con esa cuenta.',
  'page.text.password_unique': 'Use una contraseña que no utilice en ningún otro sitio.',
  'page.text.activity_about': 'Los inicios de sesión y los cambios de su cuenta.',
  'page.button.paypal_confirm': 'Confirmar con PayPal',
  'page.text.paypal_confirm':
    'Irá a PayPal e iniciará sesión allí. Entonces PayPal nos indica la dirección de correo confirmada de su cuenta de PayPal. Debe ser {email}.',
  'page.title.paypal_other': 'Esta es otra cuenta de PayPal',
  'page.text.paypal_other':
    'La cuenta de PayPal en la que ha iniciado sesión no tiene {email} como dirección de correo confirmada. Inicie sesión en la cuenta con esta dirección o abra el enlace que enviamos allí.',

  'page.title.demo': 'De vuelta en la aplicación de demostración',
  'page.title.demo_state': 'Esta respuesta es de otra solicitud',
  'page.label.demo_exchange':
    'Antes de un minuto, cambie el código por tokens en un terminal de este ordenador:',
  'page.label.demo_use': 'Después use el token de acceso:',
  'page.text.demo_no_code': 'No hay ningún código que cambiar.',
  'page.text.demo_state':
    'Este navegador no inició ninguna solicitud con este «state». Puede que la respuesta sea para otra persona. Una aplicación debe detenerse aquí y no debe cambiar el código.',

  // What goes wrong
  'page.title.step_expired': 'Esta página ha caducado',
  'page.text.step_expired':
    'Ha esperado demasiado o ha continuado en otra pestaña. Vuelva a la aplicación y empiece de nuevo.',
  'page.title.sign_in_expired': 'Inicie sesión de nuevo',
  'page.text.sign_in_expired':
    'Ha esperado demasiado o ha continuado en otra pestaña. No se ha perdido ningún dato. Empiece de nuevo.',
  'page.title.link_expired': 'Este enlace ya no funciona',
  'page.text.link_expired':
    'Este enlace ya se ha usado o ha caducado. Si todavía necesita un enlace, pida uno nuevo.',
  'page.text.link_used': 'Este enlace ya se ha usado. Cada enlace funciona una sola vez.',
  'page.text.link_used_sign_up':
    'Este enlace ya se ha usado y su correo electrónico está confirmado. Ya puede iniciar sesión.',
  'page.text.link_used_new_email':
    'Este enlace ya se ha usado y su nuevo correo electrónico está confirmado.',
  'page.text.link_too_old': 'Este enlace ha caducado.',
  'page.text.link_replaced':
    'Hay un enlace más reciente, o su cuenta ha cambiado desde que enviamos este. Use el enlace del correo más reciente.',
  'page.title.sign_in_undo': 'Revertir el cambio',
  'page.text.sign_in_undo':
    'Si otra persona ha cambiado el inicio de sesión de su cuenta en {service}, reviértalo aquí. Se deshacen entonces todos los cambios de los métodos de inicio de sesión desde el {date}.',
  'page.text.sign_in_undo_effect':
    'La cuenta vuelve a tener el correo electrónico {email} y usted inicia sesión como antes. La contraseña y todas las sesiones dejan de ser válidas, y se desconectan todas las aplicaciones. Enviamos un enlace para una nueva contraseña a {email}.',
  'page.button.sign_in_undo': 'Revertir el cambio',
  'page.title.taken_back': 'El cambio se ha revertido',
  'page.text.taken_back':
    'Hemos enviado un enlace para una nueva contraseña a {email}. Elija una nueva contraseña y después compruebe dónde cobra.',
  'page.text.taken_back_methods':
    'Con esto también se puede seguir iniciando sesión en la cuenta, como antes del cambio. Si algo no es suyo, pida a {service} que lo elimine antes de continuar.',
  'page.title.undo_disabled': 'Esta cuenta está desactivada',
  'page.text.undo_disabled':
    'No se puede revertir nada mientras la cuenta esté desactivada. Póngase en contacto con el equipo de asistencia. Si la cuenta se activa antes de que caduque el enlace, el enlace sigue funcionando.',
  'page.title.undo_taken': 'Otra cuenta tiene este correo electrónico',
  'page.text.undo_taken':
    'Mientras tanto, otra cuenta tiene el correo electrónico anterior. Ponga otra dirección a esa cuenta y abra de nuevo el enlace, o póngase en contacto con el equipo de asistencia.',
  'page.text.another_link': 'Podemos enviar un nuevo enlace a {email}.',
  'page.button.another_link': 'Enviar un nuevo enlace',
  'page.link.to_security': 'Ir a los ajustes de seguridad',
  'page.title.application_request': 'La aplicación ha enviado una solicitud no válida',
  'page.text.application_request':
    'No puede continuar aquí. La aplicación ha causado este error, no usted. Póngase en contacto con el proveedor de la aplicación.',
  'page.title.foreign_form': 'No se ha podido enviar el formulario',
  'page.text.foreign_form':
    'El formulario venía de otro sitio, o su navegador ha borrado nuestra cookie. No se ha cambiado nada. Permita las cookies, vuelva atrás, recargue la página e introduzca sus datos de nuevo.',
  'page.title.bad_form': 'No hemos podido leer el formulario',
  'page.text.bad_form':
    'No se ha cambiado nada. Vuelva atrás, recargue la página e introduzca sus datos de nuevo.',
  'page.title.not_possible': 'Esto no es posible',
  'page.text.not_possible':
    'No se ha cambiado nada. Es posible que la página anterior ya no esté actualizada. Vuelva atrás y recárguela.',
  'page.title.card_number': 'No escriba un número de tarjeta aquí',
  'page.text.card_number':
    'Parece que uno de los campos contiene el número de una tarjeta de pago. No se ha guardado nada. Vuelva atrás y elimine el número.',
  'page.title.not_found': 'Página no encontrada',
  'page.text.not_found': 'Puede que la dirección web no sea correcta o que la página ya no exista.',
  'page.title.too_many': 'Demasiados intentos',
  'page.text.too_many': 'Inténtelo de nuevo en {minutes} min.',
  'page.title.too_many_requests': 'Demasiadas solicitudes',
  'page.text.too_many_requests':
    'Se han recibido muchas solicitudes desde su red. Inténtelo de nuevo en {minutes} min.',
  'page.title.unavailable': 'El servicio no está disponible temporalmente',
  'page.text.unavailable': 'Inténtelo de nuevo en unos instantes.',
  'page.title.internal': 'Se ha producido un error',
  'page.text.internal':
    'El error es nuestro. Inténtelo de nuevo más tarde. Si vuelve a ocurrir, póngase en contacto con nosotros e indíquenos este número: {reference}.',
  'page.title.provider_failed': 'Este inicio de sesión no funciona en este momento',
  'page.text.provider_failed':
    'El otro proveedor no ha respondido como se esperaba. Inténtelo de nuevo más tarde o inicie sesión de otra forma.',
  'page.title.provider_email': 'Su dirección de correo electrónico no está confirmada',
  'page.text.provider_email':
    'El otro proveedor no nos ha dado ninguna dirección de correo confirmada. Confirme primero su dirección allí o cree aquí una cuenta con contraseña.',
  'page.title.provider_taken': 'Esta cuenta ya se está utilizando',
  'page.text.provider_taken':
    'Su cuenta del otro proveedor pertenece aquí a otra cuenta, o su cuenta aquí ya tiene otra de este proveedor. No se ha cambiado nada.',
  'page.title.provider_account': 'No puede iniciar sesión de esta forma',
  'page.text.provider_account':
    'Su cuenta aquí está desactivada, o tiene otra dirección de correo o una que no está confirmada. No se ha cambiado nada. Si necesita ayuda, póngase en contacto con nosotros.',
  'page.title.last_way_in': 'Es su última forma de iniciar sesión',
  'page.text.last_way_in':
    'No se ha cambiado nada. Elija primero una contraseña o añada una llave de acceso. Después podrá quitar esta forma de iniciar sesión.',
}
