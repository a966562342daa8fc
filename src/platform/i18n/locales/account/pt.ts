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
  'page.label.count_addresses': 'Endereços guardados: {count}',
  'page.label.count_sessions': 'Sessões ativas: {count}',
  'page.label.count_applications': 'Aplicações ligadas: {count}',
  'page.label.sign_in_methods': 'Senha, chaves de acesso, aplicação de autenticação',

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
  'page.label.example': 'Por exemplo {example}',
  'page.label.default_address': 'Usar como o meu endereço predefinido',
  'page.label.edit_address': 'Editar endereço: {address}',
  'page.label.delete_address': 'Eliminar endereço: {address}',
  'page.label.default_address_of': 'Tornar endereço predefinido: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Métodos de pagamento',
  'page.text.no_methods':
    'Ainda não tem métodos de pagamento. Com métodos guardados compra mais depressa, e o PayPal também pode receber os seus ganhos.',
  'page.button.card_add': 'Adicionar um cartão',
  'page.button.paypal_add': 'Adicionar uma conta PayPal',
  'page.title.card_edit': 'Editar {method}',
  'page.name.card': '{brand} terminado em {last4}',
  'page.name.expired': 'Expirado',
  'page.name.default_buyer': 'Predefinido para compras',
  'page.name.default_seller': 'Predefinido para recebimentos',
  'page.label.expires': 'Expira',
  'page.label.billing_address': 'Endereço de faturação',
  'page.name.no_billing': 'Sem endereço de faturação',
  'page.label.holder': 'Nome no cartão',
  'page.label.card_number': 'Número do cartão',
  'page.hint.card_number': 'O número não é guardado aqui.',
  'page.hint.card_number_keep': 'Deixe vazio para manter {method}.',
  'page.label.expiry_month': 'Mês de validade',
  'page.label.expiry_year': 'Ano de validade',
  'page.name.month': 'Mês',
  'page.name.year': 'Ano',
  'page.label.default_buyer': 'Usar por predefinição nas minhas compras',
  'page.label.default_seller': 'Usar por predefinição nos meus recebimentos',
  'page.label.paypal_email': 'Endereço de e-mail da conta PayPal',
  'page.button.default_buyer': 'Tornar predefinido para compras',
  'page.button.default_seller': 'Tornar predefinido para recebimentos',
  'page.label.action_on': '{action}: {method}',
  'page.title.method_delete': 'Eliminar {method}?',
  'page.text.method_delete':
    '{method} deixará de ser sugerido no pagamento. Os pagamentos em curso não são afetados. Para voltar a usá-lo, terá de o adicionar novamente.',
  'page.text.method_delete_default': 'Não terá nenhum predefinido até escolher um.',
  'page.text.method_added': 'O método de pagamento foi adicionado.',
  'page.text.method_saved': 'O método de pagamento foi guardado.',
  'page.text.method_deleted': 'O método de pagamento foi eliminado.',
  'page.text.method_default': 'O seu predefinido foi alterado.',
  'page.text.cards_elsewhere': 'Pode adicionar um cartão quando comprar. Depois aparece aqui.',
  'page.error.vault':
    'De momento não foi possível guardar o cartão. Tente novamente dentro de instantes.',
  'page.label.count_methods': 'Métodos de pagamento guardados: {count}',

  // Profile
  'page.link.profile': 'Perfil',
  'page.label.profile_name': 'Nome completo',
  'page.label.newsletter': 'Receber a newsletter por e-mail',
  'page.label.phone': 'Número de telefone',
  'page.label.phone_country': 'País do número de telefone',
  'page.label.phone_country_hint': 'Para um número sem indicativo do país',
  'page.label.email_language': 'Língua dos e-mails',
  'page.label.time_zone': 'Fuso horário',
  'page.text.profile_email': 'Inicia sessão com {email}.',

  // Data and privacy
  'page.link.privacy': 'Os seus dados',
  'page.name.export': 'Transferir os seus dados',
  'page.text.export':
    'Obtenha um ficheiro com tudo o que está guardado sobre si: perfil, endereços, métodos de pagamento, aplicações ligadas e atividade recente. Não contém senhas nem números de cartão.',
  'page.button.export': 'Transferir',
  'page.text.export_ready':
    'O ficheiro está em formato JSON. Guarde-o num local seguro: contém os seus endereços.',
  'page.name.delete_account': 'Eliminar a sua conta',
  'page.text.delete_account':
    'Tudo o que está guardado sobre si é eliminado. Tem 14 dias para mudar de ideias.',
  'page.text.delete_account_now': 'Todas as aplicações perdem de imediato o acesso à sua conta.',
  'page.text.delete_account_cancel': 'Durante 14 dias pode iniciar sessão e manter a conta.',
  'page.text.delete_account_then':
    'Depois, os seus endereços, métodos de pagamento e dados de início de sessão são eliminados para sempre.',
  'page.button.delete_account': 'Eliminar a minha conta',
} as const
