import { merge } from '../merge.ts'
import { account } from './account/es.ts'
import { developer } from './developer/es.ts'
import type { Catalogue } from './en.ts'
import { mail } from './mail/es.ts'
import { operator } from './operator/es.ts'
import { pages } from './pages/es.ts'

/** Spanish, addressing people with “usted”, in words that all its countries share. */
export const es: Catalogue = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'Este dato es obligatorio.',
  'rule.type.string': 'Debe ser un texto.',
  'rule.type.string_unquoted': 'Debe ser un texto, entre comillas.',
  'rule.type.boolean': 'Debe ser «true» o «false».',
  'rule.type.boolean_quoted': 'Debe ser «true» o «false», sin comillas.',
  'rule.type.integer': 'Debe ser un número entero.',
  'rule.type.integer_quoted': 'Debe ser un número entero, sin comillas.',
  'rule.type.int32': 'Debe ser un número entero no mayor que 2147483647.',
  'rule.type.array': 'Debe ser una lista.',
  'rule.phone':
    'Debe ser un número de teléfono con el prefijo del país, como +34 912 34 56 78, o un número del país elegido.',
  'rule.time_zone': 'Debe ser una zona horaria, como Europe/Madrid.',
  'rule.year': 'Debe ser un año de cuatro cifras, por ejemplo, 2031.',
  'rule.invalid': 'Este valor no es válido.',
  'rule.reference': 'Debe tener de 1 a 64 letras, cifras, guiones y guiones bajos.',
  'rule.repeated': 'Debe indicarse una sola vez.',
  'rule.hostile':
    'No debe contener {character} (posición {position}), ni otros saltos de línea, caracteres de control o caracteres que cambien la dirección del texto.',
  'rule.unknown': 'Esta propiedad no existe aquí o no se puede modificar.',
  'rule.unknown_like': 'Esta propiedad no existe aquí. ¿Quería decir {known}?',
  'rule.unknown_known': 'Esta propiedad no existe aquí. Las propiedades conocidas son {known}.',
  'rule.unknown_id': 'Envíe el identificador en la ruta, no en el cuerpo.',
  'rule.read_only': 'Esta propiedad no se puede establecer aquí.',
  'rule.account_pages': 'Solo los usuarios pueden cambiar este valor, en las páginas de su cuenta.',
  'rule.security_code': 'El código de seguridad de una tarjeta nunca se acepta aquí. No lo envíe.',
  'rule.too_long': 'Debe tener {max} caracteres como máximo.',
  'rule.too_short': 'Longitud mínima en caracteres: {min}.',
  'rule.too_many': 'Debe tener como máximo {max} elementos.',
  'rule.idempotency_key':
    'Debe tener de 1 a 255 caracteres ASCII imprimibles e indicarse una sola vez.',
  'rule.minimum': 'Debe ser {min} como mínimo.',
  'rule.maximum': 'Debe ser {max} como máximo.',
  'rule.one_of': 'Debe ser uno de estos valores: {values}.',
  'rule.sort':
    'Valores posibles, separados por comas: {fields}. Un «-» delante de un nombre invierte el orden.',
  'rule.https_url': 'Debe ser una URL que empiece por https://, de {max} caracteres como máximo.',
  'rule.logo.type': 'Debe ser una imagen PNG o WebP completa, sin animación.',
  'rule.logo.bytes': 'Debe ocupar {max} KiB como máximo.',
  'rule.logo.pixels': 'Debe tener de {min} a {max} píxeles de ancho y de alto.',

  // Errors
  'error.invalid_request_body': 'El cuerpo de la solicitud debe ser un objeto JSON.',
  'error.invalid_request_body.empty': 'El cuerpo está vacío. Debe ser un objeto JSON.',
  'error.invalid_request_body.syntax':
    'El cuerpo no es JSON válido. El error está en la línea {line}, columna {column}.',
  'error.invalid_request_body.encoding': 'El cuerpo no está en UTF-8.',
  'error.invalid_request_body.depth': 'El cuerpo tiene más de {max} niveles de anidamiento.',
  'error.validation_failed': 'Faltan algunos datos o no son válidos. Revíselos, por favor.',
  'error.https_required': 'Envíe la solicitud por HTTPS.',
  'error.malformed_request': 'La solicitud no cumple el protocolo HTTP.',
  'error.malformed_request.if_match':
    'If-Match debe ser * o una lista de etiquetas de entidad entre comillas.',
  'error.invalid_signature': 'La firma no es válida.',
  'error.unauthorized': 'Inicie sesión. Esta solicitud requiere un token de acceso.',
  'error.unauthorized.query': 'Envíe el token de acceso en la cabecera {header}, no en la URL.',
  'error.unauthorized.scheme':
    'Envíe un token de acceso en la cabecera {header}. Los demás métodos de autenticación solo funcionan en el endpoint de tokens.',
  'error.invalid_token': 'El token de acceso no es válido o ha caducado.',
  'error.insufficient_scope': 'Esta aplicación no tiene permiso para hacerlo.',
  'error.insufficient_scope.needed':
    'Esta solicitud requiere un token de acceso con el scope {scope}.',
  'error.insufficient_scope.application':
    'Este token de acceso pertenece a una aplicación, no a un usuario. Pida primero al usuario que inicie sesión.',
  'error.insufficient_scope.user':
    'Este token de acceso pertenece a un usuario. Envíe el token propio de la aplicación (client credentials grant).',
  'error.forbidden': 'Esta acción no está permitida.',
  'error.invalid_delete': 'No se puede eliminar mientras esté en uso.',
  'error.invalid_delete.billed':
    'Esta dirección no se puede eliminar porque es la dirección de facturación de {methods}.',
  'error.limit_reached': 'Se ha alcanzado el máximo. Elimine primero un elemento.',
  'error.webhook_disabled': 'Este webhook está desactivado. Actívelo primero.',
  'error.purchase_not_allowed': 'Este anuncio no se puede comprar.',
  'error.not_found': 'No se ha encontrado nada aquí.',
  'error.not_found.path': 'Esta ruta no existe. Empiece en {url}.',
  'error.method_not_allowed': 'Este método no está permitido aquí.',
  'error.method_not_allowed.allowed':
    'Este método no está permitido aquí. Los métodos permitidos son {methods}.',
  'error.not_acceptable':
    'La cabecera Accept debe permitir application/hal+json o application/json.',
  'error.request_timeout': 'La solicitud ha tardado demasiado en llegar. Inténtelo de nuevo.',
  'error.precondition_failed':
    'Los datos han cambiado desde que los cargó. Vuelva a cargarlos y repita su cambio.',
  'error.idempotency_key_in_use':
    'Todavía se está procesando una solicitud con este Idempotency-Key. Espere un momento y repítala.',
  'error.idempotency_key_reused':
    'Este Idempotency-Key ya se utilizó en una solicitud con otro cuerpo. Utilice una clave nueva.',
  'error.payload_too_large': 'El cuerpo de la solicitud supera los 64 KiB.',
  'error.unsupported_media_type':
    'El cuerpo de la solicitud debe ser application/json o application/hal+json.',
  'error.unsupported_media_type.encoding': 'El cuerpo debe estar en UTF-8 y sin comprimir.',
  'error.headers_too_large': 'Las cabeceras superan los 16 KiB.',
  'error.internal_server_error':
    'Se ha producido un error por nuestra parte. Inténtelo de nuevo más tarde.',
  'error.too_many_requests': 'Demasiadas solicitudes. Espere antes de enviar la siguiente.',
  'error.service_unavailable':
    'El servicio no está disponible temporalmente. Inténtelo de nuevo en unos instantes.',

  // Titles of links
  'link.self': 'Este recurso',
  'link.first': 'Primera página',
  'link.last': 'Última página',
  'link.next': 'Página siguiente',
  'link.prev': 'Página anterior',
  'link.user': 'Su perfil',
  'link.addresses': 'Sus direcciones',
  'link.paymentmethods': 'Sus métodos de pago',
  'link.countries': 'Países',
  'link.webhooks': 'Sus webhooks',
  'link.viagogo:user': 'Su perfil',
  'link.viagogo:countries': 'Países',
  'link.address:create': 'Añadir una dirección',
  'link.address:update': 'Modificar esta dirección',
  'link.address:delete': 'Eliminar esta dirección',
  'link.address:carrier': 'Transportista que recoge en esta dirección',
  'link.country': 'País',
  'link.country:events': 'Eventos en este país',
  'link.country:localwebpage': 'Sitio web para este país',
  'link.country:addressrules': 'Formato de las direcciones de este país',
  'link.paymentmethod:createcreditcard': 'Añadir una tarjeta de crédito o débito',
  'link.paymentmethod:setupcreditcard':
    'Configurar una tarjeta en los campos del procesador de pagos',
  'link.paymentmethod:cardsetup': 'Confirmar esta tarjeta',
  'link.paymentmethod:createpaypal': 'Añadir una cuenta de PayPal',
  'link.paymentmethod:updatecreditcard': 'Actualizar esta tarjeta',
  'link.paymentmethod:updatepaypal': 'Actualizar esta cuenta de PayPal',
  'link.paymentmethod:updatedefaults': 'Establecer o quitar como predeterminado',
  'link.paymentmethod:delete': 'Eliminar este método de pago',
  'link.user:addresses': 'Sus direcciones',
  'link.user:paymentmethods': 'Sus métodos de pago',
  'link.user:purchases': 'Sus compras',
  'link.user:sales': 'Sus ventas',
  'link.user:salesaggregates': 'Resumen de sus ventas',
  'link.user:sellerlistings': 'Sus anuncios',
  'link.user:update': 'Modificar su perfil',
  'link.user:webhooks': 'Sus webhooks',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Añadir un webhook',
  'link.webhook:update': 'Modificar este webhook',
  'link.webhook:delete': 'Eliminar este webhook',
  'link.webhook:ping': 'Enviar un ping',
  'link.webhook:rotatesecret': 'Sustituir el secreto',
  'link.webhook:deliveries': 'Envíos de este webhook',
  'link.delivery:redeliver': 'Enviar de nuevo',
  'link.paymentmethod:createbankaccount': 'Añadir una cuenta bancaria',
  'link.paymentmethod:updatebankaccount': 'Actualizar esta cuenta bancaria',

  // Webhooks
  'webhook.url.invalid': 'Debe ser una URL completa sin fragmento, como https://example.com/hook.',
  'webhook.url.scheme': 'Debe empezar por https://.',
  'webhook.url.credentials':
    'No debe contener nombre de usuario ni contraseña. Use authorization_header.',
  'webhook.url.port': 'Debe usar uno de estos puertos: {ports}.',
  'webhook.url.address': 'Debe llevar a una dirección pública de Internet.',
  'webhook.topics':
    'Debe ser una lista con uno o varios de los valores Addresses, PaymentMethods, User y Ping, cada uno una sola vez.',
  'webhook.authorization_header': 'Debe tener de 1 a 1024 caracteres, solo ASCII imprimibles.',

  // Addresses
  'address.default.required':
    'Siempre debe haber una dirección predeterminada. En su lugar, establezca otra dirección como predeterminada.',
  'address.country_code.unknown':
    'Debe ser un código de país ISO 3166-1 de dos letras, por ejemplo, ES.',
  'address.country_code.meant':
    'Debe ser un código de país ISO 3166-1 de dos letras. ¿Quería decir {code}?',
  'address.state_province.required': 'En este país es obligatorio un estado, provincia o región.',
  'address.state_province.required_like':
    'En este país es obligatorio un estado, provincia o región, por ejemplo, {example}.',
  'address.postal_code.required':
    'En este país es obligatorio un código postal, por ejemplo, {example}.',
  'address.postal_code.digits': 'Como «{example}»: {count} cifras.',
  'address.postal_code.zip':
    'Como «{example}»: cinco cifras y, si se quiere, un guion y otras cuatro.',
  'address.postal_code.canadian':
    'Como «{example}»: letra, cifra, letra y, después, cifra, letra, cifra.',
  'address.postal_code.british':
    'Como «{example}»: la zona y el distrito y, después, una cifra y dos letras.',
  'address.postal_code.irish': 'Como «{example}»: tres caracteres y, después, cuatro.',
  'address.postal_code.dutch': 'Como «{example}»: cuatro cifras y, después, dos letras.',
  'address.postal_code.two_dash_three': 'Como «{example}»: dos cifras, un guion y tres cifras.',
  'address.postal_code.three_dash_four': 'Como «{example}»: tres cifras, un guion y cuatro cifras.',
  'address.postal_code.three_space_two': 'Como «{example}»: tres cifras y, después, dos.',
  'address.postal_code.four_dash_three': 'Como «{example}»: cuatro cifras, un guion y tres cifras.',
  'address.postal_code.five_dash_three': 'Como «{example}»: cinco cifras, un guion y tres cifras.',
  'address.postal_code.like': 'Debe tener un formato como {example}.',
  'address.postal_code.like_either': 'Debe tener un formato como {example} o {second}.',

  // What countries call the parts of an address
  'address.label.full_name': 'Nombre completo',
  'address.label.address_1': 'Calle y número',
  'address.label.address_2': 'Dirección, línea 2',
  'address.label.address_3': 'Dirección, línea 3',
  'address.label.country_code': 'País',
  'address.label.city': 'Ciudad',
  'address.label.post_town': 'Localidad postal',
  'address.label.suburb': 'Localidad',
  'address.label.district': 'Distrito',
  'address.label.state': 'Estado',
  'address.label.province': 'Provincia',
  'address.label.county': 'Condado',
  'address.label.department': 'Departamento',
  'address.label.emirate': 'Emirato',
  'address.label.prefecture': 'Prefectura',
  'address.label.oblast': 'Óblast',
  'address.label.do_si': 'Provincia o ciudad metropolitana',
  'address.label.parish': 'Parroquia',
  'address.label.island': 'Isla',
  'address.label.area': 'Zona',
  'address.label.postal': 'Código postal',
  'address.label.zip': 'Código postal (ZIP)',
  'address.label.eircode': 'Eircode',
  'address.label.pin': 'Código postal (PIN)',

  // Payment methods
  'paymentmethod.buyer_method':
    'Este método de pago no sirve para comprar, por lo que no puede ser el predeterminado para las compras.',
  'paymentmethod.seller_method':
    'Este método de pago no sirve para recibir pagos, por lo que no puede ser el predeterminado para recibirlos.',
  'paymentmethod.billing_address': 'Debe ser el identificador de una de sus direcciones.',
  'paymentmethod.duplicate': 'Ya lo ha guardado como otro método de pago.',
  'paymentmethod.email': 'Debe ser un correo electrónico, por ejemplo, ada@example.com.',
  'card.number.digits':
    'Deben ser las cifras del número de la tarjeta. Se permiten espacios y guiones entre las cifras.',
  'card.number.brand': 'Este número de tarjeta no corresponde a ninguna marca de tarjeta admitida.',
  'card.number.length': 'El número de tarjeta no tiene la longitud correcta para {brand}.',
  'card.number.check': 'El dígito de control del número de tarjeta no es correcto.',
  'card.token.both': 'Envíe el número o el token de la tarjeta, pero no ambos.',
  'card.token.unsupported': 'Aquí no se aceptan tokens de tarjeta. Envíe el número de la tarjeta.',
  'card.token.unknown': 'Este token de tarjeta es desconocido o ya se ha utilizado.',
  'card.declined': 'La tarjeta ha sido rechazada.',
  'card.number.unsupported': 'Aquí no se aceptan números de tarjeta. Envíe un token de tarjeta.',
  'card.gone':
    'La tarjeta guardada ya no existe. Envíe de nuevo el número o el token de la tarjeta.',
  'card.declined.expired': 'Según el emisor de la tarjeta, la tarjeta ha caducado.',
  'card.declined.security_code':
    'El código de seguridad de la tarjeta no es correcto. Introduzca la tarjeta de nuevo.',
  'card.declined.postal_code':
    'El emisor de la tarjeta tiene otro código postal. Elija la dirección de facturación de la tarjeta.',
  'card.declined.funds': 'La tarjeta no tiene fondos suficientes. Utilice otra tarjeta.',
  'card.declined.authentication':
    'El emisor de la tarjeta exige que confirme esta tarjeta. Introdúzcala en los campos del procesador de pagos y envíe el token de la tarjeta.',
  'card.not_chargeable':
    'Ningún procesador de pagos guarda esta tarjeta, así que no se puede cobrar con ella.',
  'payout.on_hold':
    'El método para cobrar del usuario está retenido tras un cambio y no se puede pagar con ningún otro.',
  'payout.no_method': 'El usuario no tiene un método confirmado para cobrar.',
  'card.declined.authentication_failed':
    'El emisor no ha podido confirmar que esta tarjeta es suya. Inténtelo de nuevo o utilice otra tarjeta.',
  'card.setup.incomplete':
    'La configuración de esta tarjeta no ha terminado. Confirme la tarjeta en los campos del procesador de pagos y envíela de nuevo.',
  'card.setup.ended': 'La configuración de esta tarjeta ha finalizado. Inicie una nueva.',
  'card.setup.not_supported':
    'Aquí no hay ningún procesador de pagos conectado, así que no hay campos para configurar una tarjeta. Envíe el número de la tarjeta.',
  'card.expired': 'La tarjeta caducó en {expiry}.',
  'card.start.late': 'La fecha de inicio de la tarjeta no puede ser posterior a la de caducidad.',
  'card.issue_number': 'Debe tener una o dos cifras.',
  'rule.card_number': 'No debe contener un número de tarjeta.',
  'paymentmethod.type.CreditCard': 'Tarjeta de crédito o débito',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': 'Cuenta bancaria',
  'bankaccount.iban.country':
    'Debe empezar por las dos letras de un país que usa el IBAN, por ejemplo DE.',
  'bankaccount.iban.length': 'Los IBAN que empiezan por {country} tienen {length} caracteres.',
  'bankaccount.iban.form':
    'Los IBAN que empiezan por {country} tienen la forma {form}. # es una cifra, A es una letra y * es cualquiera de las dos.',
  'bankaccount.iban.check':
    'Los dígitos de control no corresponden a este IBAN. Compruebe que no haya errores al escribirlo.',
  'bankaccount.routing_number':
    'Debe ser un número de ruta estadounidense (routing number) de nueve dígitos. Compruebe que no haya errores al escribirlo.',
  'bankaccount.number': 'Debe ser el número de cuenta, de 5 a 17 dígitos.',
  'bankaccount.both': 'Envíe un IBAN o una cuenta estadounidense, pero no ambos.',
  'bankaccount.holder': 'Debe ser el nombre del titular, sin número de cuenta.',
  'bankaccount.confirmed':
    'Usted ha confirmado esta cuenta, por lo que su número no se puede sustituir. Añada la cuenta nueva como otro método de pago y elimine esta.',
  'bankaccount.not_supported': 'Aquí no se pueden añadir cuentas bancarias.',
  'bankaccount.gone': 'El procesador de pagos ya no tiene esta cuenta. Añádala de nuevo.',
  'bankaccount.declined':
    'El procesador de pagos no acepta esta cuenta. Compruebe los datos o use otra cuenta.',
  'bankaccount.declined.number':
    'El procesador de pagos no conoce este número. Compruebe que no tenga errores.',
  'bankaccount.declined.routing_number':
    'El procesador de pagos no conoce este número de ruta (routing number). Compruebe que no tenga errores.',
  'bankaccount.declined.country':
    'Las cuentas de este país no pueden recibir pagos aquí. Use una cuenta de otro país.',
  'bankaccount.declined.currency':
    'Las cuentas en esta moneda no pueden recibir pagos aquí. Use una cuenta en otra moneda.',
  'bankaccount.declined.seller_country':
    'Los vendedores de este país no pueden recibir pagos aquí. Si vive en otro país, elija su dirección allí.',

  // Listings
  'listing.tickets.left': 'Quedan como máximo {left} entradas.',
  'listing.tickets.split':
    'Este número de entradas no se puede comprar junto. Debe ser uno de {splits}.',
  'listing.delivery_method':
    'Debe ser el identificador de uno de los métodos de entrega de este anuncio.',
  'listing.delivery_address': 'Debe ser el identificador de una de sus direcciones.',
  'listing.delivery_country': 'Las entradas no se pueden entregar en este país.',
  'listing.pickup_full_name':
    'El nombre completo de la persona que recoge las entradas es obligatorio.',
  'listing.coupon.unknown': 'El cupón «{coupon}» no es válido para este anuncio.',
  'listing.coupon.expired': 'El cupón «{coupon}» ha caducado.',
  'listing.reason.type_not_accepted': 'Este tipo de pago no se acepta para este anuncio.',
  'listing.reason.expired': 'Esta tarjeta ha caducado.',
  'listing.reason.not_for_buying': 'Este método de pago no sirve para comprar.',
})
