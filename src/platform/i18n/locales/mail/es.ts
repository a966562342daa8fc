import type { mail as en } from './en.ts'

/** What mail says, in Spanish. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Confirme su dirección de correo para {service}',
  'mail.subject.account_exists': 'Ya tiene una cuenta en {service}',
  'mail.subject.reset_password': 'Elija una nueva contraseña para {service}',
  'mail.subject.password_changed': 'Se ha cambiado su contraseña de {service}',
  'mail.subject.confirm_new_email': 'Confirme su nueva dirección de correo para {service}',
  'mail.subject.email_changed': 'Se ha cambiado su dirección de correo de {service}',
  'mail.subject.second_factor_changed': 'Se han cambiado sus métodos de acceso a {service}',
  'mail.subject.totp_added': 'Aplicación de autenticación añadida en {service}',
  'mail.subject.totp_removed': 'Aplicación de autenticación eliminada en {service}',
  'mail.subject.passkey_added': 'Llave de acceso añadida en {service}',
  'mail.subject.passkey_removed': 'Llave de acceso eliminada en {service}',
  'mail.subject.recovery_codes_renewed': 'Nuevos códigos de recuperación en {service}',
  'mail.subject.sign_in_link': 'Confirme que está iniciando sesión en {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Abra el siguiente enlace para confirmar su dirección de correo y terminar de crear su cuenta en {service}.',
  'mail.text.account_exists':
    'Alguien, probablemente usted, ha intentado crear una cuenta en {service} con esta dirección de correo. Ya existe una cuenta con ella: inicie sesión. Si ha olvidado su contraseña, allí puede elegir una nueva.',
  'mail.text.reset_password':
    'Alguien, probablemente usted, ha pedido una nueva contraseña para su cuenta en {service}. Abra el siguiente enlace para elegirla.',
  'mail.text.password_changed':
    'Se ha cambiado la contraseña de su cuenta en {service}. Se ha cerrado su sesión en todos los demás dispositivos y se han desconectado todas las aplicaciones conectadas: vuelva a iniciar sesión en ellas para seguir usándolas.',
  'mail.text.confirm_new_email':
    'Abra el siguiente enlace para usar esta dirección de correo en su cuenta de {service}. Hasta entonces, la cuenta conserva la dirección anterior.',
  'mail.text.email_changed':
    'Se ha cambiado la dirección de correo de su cuenta en {service}. A partir de ahora, los mensajes se envían solo a la nueva dirección.',
  'mail.text.second_factor_changed':
    'Se ha añadido, cambiado o eliminado una aplicación de autenticación, una llave de acceso o los códigos de recuperación con los que inicia sesión en {service}.',
  'mail.text.totp_added':
    'Se ha añadido una aplicación de autenticación a su cuenta en {service}. A partir de ahora, para entrar con la contraseña también hace falta un código de esta aplicación.',
  'mail.text.totp_removed':
    'Se ha eliminado la aplicación de autenticación de su cuenta en {service}. Para entrar ya no hace falta un código de ella.',
  'mail.text.passkey_added':
    'Se ha añadido una llave de acceso a su cuenta en {service}. Quien la tenga puede entrar con ella.',
  'mail.text.passkey_removed':
    'Se ha eliminado una llave de acceso de su cuenta en {service}. Ya nadie puede entrar con ella.',
  'mail.text.recovery_codes_renewed':
    'Se han creado nuevos códigos de recuperación para su cuenta en {service}. Los anteriores ya no sirven.',
  'mail.text.sign_in_link':
    'Ha habido muchos intentos de iniciar sesión en su cuenta en {service}. Si está iniciando sesión ahora, abra el siguiente enlace e introduzca su contraseña, o introduzca este código en la página que lo pide.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Si no ha sido usted, no tiene que hacer nada: sin el enlace no ocurre nada.',
  'mail.unasked.unchanged':
    'Si no ha sido usted, no tiene que hacer nada: su cuenta no ha cambiado.',
  'mail.unasked.takeover':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Elija enseguida una nueva contraseña.',
  'mail.unasked.undo':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Deshaga enseguida el cambio en sus ajustes de seguridad y elija allí una nueva contraseña.',
  'mail.unasked.contact':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Póngase en contacto enseguida con {service}. Si todavía puede entrar, elija una nueva contraseña y corrija la dirección en sus ajustes de seguridad.',
  'mail.unasked.sign_in':
    'Si no ha sido usted, no tiene que hacer nada: ahora nadie puede iniciar sesión solo con su contraseña. No dé el código a nadie.',
  'mail.button.confirm_email': 'Confirmar la dirección',
  'mail.button.sign_in': 'Iniciar sesión',
  'mail.button.new_password': 'Elegir una nueva contraseña',
  'mail.button.security': 'Abrir los ajustes de seguridad',
  'mail.label.time': 'Fecha',
  'mail.label.browser': 'Navegador',
  'mail.label.code': 'Código',
  'mail.name.unknown_browser': 'Navegador desconocido',
  'mail.link_address': 'Si el botón no funciona, copie esta dirección en su navegador.',

  // What every letter says
  'mail.link_life.1': 'El enlace funciona una sola vez, durante una hora.',
  'mail.link_life.24': 'El enlace funciona una sola vez, durante 24 horas.',
  'mail.automatic': '{service} ha enviado este mensaje automáticamente. No responda a él.',
}
