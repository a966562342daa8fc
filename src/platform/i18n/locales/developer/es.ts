/** The pages for developers, in Spanish. */
export const developer = {
  'page.link.developer': 'Para desarrolladores',
  'page.link.application_overview': 'Resumen',
  'page.link.application_webhooks': 'Webhooks',
  'page.link.application_requests': 'Solicitudes',
  'page.link.newer': 'Más recientes',
  'page.link.older': 'Más antiguos',
  'page.title.developer': 'Sus aplicaciones',
  'page.text.developer': 'Las aplicaciones que ha registrado. Solo usted las ve y las cambia aquí.',
  'page.text.developer_none':
    'Todavía no ha registrado ninguna aplicación. Registre una para que los usuarios inicien sesión o para leer eventos y anuncios.',
  'page.text.developer_most':
    'Tiene {max} aplicaciones, el máximo posible. Elimine una para registrar otra.',
  'page.button.register': 'Registrar una aplicación',
  'page.text.types': 'Elija dónde se ejecuta su aplicación.',
  'page.name.type_web': 'Aplicación web',
  'page.name.type_spa': 'Aplicación de una sola página',
  'page.name.type_native': 'Aplicación nativa',
  'page.name.type_server': 'Aplicación de servidor',
  'page.text.type_web':
    'Se ejecuta en su servidor y los usuarios inician sesión con ella. Guarda un secreto.',
  'page.text.type_spa':
    'Se ejecuta en el navegador y los usuarios inician sesión con ella. No puede guardar un secreto, así que no recibe ninguno.',
  'page.text.type_native':
    'Se ejecuta en teléfonos u ordenadores y los usuarios inician sesión con ella. No puede guardar un secreto, así que no recibe ninguno.',
  'page.text.type_server':
    'Se ejecuta en su servidor sin usuarios. Lee eventos y anuncios, pero ningún dato de usuarios.',
  'page.title.register_web': 'Registrar una aplicación web',
  'page.title.register_spa': 'Registrar una aplicación de una sola página',
  'page.title.register_native': 'Registrar una aplicación nativa',
  'page.title.register_server': 'Registrar una aplicación de servidor',
  'page.title.application_edit': 'Editar {name}',
  'page.label.type': 'Tipo',
  'page.label.client_id': 'ID de cliente',
  'page.label.application_name': 'Nombre',
  'page.hint.application_name': 'Los usuarios ven este nombre al iniciar sesión.',
  'page.label.redirect_uris': 'Direcciones de redirección',
  'page.label.redirect_uri': 'Dirección de redirección',
  'page.hint.redirect_uris':
    'Las direcciones a las que vuelven los usuarios tras iniciar sesión, una por línea. Cada una debe ser una dirección HTTPS y se compara exactamente.',
  'page.hint.redirect_uris_native':
    'Las direcciones a las que vuelven los usuarios tras iniciar sesión, una por línea: una dirección HTTPS, una dirección del mismo dispositivo o un esquema de su dominio como com.example.app.',
  'page.label.post_logout_redirect_uris': 'Direcciones tras cerrar sesión',
  'page.label.post_logout_redirect_uri': 'Dirección tras cerrar sesión',
  'page.hint.post_logout_redirect_uris':
    'Las direcciones a las que los usuarios pueden volver tras cerrar sesión, una por línea.',
  'page.label.scopes': 'Lo que puede hacer la aplicación',
  'page.text.scopes_narrower':
    'Si quita un permiso, terminan todos los tokens de la aplicación y sus usuarios vuelven a iniciar sesión.',
  'page.name.disabled': 'Desactivada',
  'page.name.application': 'Sobre la aplicación',
  'page.label.registered': 'Registrada',
  'page.name.secrets': 'Secretos',
  'page.name.secret_current': 'Secreto actual',
  'page.name.secret_former': 'Secreto anterior',
  'page.label.created': 'Creación',
  'page.label.ends': 'Fin',
  'page.button.secret_rotate': 'Crear un secreto nuevo',
  'page.button.secret_withdraw': 'Revocar el secreto anterior',
  'page.name.try': 'Probarla',
  'page.text.try':
    'Pegue estas líneas en un terminal o en su programa. Sustituya lo que está en mayúsculas.',
  'page.name.try_own': 'Obtener el token propio de la aplicación',
  'page.name.try_authorize': 'Mostrar la dirección en la que un usuario inicia sesión, y abrirla',
  'page.name.try_exchange': 'En el mismo terminal, canjear el código de la dirección del navegador',
  'page.name.try_use': 'Leer el usuario',
  'page.name.try_client': 'En un programa',
  'page.name.application_end': 'Desactivar o eliminar',
  'page.button.application_enable': 'Activar la aplicación',
  'page.button.application_disable': 'Desactivar la aplicación',
  'page.button.application_delete': 'Eliminar la aplicación',
  'page.title.act_rotate': '¿Un secreto nuevo para {name}?',
  'page.title.act_withdraw': '¿Revocar el secreto anterior de {name}?',
  'page.title.act_disable': '¿Desactivar {name}?',
  'page.title.act_delete': '¿Eliminar {name}?',
  'page.text.act_rotate':
    'El secreto actual funciona un día más para que pueda sustituirlo en todas partes. Un secreto sustituido antes termina ahora.',
  'page.text.act_withdraw':
    'Los programas que aún usan el secreto anterior ya no obtienen tokens. El secreto actual se mantiene.',
  'page.text.act_disable':
    'Terminan todos los tokens de {name} y nadie puede iniciar sesión en ella. Puede volver a activarla.',
  'page.text.act_delete':
    'Todos los usuarios pierden la conexión con {name}. Se eliminan sus secretos, tokens y webhooks. Esta acción no se puede deshacer.',
  'page.text.application_registered': 'La aplicación se ha registrado.',
  'page.text.application_saved': 'La aplicación se ha guardado.',
  'page.text.application_narrowed':
    'La aplicación se ha guardado. Ha perdido un permiso, así que todos sus tokens han terminado.',
  'page.text.application_disabled_now':
    'La aplicación está desactivada. Todos sus tokens han terminado.',
  'page.text.application_enabled': 'La aplicación está activada. Sus secretos vuelven a funcionar.',
  'page.text.application_deleted': 'La aplicación se ha eliminado.',
  'page.title.application_disabled': 'Esta aplicación está desactivada',
  'page.text.application_disabled':
    'Un operador ha desactivado esta aplicación, así que no se puede cambiar aquí. Póngase en contacto con el equipo de soporte.',
  'page.text.application_disabled_with_owner':
    'Esta aplicación se ha desactivado porque se desactivó su cuenta o porque ya no es una cuenta de desarrollador. No se puede cambiar aquí. Póngase en contacto con el equipo de soporte.',
  'page.text.secret_withdrawn': 'El secreto anterior ya no funciona.',
  'page.text.secret_once':
    'Este es el secreto de la aplicación. Solo se muestra ahora: guárdelo en un lugar seguro.',
  'page.link.secret_kept': 'Continuar a la aplicación',
  'page.title.registered': '{name} está lista',
  'page.title.secret': 'Un secreto nuevo para {name}',
  'page.title.not_a_developer': 'Estas páginas son para desarrolladores',
  'page.text.not_a_developer':
    'Su cuenta no puede registrar aplicaciones. Pida al equipo de soporte que le admita como desarrollador.',
  'page.text.webhooks':
    'Los webhooks que esta aplicación ha creado para sus usuarios. Se muestran sin los usuarios.',
  'page.text.webhooks_none':
    'Esta aplicación no tiene webhooks. Puede crearlos para sus usuarios si tiene permiso para cambiarlos.',
  'page.label.url': 'Dirección',
  'page.label.topics': 'Temas',
  'page.label.waiting': 'Entregas en espera',
  'page.name.webhook_owner': 'Desactivado',
  'page.name.webhook_gone': 'El receptor ya no existe (410)',
  'page.name.webhook_failing': 'El receptor falló durante días o se retrasó mucho',
  'page.name.webhook_not_allowed': 'La aplicación o el usuario está desactivado',
  'page.name.deliveries': 'Entregas',
  'page.text.deliveries':
    'Lo que se envió en los últimos siete días, de lo más reciente a lo más antiguo.',
  'page.text.deliveries_none':
    'No se envió nada en los últimos siete días. Envíe un ping para probar el receptor.',
  'page.name.delivery_waiting': 'En espera',
  'page.name.delivery_delivered': 'Entregado',
  'page.label.number': 'Número',
  'page.label.time': 'Hora',
  'page.label.attempts': 'Intentos',
  'page.label.result': 'Último resultado',
  'page.label.redeliver': 'Volver a enviar la entrega {number}',
  'page.button.ping': 'Enviar un ping',
  'page.button.redeliver': 'Volver a enviar',
  'page.text.pinged': 'En un momento se enviará un ping.',
  'page.text.redelivered': 'La entrega se volverá a enviar en un momento.',
  'page.text.webhook_off':
    'El webhook está desactivado, así que no se envió nada. La aplicación puede volver a activarlo.',
  'application.name': 'Debe tener de 1 a {max} caracteres, sin caracteres de control.',
  'application.name.letters': 'Debe contener letras o cifras.',
  'application.name.service':
    'No debe parecerse a {service}. Elija un nombre que diga quién gestiona la aplicación.',
  'application.name.taken': 'Otra aplicación tiene este nombre. Elija uno diferente.',
  'application.name.script':
    'Debe tener letras de un solo alfabeto, por ejemplo, latino o cirílico. El japonés, el coreano y el chino se pueden mezclar con letras latinas.',
  'application.redirect_uri.malformed':
    '«{uri}» no es una dirección de redirección válida. Debe ser absoluta, sin fragmento y sin credenciales.',
  'application.redirect_uri.pattern': '«{uri}» no debe contener comodines. Indique cada dirección.',
  'application.redirect_uri.https':
    '«{uri}» debe ser una dirección HTTPS, o una dirección HTTP en localhost.',
  'application.redirect_uri.native':
    '«{uri}» debe ser una dirección HTTPS, una dirección HTTP en localhost, o tener un esquema con un punto como com.example.app.',
  'application.redirect_uri.loopback':
    '«{uri}» lleva al dispositivo del usuario. Escriba http en lugar de https.',
  'application.redirect_uris.missing': 'Introduzca al menos una dirección.',
  'application.redirect_uris.server':
    'Una aplicación de servidor no tiene direcciones de redirección.',
  'application.redirect_uris.most': 'Introduzca como máximo {max} direcciones.',
  'application.redirect_uris.long': 'Cada dirección debe tener como máximo {max} caracteres.',
  'application.redirect_uris.service':
    '«{uri}» es una dirección de este servicio. Debe ser una dirección de su aplicación.',
  'application.redirect_uris.loopback':
    '«{uri}» lleva al dispositivo del usuario. Solo pueden usarla las aplicaciones nativas.',
  'application.scopes': 'Elija al menos uno.',
  'page.hint.application_link': 'Una dirección HTTPS que los usuarios ven al iniciar sesión.',
  'page.text.consent_developer':
    '{service} no gestiona {application}. La registró un desarrollador y lleva a {host}.',
  'page.text.requests':
    'Solicitudes del último día, de la más reciente a la más antigua. Nada aquí dice quién era el usuario.',
  'page.text.requests_none':
    'Ninguna solicitud en el último día. Una solicitud nueva aparece aquí al cabo de un segundo.',
  'page.text.requests_off': 'El registro de solicitudes está desactivado.',
  'page.text.requests_omitted': 'No se muestran otras {count} solicitudes de este momento.',
  'page.link.requests_all': 'Todas las solicitudes',
  'page.link.requests_failed': 'Solo rechazadas y fallidas',
  'page.label.operation': 'Operación',
  'page.label.status': 'Estado',
  'page.label.request_id': 'ID de la solicitud',
  'page.activity.application.created': 'Registró una aplicación',
  'page.activity.application.updated': 'Cambió una aplicación',
  'page.activity.application.secret_rotated': 'Creó un secreto nuevo de una aplicación',
  'page.activity.application.secret_withdrawn': 'Revocó el secreto anterior de una aplicación',
  'page.activity.application.disabled': 'Desactivó una aplicación',
  'page.activity.application.enabled': 'Activó una aplicación',
  'page.activity.application.deleted': 'Eliminó una aplicación',
  'page.activity.webhook.pinged': 'Envió un ping a un webhook',
  'page.activity.webhook.redelivered': 'Volvió a enviar una entrega de un webhook',
  'page.title.application_logo': 'Logotipo de {name}',
  'page.label.logo': 'Logotipo',
  'page.hint.logo':
    'Una imagen PNG o WebP de {min} a {max} píxeles de ancho y de alto, de {kib} KiB como máximo. Los usuarios la ven cuando autorizan la aplicación.',
  'page.button.logo': 'Cambiar el logotipo',
  'page.button.logo_remove': 'Quitar el logotipo',
  'page.text.logo_saved': 'El logotipo se ha guardado.',
  'page.text.logo_removed': 'El logotipo se ha quitado.',
} as const
