import type { pages as en } from './en.ts'

/** What the pages say, in Spanish. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Error: {title}',
  'page.link.skip': 'Ir al contenido',
  'page.label.language': 'Idioma',
  'page.label.account': 'Cuenta',
  'page.text.check': 'Revise lo que ha escrito.',

  // Signing in
  'page.title.sign_in': 'Iniciar sesión',
  'page.text.sign_in_first': 'Primero inicie sesión.',
  'page.text.password_set': 'Su nueva contraseña está guardada. Ya puede iniciar sesión con ella.',
  'page.label.email': 'Dirección de correo',
  'page.label.password': 'Contraseña',
  'page.button.sign_in': 'Iniciar sesión',
  'page.button.passkey': 'Iniciar sesión con una llave de acceso',
  'page.link.forgotten': '¿Ha olvidado su contraseña?',
  'page.link.sign_up': 'Crear una cuenta',
  'page.link.sign_in': 'Iniciar sesión',
  'page.link.go_on': 'Ya he confirmado mi dirección: continuar',
  'page.error.wrong': 'La dirección de correo o la contraseña no es correcta.',
  'page.error.required': 'Rellene este campo.',
  'page.error.email': 'Escriba una dirección de correo, por ejemplo ada@example.com.',
  'page.error.passkey':
    'Esa llave de acceso no ha funcionado. Inténtelo de nuevo o use su contraseña.',
  'page.error.too_many': 'Ha habido demasiados intentos. Inténtelo de nuevo en {minutes} min.',

  // Many have guessed: an email confirms who it is
  'page.text.email_proof':
    'Ha habido muchos intentos de iniciar sesión en esta cuenta. Si hay una cuenta con {email}, le hemos enviado un código. Introduzca el código y su contraseña, o abra el enlace del correo. También sirve un código enviado en la última hora.',
  'page.text.email_proof_linked': 'Introduzca su contraseña para iniciar sesión como {email}.',
  'page.label.email_code': 'Código del correo',
  'page.error.email_code':
    'Este código no es correcto o ha caducado. Use el código del correo más reciente.',
  'page.error.wrong_password': 'La contraseña no es correcta.',
  'page.text.second_factor_emailed':
    'Se han introducido muchos códigos erróneos en esta cuenta. Confirme que es usted: le hemos enviado un correo con un código. Introdúzcalo aquí y, debajo, las seis cifras que muestra su aplicación de autenticación o uno de sus códigos de recuperación.',

  // The second step
  'page.title.second_factor': 'Confirme que es usted',
  'page.text.second_factor':
    'Escriba las seis cifras que muestra su aplicación de autenticación o uno de sus códigos de recuperación.',
  'page.label.code': 'Código',
  'page.button.continue': 'Continuar',
  'page.button.use_passkey': 'Usar una llave de acceso',
  'page.link.start_again': 'Empezar de nuevo',
  'page.error.code': 'Este código no es correcto o ya se ha usado.',

  // Signing up
  'page.title.sign_up': 'Crear una cuenta',
  'page.label.full_name': 'Nombre completo (opcional)',
  'page.text.password_rule':
    'Al menos 8 caracteres. Lo mejor son unas cuantas palabras que pueda recordar.',
  'page.button.sign_up': 'Crear una cuenta',
  'page.error.password_short': 'Use al menos 8 caracteres.',
  'page.error.password_long': 'Use como máximo 256 caracteres.',
  'page.error.password_common':
    'Esta contraseña es fácil de adivinar: mucha gente la usa. Elija otra.',
  'page.error.password_same':
    'Elija una contraseña distinta de su dirección de correo y de su nombre.',
  'page.error.full_name': 'Escriba un nombre de 128 caracteres como máximo, en una sola línea.',
  'page.title.check_email': 'Revise su correo',
  'page.text.check_email':
    'Si {email} es correcto, le hemos enviado un correo. Abra el enlace que contiene para continuar.',
  'page.text.no_email':
    '¿No ha llegado nada en unos minutos? Revise la carpeta de correo no deseado.',
  'page.link.other_email': 'Usar otra dirección de correo',
  'page.title.confirm_email': 'Confirme su dirección de correo',
  'page.text.confirm_email': 'Un paso más: escriba la contraseña que eligió para {email}.',
  'page.button.confirm_email': 'Confirmar',
  'page.link.sign_up_again': '¿Ha olvidado esa contraseña? Registrarse de nuevo',

  // A forgotten password
  'page.title.forgotten': 'Contraseña olvidada',
  'page.text.forgotten':
    'Indíquenos su dirección de correo. Le enviaremos un enlace para elegir una nueva contraseña.',
  'page.button.forgotten': 'Enviar el enlace',
  'page.title.new_password': 'Elija una nueva contraseña',
  'page.label.new_password': 'Nueva contraseña',
  'page.button.new_password': 'Guardar la contraseña',
  'page.title.continue': 'Ha iniciado sesión',
  'page.text.continue':
    'Empezó en otro navegador o hace un rato. Vuelva a {application} y empiece allí de nuevo. No tendrá que volver a iniciar sesión.',
  'page.link.to_application': 'Ir a {application}',
  'page.link.to_account': 'Ir a su cuenta',

  // An application asks
  'page.title.consent': '¿Permitir que {application} use su cuenta?',
  'page.label.consent': '{application} quiere:',
  'page.text.consent_account': 'Ha iniciado sesión como {email}.',
  'page.text.consent_host': 'En cualquier caso volverá a {host}.',
  'page.text.consent_withdraw':
    'Puede retirarlo en cualquier momento en las aplicaciones conectadas.',
  'page.button.allow': 'Permitir',
  'page.button.deny': 'No permitir',
  'page.link.other_account': 'Usar otra cuenta',
  'page.scope.openid': 'Saber que es usted',
  'page.scope.profile': 'Ver su nombre y su idioma',
  'page.scope.email': 'Ver su dirección de correo',
  'page.scope.phone': 'Ver su número de teléfono',
  'page.scope.address': 'Ver su dirección predeterminada',
  'page.scope.offline_access': 'Hacerlo también en su ausencia',
  'page.scope.read:events': 'Ver eventos y anuncios',
  'page.scope.read:user': 'Ver su perfil, sus direcciones y sus métodos de pago',
  'page.scope.write:user': 'Cambiar su perfil, sus direcciones y sus métodos de pago',
  'page.scope.read:webhooks': 'Ver adónde se envían las novedades de su cuenta',
  'page.scope.write:webhooks': 'Cambiar adónde se envían las novedades de su cuenta',
  'page.scope.read:payment': 'Ver sus pagos',
  'page.scope.read:sales': 'Ver sus ventas',
  'page.scope.write:sales': 'Cambiar sus ventas',
  'page.scope.read:sellerlistings': 'Ver lo que tiene a la venta',
  'page.scope.write:sellerlistings': 'Cambiar lo que tiene a la venta',
  'page.scope.write:purchases': 'Comprar entradas para usted',
  'page.scope.write:requestedevents': 'Pedir nuevos eventos en su nombre',

  // Signing out
  'page.title.sign_out': '¿Cerrar la sesión?',
  'page.text.sign_out': 'Se cerrará la sesión en este navegador.',
  'page.button.sign_out': 'Cerrar sesión',
  'page.link.stay': 'Seguir con la sesión abierta',
  'page.title.signed_out': 'Ha cerrado la sesión',
  'page.text.signed_out': 'Hasta pronto.',

  // The account: sessions
  'page.title.sessions': 'Dónde ha iniciado sesión',
  'page.link.sessions': 'Sesiones',
  'page.text.sessions':
    'Cierre toda sesión que no conozca y, si encuentra alguna, cambie su contraseña.',
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
  'page.text.no_applications': 'Ninguna aplicación puede usar su cuenta.',
  'page.label.since': 'Conectada desde',
  'page.label.may': 'Puede',
  'page.button.disconnect': 'Desconectar',
  'page.label.disconnect': 'Desconectar {application}',
  'page.text.disconnected': 'La aplicación ya no puede usar su cuenta.',

  // The account: security
  'page.title.security': 'Sus métodos de acceso',
  'page.link.security': 'Seguridad',
  'page.text.confirm_identity': 'Confirme otra vez que es usted antes de hacer este cambio.',
  'page.link.cancel': 'Cancelar',
  'page.text.totp_remove':
    'Después bastará con su contraseña para iniciar sesión, a menos que tenga una llave de acceso.',
  'page.text.recovery_renew': 'Recibirá diez códigos nuevos. Los anteriores dejarán de funcionar.',
  'page.text.passkey_remove': 'Después nadie podrá iniciar sesión con ella.',
  'page.name.password': 'Contraseña',
  'page.label.current_password': 'Contraseña actual',
  'page.button.change_password': 'Cambiar la contraseña',
  'page.text.password_changed':
    'Su contraseña se ha cambiado. Se han cerrado todas las demás sesiones y se han desconectado todas las aplicaciones.',
  'page.error.current_password': 'Esta no es su contraseña actual.',
  'page.name.totp': 'Aplicación de autenticación',
  'page.text.totp_off':
    'Una aplicación en su teléfono muestra un código que se escribe después de la contraseña: quien solo tenga la contraseña no podrá entrar.',
  'page.text.totp_on': 'Después de la contraseña se le pide un código de su aplicación.',
  'page.text.recovery_left': 'Códigos de recuperación restantes: {count}.',
  'page.button.totp_add': 'Configurar una aplicación',
  'page.button.totp_remove': 'Quitar la aplicación',
  'page.title.totp': 'Configurar una aplicación de autenticación',
  'page.text.totp_scan': 'Escanee esta imagen con su aplicación o escriba en ella la clave.',
  'page.label.qr': 'Imagen de la clave para su aplicación de autenticación',
  'page.label.secret': 'Clave',
  'page.text.totp_confirm': 'Después escriba las seis cifras que muestra la aplicación.',
  'page.button.totp_confirm': 'Confirmar',
  'page.title.recovery_codes': 'Sus códigos de recuperación',
  'page.text.recovery_codes':
    'Guarde estos códigos en un lugar seguro. Cada uno le permite entrar una vez sin su aplicación. No se volverán a mostrar.',
  'page.link.recovery_kept': 'Los he guardado',
  'page.text.totp_removed': 'La aplicación se ha quitado.',
  'page.name.passkeys': 'Llaves de acceso',
  'page.text.passkeys':
    'Con una llave de acceso entra con su huella, su rostro o el bloqueo de su dispositivo.',
  'page.text.passkeys_script': 'Para añadir una llave de acceso, su navegador necesita JavaScript.',
  'page.label.passkey_name': 'Nombre de la llave de acceso',
  'page.button.passkey_add': 'Añadir una llave de acceso',
  'page.button.passkey_rename': 'Cambiar el nombre',
  'page.button.passkey_remove': 'Quitar',
  'page.label.passkey_rename': 'Cambiar el nombre de la llave de acceso: {name}',
  'page.label.passkey_remove': 'Quitar la llave de acceso: {name}',
  'page.label.added': 'Añadida',
  'page.text.passkey_added': 'La llave de acceso se ha añadido.',
  'page.text.passkey_renamed': 'El nombre de la llave de acceso se ha cambiado.',
  'page.text.passkey_removed': 'La llave de acceso se ha quitado.',
  'page.error.passkey_add': 'No se ha podido añadir la llave de acceso. Inténtelo de nuevo.',
  'page.error.passkey_name': 'Escriba un nombre de 64 caracteres como máximo, en una sola línea.',
  'page.name.email': 'Dirección de correo',
  'page.text.email': 'Su dirección de correo es {email}.',
  'page.label.new_email': 'Nueva dirección de correo',
  'page.button.change_email': 'Cambiar la dirección',
  'page.text.new_email': 'Confirme que {email} debe ser la nueva dirección de correo de su cuenta.',
  'page.text.email_changed': 'Su dirección de correo se ha cambiado.',
  'page.button.recovery_renew': 'Crear nuevos códigos de recuperación',

  'page.title.demo': 'De vuelta en la aplicación de demostración',
  'page.title.demo_state': 'Esta respuesta es de otra solicitud',
  'page.label.demo_exchange':
    'Cambie el código por tokens antes de un minuto, en un terminal de este equipo:',
  'page.label.demo_use': 'Después use el token de acceso:',
  'page.text.demo_no_code': 'No hay ningún código que cambiar.',
  'page.text.demo_state':
    'Este navegador no inició ninguna solicitud con este «state», así que la respuesta puede ser para otra persona. Una aplicación debe detenerse aquí y no canjear el código.',

  // What goes wrong
  'page.title.step_expired': 'Este paso ha terminado',
  'page.text.step_expired':
    'Ha tardado demasiado o se ha completado en otra pestaña. Vuelva a la aplicación y empiece de nuevo.',
  'page.title.sign_in_expired': 'Inicie sesión de nuevo',
  'page.text.sign_in_expired':
    'Ha tardado demasiado o se ha completado en otra pestaña. No se ha perdido nada: empiece de nuevo.',
  'page.title.link_expired': 'Este enlace ya no funciona',
  'page.text.link_expired':
    'Ya se ha usado o es demasiado antiguo. Si todavía lo necesita, pida uno nuevo.',
  'page.text.link_used': 'Ya se ha usado: cada enlace funciona una sola vez.',
  'page.text.link_used_sign_up':
    'Ya se ha usado, así que su dirección está confirmada. Puede iniciar sesión.',
  'page.text.link_used_new_email': 'Ya se ha usado: la nueva dirección de correo está confirmada.',
  'page.text.link_too_old': 'Ha caducado.',
  'page.text.link_replaced':
    'Lo ha sustituido un enlace más reciente, o la cuenta ha cambiado desde entonces. Use el enlace del correo más reciente.',
  'page.text.another_link': 'Podemos enviar otro correo a {email}.',
  'page.button.another_link': 'Enviar otro enlace',
  'page.link.to_security': 'Ir a sus ajustes de seguridad',
  'page.title.application_request': 'La aplicación ha enviado una solicitud no válida',
  'page.text.application_request':
    'No puede continuar desde aquí, y no es culpa suya. Comuníqueselo a quienes gestionan la aplicación.',
  'page.title.foreign_form': 'Este formulario no se puede usar',
  'page.text.foreign_form':
    'Venía de otro sitio, o su navegador nos ha olvidado entretanto. No se ha cambiado nada. Vuelva atrás, cargue la página de nuevo y repita lo que escribió; las cookies deben estar permitidas.',
  'page.title.bad_form': 'Este formulario no se puede leer',
  'page.text.bad_form':
    'No se ha cambiado nada. Vuelva atrás, cargue la página de nuevo y repita lo que escribió.',
  'page.title.card_number': 'No escriba aquí ningún número de tarjeta',
  'page.text.card_number':
    'Uno de los campos contiene lo que parece el número de una tarjeta de pago. No se ha guardado nada. Vuelva atrás y cámbielo.',
  'page.title.not_found': 'Página no encontrada',
  'page.text.not_found': 'Puede que la dirección esté mal escrita o que la página ya no exista.',
  'page.title.too_many': 'Demasiados intentos',
  'page.text.too_many': 'Inténtelo de nuevo en {minutes} min.',
  'page.title.unavailable': 'Ahora mismo no podemos responder',
  'page.text.unavailable': 'Inténtelo de nuevo en unos instantes.',
  'page.title.internal': 'Algo ha salido mal',
  'page.text.internal':
    'Es culpa nuestra, no suya. Inténtelo de nuevo más tarde; si continúa, díganos este número: {reference}.',
}
