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
  'page.text.count_addresses': 'Direcciones guardadas: {count}',
  'page.text.count_sessions': 'Sesiones activas: {count}',
  'page.text.count_applications': 'Aplicaciones conectadas: {count}',
  'page.text.sign_in_methods': 'Contraseña, llaves de acceso, aplicación de autenticación',

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
  'page.hint.example': 'Por ejemplo {example}',
  'page.label.default_address': 'Usar como mi dirección predeterminada',
  'page.label.edit_address': 'Editar la dirección: {address}',
  'page.label.delete_address': 'Eliminar la dirección: {address}',
  'page.label.default_address_of': 'Hacer dirección predeterminada: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Métodos de pago',

  // Profile
  'page.link.profile': 'Perfil',

  // Data and privacy
  'page.link.privacy': 'Sus datos',

  // Webhooks
  'page.link.webhooks': 'Webhooks',
} as const
