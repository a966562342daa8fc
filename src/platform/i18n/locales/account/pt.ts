/** The account pages, in Portuguese. */
export const account = {
  // The frame of the account pages
  'page.link.overview': 'Visão geral',
  'page.label.menu': 'Menu',
  'page.label.signed_in_as': 'Sessão de {name}',
  'page.button.save': 'Guardar',
  'page.button.edit': 'Editar',
  'page.button.delete': 'Eliminar',
  'page.button.make_default': 'Tornar predefinido',
  'page.button.undo': 'Anular',
  'page.name.default': 'Predefinido',
  'page.text.saved': 'As suas alterações foram guardadas.',
  'page.error.changed_elsewhere':
    'Estes dados foram alterados noutro local enquanto os editava. Verifique o que escreveu e guarde novamente para substituir a outra alteração.',

  // Overview
  'page.title.overview': 'Olá, {name}',
  'page.title.overview_unnamed': 'A sua conta',
  'page.name.attention': 'Requer a sua atenção',
  'page.text.all_well': 'Está tudo em dia.',
  'page.text.needs_second_factor':
    'Apenas uma senha protege a sua conta. Adicione uma chave de acesso ou uma aplicação de autenticação.',
  'page.text.needs_card': '{card} expirou. Substitua-o ou elimine-o.',
  'page.text.needs_address':
    'Ainda não tem nenhum endereço. Adicione um para comprar mais depressa.',
  'page.text.needs_erasure': 'A sua conta será eliminada em {date}. Ainda pode mantê-la.',
  'page.text.count_addresses': 'Endereços guardados: {count}',
  'page.text.count_sessions': 'Sessões ativas: {count}',
  'page.text.count_applications': 'Aplicações ligadas: {count}',
  'page.text.sign_in_methods': 'Senha, chaves de acesso, aplicação de autenticação',

  // Addresses
  'page.title.addresses': 'Endereços',
  'page.link.addresses': 'Endereços',
  'page.text.no_addresses':
    'Ainda não tem endereços. Os endereços guardados são sugeridos para entrega e faturação quando compra.',
  'page.button.address_add': 'Adicionar um endereço',
  'page.title.address_edit': 'Editar endereço',
  'page.title.address_delete': 'Eliminar este endereço?',
  'page.text.address_delete':
    'Este endereço deixará de ser sugerido quando compra. Pode anular na página seguinte.',
  'page.text.address_delete_default': 'Outro endereço passa a ser o seu endereço predefinido.',
  'page.text.address_added': 'O endereço foi adicionado.',
  'page.text.address_saved': 'O endereço foi guardado.',
  'page.text.address_deleted': 'O endereço foi eliminado.',
  'page.text.address_default': 'Este é agora o seu endereço predefinido.',
  'page.text.address_billed':
    'Um método de pagamento usa este endereço para faturação, por isso não pode ser eliminado.',
  'page.label.country': 'País',
  'page.name.choose_country': 'Escolha um país',
  'page.button.use_country': 'Usar este país',
  'page.hint.use_country': 'Os outros campos dependem do país.',
  'page.label.optional': '{label} (opcional)',
  'page.hint.example': 'Por exemplo {example}',
  'page.label.default_address': 'Usar como o meu endereço predefinido',
  'page.label.edit_address': 'Editar endereço: {address}',
  'page.label.delete_address': 'Eliminar endereço: {address}',
  'page.label.default_address_of': 'Tornar endereço predefinido: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Métodos de pagamento',

  // Profile
  'page.link.profile': 'Perfil',

  // Data and privacy
  'page.link.privacy': 'Os seus dados',

  // Webhooks
  'page.link.webhooks': 'Webhooks',
} as const
