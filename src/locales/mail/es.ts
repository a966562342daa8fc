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

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Abra el siguiente enlace para confirmar su dirección de correo y terminar de crear su cuenta en {service}.',
  'mail.text.account_exists':
    'Alguien, probablemente usted, ha intentado crear una cuenta en {service} con esta dirección de correo. Ya existe una cuenta con ella: inicie sesión. Si ha olvidado su contraseña, allí puede elegir una nueva.',
  'mail.text.reset_password':
    'Alguien, probablemente usted, ha pedido una nueva contraseña para su cuenta en {service}. Abra el siguiente enlace para elegirla.',
  'mail.text.password_changed':
    'Se ha cambiado la contraseña de su cuenta en {service}. Se ha cerrado su sesión en todos los demás dispositivos.',
  'mail.text.confirm_new_email':
    'Abra el siguiente enlace para usar esta dirección de correo en su cuenta de {service}. Hasta entonces, la cuenta conserva la dirección anterior.',
  'mail.text.email_changed':
    'Se ha cambiado la dirección de correo de su cuenta en {service}. A partir de ahora, los mensajes se envían solo a la nueva dirección.',
  'mail.text.second_factor_changed':
    'Se ha añadido, cambiado o eliminado una aplicación de autenticación, una llave de acceso o los códigos de recuperación con los que inicia sesión en {service}.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Si no ha sido usted, no tiene que hacer nada: sin el enlace no ocurre nada.',
  'mail.unasked.unchanged':
    'Si no ha sido usted, no tiene que hacer nada: su cuenta no ha cambiado.',
  'mail.unasked.takeover':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Elija enseguida una nueva contraseña desde la página de inicio de sesión de {service}.',
  'mail.unasked.contact':
    'Si no ha sido usted, es posible que otra persona tenga acceso a su cuenta. Póngase en contacto enseguida con {service}.',

  // What every letter says
  'mail.link_life.1': 'El enlace funciona una sola vez, durante una hora.',
  'mail.link_life.24': 'El enlace funciona una sola vez, durante 24 horas.',
  'mail.automatic': '{service} ha enviado este mensaje automáticamente. No responda a él.',
}
