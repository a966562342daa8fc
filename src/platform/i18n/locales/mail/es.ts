import type { mail as en } from './en.ts'

/** The texts of emails, in Spanish. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Confirme su correo electrónico para {service}',
  'mail.subject.account_exists': 'Ya tiene una cuenta en {service}',
  'mail.subject.reset_password': 'Elija una nueva contraseña para {service}',
  'mail.subject.password_changed': 'Se ha cambiado su contraseña de {service}',
  'mail.subject.address_confirmed': 'Se ha confirmado su correo electrónico de {service}',
  'mail.subject.confirm_new_email': 'Confirme su nuevo correo electrónico para {service}',
  'mail.subject.email_changed': 'Se ha cambiado su correo electrónico de {service}',
  'mail.subject.second_factor_changed':
    'Se han cambiado sus métodos de inicio de sesión en {service}',
  'mail.subject.totp_added': 'Aplicación de autenticación añadida en {service}',
  'mail.subject.totp_removed': 'Aplicación de autenticación eliminada en {service}',
  'mail.subject.passkey_added': 'Llave de acceso añadida en {service}',
  'mail.subject.passkey_removed': 'Llave de acceso eliminada en {service}',
  'mail.subject.recovery_codes_renewed': 'Nuevos códigos de recuperación en {service}',
  'mail.subject.sign_in_link': 'Confirme que está iniciando sesión en {service}',
  'mail.subject.erasure_requested': 'Se eliminará su cuenta en {service}',
  'mail.subject.erasure_cancelled': 'No se eliminará su cuenta en {service}',
  'mail.subject.account_erased': 'Se ha eliminado su cuenta en {service}',
  'mail.subject.support_factors_reset':
    'Se han restablecido sus métodos de inicio de sesión en {service}',
  'mail.subject.support_password_set':
    'Nuestro equipo de asistencia ha cambiado su contraseña de {service}',
  'mail.subject.sign_in_code': 'Su código para iniciar sesión en {service}',
  'mail.subject.identity_added': 'Se ha añadido un inicio de sesión con {provider} en {service}',
  'mail.subject.identity_removed': 'Se ha quitado el inicio de sesión con {provider} en {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Abra el siguiente enlace para confirmar su correo electrónico y terminar de crear su cuenta en {service}.',
  'mail.text.account_exists':
    'Alguien, probablemente usted, ha intentado crear una cuenta en {service} con este correo electrónico. Este correo ya tiene una cuenta, así que inicie sesión. Si ha olvidado su contraseña, puede elegir una nueva en la página de inicio de sesión.',
  'mail.text.reset_password':
    'Alguien, probablemente usted, ha pedido una nueva contraseña para su cuenta en {service}. Abra el siguiente enlace para elegir una nueva contraseña.',
  'mail.text.password_changed':
    'Se ha cambiado la contraseña de su cuenta en {service}. Se han cerrado todas las demás sesiones. Las aplicaciones no podrán usar su cuenta hasta que inicie sesión en ellas de nuevo. Siguen conectadas y siguen recibiendo avisos de cambios. Desconecte las que no conozca en la página «Aplicaciones conectadas».',
  'mail.text.address_confirmed':
    'Ha elegido una nueva contraseña para su cuenta en {service}. Con ello también ha confirmado su correo electrónico. Hasta ahora nadie lo había confirmado, así que otra persona puede haber usado la cuenta. Por eso hemos cerrado todas las sesiones, hemos desconectado todas las aplicaciones y hemos eliminado la aplicación de autenticación, las llaves de acceso y los códigos de recuperación. Revise las direcciones y los métodos de pago de su cuenta.',
  'mail.text.confirm_new_email':
    'Abra el siguiente enlace para usar este correo electrónico en su cuenta de {service}. Hasta entonces, su cuenta conserva el correo actual.',
  'mail.text.email_changed':
    'Se ha cambiado el correo electrónico de su cuenta en {service}. A partir de ahora enviaremos los mensajes solo a la nueva dirección.',
  'mail.text.second_factor_changed':
    'Se han cambiado sus métodos de inicio de sesión en {service}. Se ha añadido, cambiado o eliminado una aplicación de autenticación, una llave de acceso o los códigos de recuperación.',
  'mail.text.totp_added':
    'Se ha añadido una aplicación de autenticación a su cuenta en {service}. A partir de ahora, para iniciar sesión con la contraseña también necesita un código de esta aplicación.',
  'mail.text.totp_removed':
    'Se ha eliminado la aplicación de autenticación de su cuenta en {service}. Ya no necesita un código de la aplicación para iniciar sesión.',
  'mail.text.passkey_added':
    'Se ha añadido una llave de acceso a su cuenta en {service}. Quien tenga esta llave de acceso puede iniciar sesión con ella.',
  'mail.text.passkey_removed':
    'Se ha eliminado una llave de acceso de su cuenta en {service}. Ya nadie puede iniciar sesión con esta llave de acceso.',
  'mail.text.recovery_codes_renewed':
    'Se han creado nuevos códigos de recuperación para su cuenta en {service}. Los códigos anteriores ya no funcionan.',
  'mail.text.sign_in_link':
    'Ha habido muchos intentos de iniciar sesión en su cuenta en {service}. Si está iniciando sesión ahora, abra el siguiente enlace e introduzca su contraseña. También puede introducir este código en la página que lo pide.',
  'mail.text.erasure_requested':
    'Alguien, probablemente usted, nos ha pedido que eliminemos su cuenta en {service}. Fecha de eliminación de la cuenta y de todos sus datos: {date}. Hasta entonces puede conservar su cuenta: inicie sesión y abra la página «Sus datos». Las aplicaciones ya no pueden usar su cuenta.',
  'mail.text.erasure_cancelled':
    'Se ha cancelado la eliminación de su cuenta en {service}. Su cuenta y sus datos se conservan. Para volver a usar una aplicación, inicie sesión en ella de nuevo.',
  'mail.text.account_erased':
    'Se han eliminado su cuenta en {service} y todos sus datos. Este es el último mensaje sobre esta cuenta.',
  'mail.text.support_factors_reset':
    'Nuestro equipo de asistencia ha restablecido sus métodos de inicio de sesión en {service}: se han eliminado la aplicación de autenticación, las llaves de acceso y los códigos de recuperación. Se han cerrado todas las sesiones. Ahora le basta la contraseña para iniciar sesión. Para volver a proteger su cuenta, añada una aplicación de autenticación o una llave de acceso en sus ajustes de seguridad.',
  'mail.text.support_password_set':
    'Nuestro equipo de asistencia ha establecido una nueva contraseña para su cuenta en {service}. Se han cerrado todas las sesiones. Las aplicaciones no podrán usar su cuenta hasta que inicie sesión en ellas de nuevo. Siguen conectadas y siguen recibiendo avisos de cambios. Elija una contraseña que solo usted conozca.',
  'mail.text.sign_in_code':
    'Introduzca este código en un plazo de 15 minutos en la página en la que lo ha solicitado. O abra el siguiente enlace para iniciar sesión en su cuenta de {service} en cualquier navegador.',
  'mail.text.identity_added':
    'Se ha añadido a su cuenta de {service} un inicio de sesión con {provider}. Quien pueda usar esa cuenta de {provider} puede iniciar sesión con ella.',
  'mail.text.identity_removed':
    'Se ha quitado de su cuenta de {service} el inicio de sesión con {provider}. Ya nadie puede iniciar sesión así.',

  // For people who did not request the email
  'mail.unasked.ignore':
    'Si no ha sido usted, no tiene que hacer nada. Si nadie abre el enlace, no ocurre nada.',
  'mail.unasked.unchanged':
    'Si no ha sido usted, no tiene que hacer nada. Su cuenta no ha cambiado.',
  'mail.unasked.takeover':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Elija inmediatamente una nueva contraseña.',
  'mail.unasked.undo':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Revierta el cambio ahora. Así termina todo acceso a su cuenta y elige una nueva contraseña.',
  'mail.unasked.sign_in':
    'Si no ha sido usted, no tiene que hacer nada. Por ahora, su contraseña sola no basta para iniciar sesión. No dé este código a nadie.',
  'mail.unasked.erasure':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Abra inmediatamente la página «Sus datos», conserve allí su cuenta y después elija una nueva contraseña.',
  'mail.unasked.erased': 'Si no ha sido usted, póngase en contacto con {service}.',
  'mail.unasked.support':
    'Si no se lo ha pedido al equipo de asistencia, es posible que otra persona esté intentando entrar en su cuenta. Elija inmediatamente una nueva contraseña y póngase en contacto con {service}.',
  'mail.button.confirm_email': 'Confirmar correo electrónico',
  'mail.button.sign_in': 'Iniciar sesión',
  'mail.button.new_password': 'Elegir una nueva contraseña',
  'mail.button.security': 'Abrir los ajustes de seguridad',
  'mail.button.privacy': 'Abrir «Sus datos»',
  'mail.label.time': 'Fecha',
  'mail.label.browser': 'Navegador',
  'mail.label.code': 'Código',
  'mail.name.unknown_browser': 'Navegador desconocido',
  'mail.link_address': 'Si el botón no funciona, copie este enlace en su navegador.',
  'mail.unasked.code':
    'Si no ha sido usted, no tiene que hacer nada. No dé el código a nadie y no reenvíe este correo.',
  'mail.subject.webhook_disabled': 'Se ha desactivado un webhook de su aplicación en {service}',
  'mail.text.webhook_disabled':
    'Un receptor de su aplicación en {service} no ha aceptado ninguna entrega durante unos tres días, o se ha retrasado mucho, así que hemos desactivado su webhook. Es posible que sigan otros webhooks de este receptor. Las entregas pendientes se conservan durante siete días y se envían cuando su aplicación vuelve a activar el webhook.',
  'mail.unasked.webhook':
    'Recibe este correo porque registró la aplicación. Enviamos como máximo uno al día por cada receptor.',
  'mail.button.webhooks': 'Ver los webhooks',
  'mail.subject.data_exported': 'Se ha creado un archivo con sus datos en {service}',
  'mail.text.data_exported':
    'Se han guardado todos los datos de su cuenta en {service} en un archivo para descargar: entre otros, su nombre, sus direcciones, cómo paga y cómo recibe sus pagos, y lo que ha ocurrido en su cuenta. No contiene contraseñas ni números de tarjeta.',
  'mail.subject.application_secret_changed': 'Su aplicación en {service} tiene un secreto nuevo',
  'mail.text.application_secret_changed':
    'Se ha creado un secreto nuevo para su aplicación en {service}. El anterior seguirá funcionando un día más.',
  'mail.subject.application_uris_changed':
    'Se han cambiado las direcciones de redirección de su aplicación en {service}',
  'mail.text.application_uris_changed':
    'Se han cambiado las direcciones de redirección de su aplicación en {service}. Tras iniciar sesión, los usuarios y sus códigos de autorización se envían ahora a las nuevas.',
  'mail.unasked.application':
    'Si no ha sido usted ni nuestro equipo de asistencia, es posible que otra persona tenga acceso a su cuenta. Elija inmediatamente una nueva contraseña. Después cree un secreto nuevo para la aplicación y compruebe sus direcciones de redirección.',
  'mail.button.application': 'Ver la aplicación',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'El enlace funciona una sola vez y caduca después de una hora.',
  'mail.link_life.24': 'El enlace funciona una sola vez y caduca después de 24 horas.',
  'mail.link_life.48': 'El enlace funciona una sola vez y caduca después de 48 horas.',
  'mail.link_life.168': 'El enlace funciona una sola vez y caduca después de siete días.',
  'mail.automatic': 'Este es un mensaje automático de {service}. No responda a este mensaje.',
  'mail.subject.support_disabled': 'Se ha desactivado su cuenta de {service}',
  'mail.subject.support_enabled': 'Se ha reactivado su cuenta de {service}',
  'mail.subject.developer_admitted': 'Ya puede registrar aplicaciones en {service}',
  'mail.text.support_disabled':
    'Nuestro equipo de asistencia ha desactivado su cuenta de {service}. Se han cerrado todas las sesiones y las aplicaciones ya no pueden usar su cuenta.',
  'mail.text.support_enabled':
    'Nuestro equipo de asistencia ha reactivado su cuenta de {service}. Puede iniciar sesión como antes. Para volver a usar una aplicación, inicie sesión de nuevo en ella.',
  'mail.text.developer_admitted':
    'Su cuenta de {service} es ahora una cuenta de desarrollador. Puede registrar aplicaciones en las que se inicia sesión con {service}.',
  'mail.unasked.support_disabled':
    'Si cree que se trata de un error, póngase en contacto con {service}.',
  'mail.unasked.developer': 'Si no lo ha solicitado, no tiene que hacer nada.',
  'mail.button.developer': 'Registrar una aplicación',
  'mail.subject.confirm_payout': 'Confirme que puede cobrar con {method}',
  'mail.subject.confirm_bank_account': 'Confirme que puede cobrar con {method}',
  'mail.text.confirm_bank_account':
    'Se ha añadido {method} a su cuenta de {service} para recibir pagos. Si ha sido usted, abra el enlace de abajo y confírmelo. Antes no se paga nada allí.',
  'mail.unasked.bank_account':
    'Si no ha sido usted, no lo confirme. Elija una contraseña nueva, porque puede que otra persona tenga acceso a su cuenta.',
  'mail.subject.payout_changed': 'El lugar donde {service} le paga va a cambiar',
  'mail.subject.payout_cleared': '{service} no le paga por el momento',
  'mail.subject.payout_deleted': '{service} no le paga por el momento',
  'mail.subject.payout_details': 'Se han cambiado los datos con los que {service} le paga',
  'mail.text.confirm_payout':
    'Se ha añadido {method} a una cuenta de {service} para recibir pagos. Si ha sido usted, abra el enlace de abajo, inicie sesión y confírmelo. Antes no se paga nada allí.',
  'mail.text.payout_changed':
    'A partir del {date}, {service} le paga con {method}. Hasta entonces, cobra como antes. Si es correcto, no tiene que hacer nada.',
  'mail.text.payout_cleared':
    '{method} ya no es su método predeterminado para cobrar de {service}. Su dinero espera hasta que se pueda usar otro método de pago.',
  'mail.text.payout_deleted':
    'Se ha eliminado {method}, así que {service} ya no puede pagarle allí. Su dinero espera hasta que se pueda usar otro método de pago.',
  'mail.text.payout_details':
    'Se ha cambiado el nombre del titular o el tipo de {method}. Si es correcto, no tiene que hacer nada.',
  'mail.unasked.payout':
    'Si no ha sido usted, ignore este correo. Entonces no se paga nada allí y no tiene que hacer nada.',
  'mail.unasked.payout_takeover':
    'Si no ha hecho este cambio, deshágalo ahora. Después, elija una contraseña nueva, porque puede que otra persona tenga acceso a su cuenta.',
  'mail.button.confirm_payout': 'Confirmar',
  'mail.button.payout_undo': 'Deshacer el cambio',
  'mail.subject.account_recovered': 'Su cuenta en {service} vuelve a ser suya',
  'mail.subject.address_taken_back': 'Una cuenta en {service} ya no tiene su correo electrónico',
  'mail.subject.support_email_set':
    'Nuestro equipo de asistencia ha establecido el correo electrónico de su cuenta en {service}',
  'mail.subject.support_email_removed':
    'Nuestro equipo de asistencia ha cambiado el correo electrónico de una cuenta en {service}',
  'mail.subject.payout_undone': 'Se ha deshecho un cambio de dónde le paga {service}',
  'mail.text.account_recovered':
    'Se han revertido cambios en el inicio de sesión de su cuenta en {service} con el enlace de un mensaje. La cuenta vuelve a tener este correo electrónico. La contraseña y todas las sesiones han dejado de ser válidas, y se han desconectado todas las aplicaciones. Abra el enlace de abajo para elegir una nueva contraseña. Después compruebe dónde cobra. Si ha registrado aplicaciones aquí, compruebe también sus secretos y sus direcciones de redirección.',
  'mail.text.address_taken_back':
    'El cambio a este correo electrónico de una cuenta en {service} se ha revertido. La cuenta vuelve a tener su dirección anterior y ya no tiene esta.',
  'mail.text.support_email_set':
    'Nuestro equipo de asistencia ha puesto esta dirección como correo electrónico de su cuenta en {service}. La contraseña, todas las sesiones y los demás métodos de inicio de sesión han dejado de ser válidos, y se han desconectado todas las aplicaciones. Abra el enlace de abajo para elegir una nueva contraseña. Después compruebe dónde cobra. Si ha registrado aplicaciones aquí, compruebe también sus secretos y sus direcciones de redirección.',
  'mail.text.support_email_removed':
    'Nuestro equipo de asistencia ha puesto otro correo electrónico a una cuenta en {service}, porque alguien nos ha demostrado que la cuenta es suya. La cuenta ya no tiene esta dirección y se han cerrado todas sus sesiones.',
  'mail.text.payout_undone':
    'Un cambio de dónde le paga {service} se ha deshecho. Sus métodos de pago muestran adónde va ahora su dinero.',
  'mail.unasked.recovered':
    'Si no lo ha pedido, es posible que otra persona lea su correo. Elija inmediatamente una nueva contraseña, aquí y para su buzón.',
  'mail.unasked.support_undo':
    'Si no se lo ha pedido al equipo de asistencia, revierta el cambio ahora. Así termina todo acceso a su cuenta y elige una nueva contraseña.',
  'mail.button.sign_in_undo': 'Revertir el cambio',
}
