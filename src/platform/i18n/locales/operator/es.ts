/** The pages for operators, in Spanish. */
export const operator = {
  // Operators
  'page.link.operator': 'Asistencia',
  'page.title.operator': 'Buscar un usuario',
  'page.title.operator_user': 'Usuario {id}',
  'page.title.operator_request': 'Solicitud',
  'page.title.operator_application': 'Aplicación',
  'page.label.find': 'Correo electrónico o número',
  'page.text.find_hint':
    'También el identificador de una solicitud, de una página de error o del registro, o el ID de cliente de una aplicación.',
  'page.button.find': 'Buscar',
  'page.error.nobody': 'No se ha encontrado nada. Compruebe lo que ha escrito.',
  'page.text.sign_up_waits':
    'Alguien se ha registrado con este correo electrónico y aún no lo ha confirmado. Puede volver a enviar el mensaje con el enlace.',
  'page.text.sign_up_sent': 'Se ha enviado el mensaje de confirmación.',
  'page.text.no_records':
    'El registro de auditoría no contiene nada sobre esta solicitud. La mayoría de las solicitudes que solo leen no dejan nada en él. Búsquela en el registro del servicio.',
  'page.name.account_state': 'Cuenta',
  'page.name.acts': 'Qué puede hacer',
  'page.text.no_acts': 'Aquí no puede hacer nada por esta cuenta.',
  'page.name.belongings': 'Qué contiene la cuenta',
  'page.label.operator_name': 'Nombre',
  'page.label.operator_state': 'Estado',
  'page.label.operator_created': 'Creación',
  'page.label.wanted_email': 'Nuevo correo electrónico, sin confirmar',
  'page.label.disabled': 'Desactivación',
  'page.label.erases': 'Eliminación prevista',
  'page.label.roles': 'Roles',
  'page.label.codes_left': 'Códigos de recuperación restantes',
  'page.label.open_links': 'Enlaces que aún funcionan',
  'page.label.queued_emails': 'Mensajes pendientes de envío',
  'page.name.state_enabled': 'Activa',
  'page.name.state_disabled': 'Desactivada',
  'page.label.disabled_reason': 'Motivo',
  'page.name.reason_owner': 'La ha desactivado su desarrollador',
  'page.name.reason_operator': 'La ha desactivado un operador',
  'page.name.reason_owner_disabled': 'Se ha desactivado la cuenta de su desarrollador',
  'page.name.reason_owner_not_developer': 'Su desarrollador ya no es desarrollador',
  'page.label.registered_applications': 'Aplicaciones registradas',
  'page.name.state_erasing': 'Se eliminará',
  'page.name.role_operator': 'Operador',
  'page.name.role_developer': 'Desarrollador',
  'page.name.yes': 'Sí',
  'page.name.no': 'No',
  'page.name.none': 'Ninguno',
  'page.name.link_sign_up': 'Registro',
  'page.name.link_reset_password': 'Nueva contraseña',
  'page.name.link_new_email': 'Nuevo correo electrónico',
  'page.name.link_sign_in': 'Inicio de sesión',
  'page.label.reason': 'Motivo',
  'page.text.reason_hint':
    'El número de un tique o una sola palabra, por ejemplo SUP-4711. Queda en el registro de auditoría, así que no escriba datos personales.',
  'page.error.reason':
    'Escriba el número de un tique o una palabra sin espacios, por ejemplo SUP-4711.',
  'page.label.check': '¿Cómo ha comprobado quién lo pide?',
  'page.text.check_hint':
    'No pida nada que un atacante pueda leer en un buzón robado. Si el buzón puede estar en malas manos, desactive la cuenta.',
  'page.name.choose': 'Elija una opción',
  'page.name.email_and_day':
    'Solicitud desde el correo de la cuenta, respuesta a ese correo, un día de espera',
  'page.name.document_in_person': 'Documento de identidad visto en persona',
  'page.name.document_by_video': 'Documento de identidad comparado en una videollamada',
  'page.error.check': 'Elija cómo lo ha comprobado.',
  'page.button.operator_send_password_link': 'Enviar un enlace para una nueva contraseña',
  'page.text.operator_send_password_link':
    'El usuario recibe un mensaje con un enlace para elegir una nueva contraseña. El enlace funciona una vez, durante una hora. Hasta entonces, la contraseña no cambia.',
  'page.text.operator_done_send_password_link':
    'Se ha enviado el enlace para una nueva contraseña.',
  'page.button.operator_resend_confirmation': 'Volver a enviar el mensaje de confirmación',
  'page.text.operator_resend_confirmation':
    'El usuario recibe otro mensaje con un enlace para confirmar el correo electrónico. Los enlaces anteriores para un nuevo correo dejan de funcionar.',
  'page.text.operator_done_resend_confirmation':
    'Se ha vuelto a enviar el mensaje de confirmación.',
  'page.button.operator_reset_second_factors': 'Eliminar todos los segundos factores',
  'page.text.operator_reset_second_factors':
    'Se eliminan la aplicación de autenticación, todas las llaves de acceso y los códigos de recuperación. Se cierran todas las sesiones, el usuario puede entrar solo con la contraseña y recibe un mensaje. Quien tenga la contraseña y le convenza tendrá la cuenta, así que compruebe antes quién lo pide.',
  'page.text.operator_done_reset_second_factors': 'Se han eliminado todos los segundos factores.',
  'page.button.operator_set_email': 'Establecer el correo electrónico',
  'page.text.operator_set_email':
    'Úselo si otra persona se ha apoderado de la cuenta. La cuenta recibe el correo electrónico que escriba. Dejan de ser válidos la contraseña, los demás métodos de inicio de sesión, las sesiones, los enlaces y las aplicaciones conectadas. El titular recibe un enlace para una nueva contraseña, y se avisa a ambas direcciones. Quien le convenza de hacerlo tendrá la cuenta, así que compruebe primero quién lo pide.',
  'page.text.operator_done_set_email': 'Se ha establecido el correo electrónico.',
  'page.label.operator_email': 'Correo electrónico del titular',
  'page.error.email_taken': 'Otra cuenta tiene este correo electrónico.',
  'page.button.operator_end_sessions': 'Cerrar todas las sesiones',
  'page.text.operator_end_sessions':
    'Se cierran las sesiones en todos los navegadores. Las aplicaciones no pueden usar la cuenta hasta que el usuario vuelva a iniciar sesión en ellas.',
  'page.text.operator_done_end_sessions': 'Se han cerrado todas las sesiones.',
  'page.button.operator_disable': 'Desactivar la cuenta',
  'page.text.operator_disable':
    'El usuario ya no puede iniciar sesión, se cierran todas sus sesiones y recibe un mensaje. Las aplicaciones ya no pueden usar la cuenta. También se desactivan las aplicaciones que ha registrado el usuario. Puede volver a activar la cuenta y, una por una, esas aplicaciones.',
  'page.text.operator_done_disable': 'Se ha desactivado la cuenta.',
  'page.button.operator_enable': 'Reactivar la cuenta',
  'page.text.operator_enable':
    'El usuario puede volver a iniciar sesión y recibe un mensaje. Las sesiones y el acceso de las aplicaciones no vuelven por sí solos.',
  'page.text.operator_done_enable': 'Se ha reactivado la cuenta.',
  'page.button.operator_admit_developer': 'Admitir como desarrollador',
  'page.text.operator_admit_developer':
    'El usuario puede registrar aplicaciones a partir de ahora y recibe un mensaje.',
  'page.text.operator_done_admit_developer': 'El usuario ya es desarrollador.',
  'page.button.operator_remove_developer': 'Retirar como desarrollador',
  'page.text.operator_remove_developer':
    'El usuario ya no puede registrar ni cambiar aplicaciones. Se desactivan las aplicaciones que ha registrado. Si alguna debe seguir funcionando, actívela.',
  'page.text.operator_done_remove_developer': 'El usuario ya no es desarrollador.',
  'page.text.operator_done_nothing': 'No se ha cambiado nada, porque ya estaba así.',
  'page.button.application_disable': 'Desactivar la aplicación',
  'page.text.application_disable':
    'Nadie puede iniciar sesión en esta aplicación y todos sus tokens terminan. Puede volver a activarla. Los tokens terminados no vuelven.',
  'page.text.application_done_disable': 'Se ha desactivado la aplicación.',
  'page.button.application_enable': 'Reactivar la aplicación',
  'page.text.application_enable':
    'La aplicación vuelve a funcionar con sus secretos. Los tokens terminados no vuelven.',
  'page.text.application_done_enable': 'Se ha reactivado la aplicación.',
  'page.text.application_done_nothing': 'No se ha cambiado nada, porque ya estaba así.',
  'page.label.operator_client_id': 'ID de cliente',
  'page.label.operator_kind': 'Tipo',
  'page.label.operator_redirect_uris': 'URI de redirección',
  'page.label.operator_scopes': 'Permisos',
  'page.title.second_factor_needed': 'Se necesita un segundo factor',
  'page.text.second_factor_needed':
    'Solo puede abrir esta página si ha iniciado sesión con un segundo factor. Cierre la sesión e iníciela con su aplicación de autenticación o una llave de acceso.',
  'page.title.own_account': 'Esta es su propia cuenta',
  'page.text.own_account':
    'No puede hacer esto con su propia cuenta. Use las páginas de su cuenta o pídaselo a otro operador.',
  'page.title.operator_account': 'Esta cuenta es de un operador',
  'page.text.operator_account':
    'Para un operador, solo pueden hacerlo quienes gestionan el servicio, desde la línea de comandos.',
  'page.activity.user.viewed': 'Consultó la cuenta',
  'page.activity.access.ended': 'Se cerraron todas las sesiones',
  'page.activity.email.confirmation_sent': 'Se reenvió el mensaje de confirmación',
  'page.activity.user.created': 'Se creó la cuenta',
  'page.activity.second_factor.refused': 'Segundo factor incorrecto',
  'page.activity.sign_in.link_requested': 'Pidió un enlace para iniciar sesión',
  'page.activity.consent.refused': 'Rechazó conectar una aplicación',
  'page.name.link_payout_proof': 'Confirmar cómo cobra',
  'page.name.link_payout_undo': 'Deshacer un cambio de dónde cobra',
  'page.name.link_sign_in_undo': 'Revertir un cambio del inicio de sesión',
} as const
