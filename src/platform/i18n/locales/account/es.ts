/** The account pages, in Spanish. */
export const account = {
  // The frame of the account pages
  'page.link.overview': 'Resumen',
  'page.label.menu': 'Menú',
  'page.label.signed_in_as': 'Sesión de {name}',
  'page.button.save': 'Guardar',
  'page.button.edit': 'Editar',
  'page.button.delete': 'Eliminar',
  'page.button.make_default': 'Hacer predeterminado',
  'page.button.undo': 'Deshacer',
  'page.name.default': 'Predeterminado',
  'page.text.saved': 'Sus cambios se han guardado.',
  'page.error.changed_elsewhere':
    'Estos datos se modificaron en otro lugar mientras los editaba. Revise lo que ha escrito y guarde de nuevo para sustituir el otro cambio.',

  // Overview
  'page.title.overview': 'Hola, {name}',
  'page.title.overview_unnamed': 'Su cuenta',
  'page.name.attention': 'Requiere su atención',
  'page.text.all_well': 'Todo está al día.',
  'page.text.needs_second_factor':
    'Solo una contraseña protege su cuenta. Añada una llave de acceso o una aplicación de autenticación.',
  'page.text.needs_card': '{card} ha caducado. Sustitúyala o elimínela.',
  'page.text.needs_address':
    'Todavía no tiene ninguna dirección. Añada una para comprar más rápido.',
  'page.text.needs_erasure': 'Su cuenta se eliminará el {date}. Todavía puede conservarla.',
  'page.label.count_addresses': 'Direcciones guardadas: {count}',
  'page.label.count_sessions': 'Sesiones activas: {count}',
  'page.label.count_applications': 'Aplicaciones conectadas: {count}',
  'page.label.sign_in_methods': 'Contraseña, llaves de acceso, aplicación de autenticación',

  // Addresses
  'page.title.addresses': 'Direcciones',
  'page.link.addresses': 'Direcciones',
  'page.text.no_addresses':
    'Todavía no tiene direcciones. Las direcciones guardadas se le ofrecen para la entrega y la facturación cuando compra.',
  'page.button.address_add': 'Añadir una dirección',
  'page.title.address_edit': 'Editar la dirección',
  'page.title.address_delete': '¿Eliminar esta dirección?',
  'page.text.address_delete':
    'Esta dirección ya no se le ofrecerá cuando compre. Podrá deshacerlo en la página siguiente.',
  'page.text.address_delete_default': 'Otra dirección pasará a ser su dirección predeterminada.',
  'page.text.address_added': 'Se ha añadido la dirección.',
  'page.text.address_saved': 'Se ha guardado la dirección.',
  'page.text.address_deleted': 'Se ha eliminado la dirección.',
  'page.text.address_default': 'Esta es ahora su dirección predeterminada.',
  'page.text.address_billed':
    'Un método de pago usa esta dirección para la facturación, por lo que no se puede eliminar.',
  'page.label.country': 'País',
  'page.name.choose_country': 'Elija un país',
  'page.button.use_country': 'Usar este país',
  'page.hint.use_country': 'Los demás campos dependen del país.',
  'page.label.optional': '{label} (opcional)',
  'page.label.example': 'Por ejemplo {example}',
  'page.label.default_address': 'Usar como mi dirección predeterminada',
  'page.label.edit_address': 'Editar la dirección: {address}',
  'page.label.delete_address': 'Eliminar la dirección: {address}',
  'page.label.default_address_of': 'Hacer dirección predeterminada: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Métodos de pago',
  'page.text.no_methods':
    'Todavía no tiene métodos de pago. Con los métodos guardados compra más rápido, y PayPal también puede recibir sus ingresos.',
  'page.button.card_add': 'Añadir una tarjeta',
  'page.button.paypal_add': 'Añadir una cuenta de PayPal',
  'page.title.card_edit': 'Editar {method}',
  'page.name.card': '{brand} terminada en {last4}',
  'page.name.expired': 'Caducada',
  'page.name.default_buyer': 'Predeterminado para compras',
  'page.name.default_seller': 'Predeterminado para cobros',
  'page.label.expires': 'Caduca',
  'page.label.billing_address': 'Dirección de facturación',
  'page.name.no_billing': 'Sin dirección de facturación',
  'page.label.holder': 'Nombre en la tarjeta',
  'page.label.card_number': 'Número de tarjeta',
  'page.hint.card_number': 'El número no se guarda aquí.',
  'page.hint.card_number_keep': 'Déjelo vacío para conservar {method}.',
  'page.label.expiry_month': 'Mes de caducidad',
  'page.label.expiry_year': 'Año de caducidad',
  'page.name.month': 'Mes',
  'page.name.year': 'Año',
  'page.label.default_buyer': 'Usar de forma predeterminada para mis compras',
  'page.label.default_seller': 'Usar de forma predeterminada para mis cobros',
  'page.label.paypal_email': 'Correo electrónico de la cuenta de PayPal',
  'page.button.default_buyer': 'Hacer predeterminado para compras',
  'page.button.default_seller': 'Hacer predeterminado para cobros',
  'page.label.action_on': '{action}: {method}',
  'page.title.method_delete': '¿Eliminar {method}?',
  'page.text.method_delete':
    '{method} ya no se ofrecerá al pagar. Los pagos en curso no se ven afectados. Para volver a usarlo, tendrá que añadirlo de nuevo.',
  'page.text.method_delete_default': 'No tendrá ningún método predeterminado hasta que elija uno.',
  'page.text.method_added': 'Se ha añadido el método de pago.',
  'page.text.method_saved': 'Se ha guardado el método de pago.',
  'page.text.method_deleted': 'Se ha eliminado el método de pago.',
  'page.text.method_default': 'Se ha cambiado su método predeterminado.',
  'page.text.cards_elsewhere': 'Puede añadir una tarjeta cuando compre. Después aparecerá aquí.',
  'page.error.vault':
    'La tarjeta no se ha podido guardar en este momento. Inténtelo de nuevo en unos instantes.',
  'page.label.count_methods': 'Métodos de pago guardados: {count}',

  // Profile
  'page.link.profile': 'Perfil',
  'page.label.profile_name': 'Nombre completo',
  'page.label.newsletter': 'Recibir el boletín por correo electrónico',
  'page.label.phone': 'Número de teléfono',
  'page.label.phone_country': 'País del número de teléfono',
  'page.label.phone_country_hint': 'Para un número sin prefijo de país',
  'page.label.email_language': 'Idioma de los correos',
  'page.label.time_zone': 'Zona horaria',
  'page.text.profile_email': 'Usted inicia sesión con {email}.',

  // Data and privacy
  'page.link.privacy': 'Sus datos',
  'page.name.export': 'Descargar sus datos',
  'page.text.export':
    'Obtenga un archivo con todo lo que está guardado sobre usted: perfil, direcciones, métodos de pago, aplicaciones conectadas y actividad reciente. No contiene contraseñas ni números de tarjeta.',
  'page.button.export': 'Descargar',
  'page.text.export_ready':
    'El archivo está en formato JSON. Guárdelo en un lugar seguro: contiene sus direcciones.',
  'page.name.delete_account': 'Eliminar su cuenta',
  'page.text.delete_account':
    'Se elimina todo lo que está guardado sobre usted. Tiene 14 días para cambiar de opinión.',
  'page.text.delete_account_now':
    'Todas las aplicaciones pierden de inmediato el acceso a su cuenta.',
  'page.text.delete_account_cancel': 'Durante 14 días puede iniciar sesión y conservar la cuenta.',
  'page.text.delete_account_then':
    'Después se eliminan para siempre sus direcciones, métodos de pago y datos de inicio de sesión.',
  'page.button.delete_account': 'Eliminar mi cuenta',
} as const
