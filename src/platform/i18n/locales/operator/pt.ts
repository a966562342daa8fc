/** The pages for operators, in Portuguese. */
export const operator = {
  // Operators
  'page.link.operator': 'Apoio',
  'page.title.operator': 'Procurar um utilizador',
  'page.title.operator_user': 'Utilizador {id}',
  'page.title.operator_request': 'Pedido',
  'page.title.operator_application': 'Aplicação',
  'page.label.find': 'Email ou número',
  'page.text.find_hint':
    'Também o identificador de um pedido, de uma página de erro ou do registo, ou o ID de cliente de uma aplicação.',
  'page.button.find': 'Procurar',
  'page.error.nobody': 'Nada foi encontrado. Verifique o que escreveu.',
  'page.text.sign_up_waits':
    'Alguém se registou com este endereço de e-mail e ainda não o confirmou. Pode enviar de novo o e-mail com o link.',
  'page.text.sign_up_sent': 'A mensagem de confirmação foi enviada.',
  'page.text.no_records':
    'O registo de auditoria não tem nada sobre este pedido. A maioria dos pedidos que apenas leem não deixa nada. Procure o pedido no registo do serviço.',
  'page.name.account_state': 'Conta',
  'page.name.acts': 'O que pode fazer',
  'page.text.no_acts': 'Aqui não pode fazer nada por esta conta.',
  'page.name.belongings': 'O que a conta contém',
  'page.label.operator_name': 'Nome',
  'page.label.operator_state': 'Estado',
  'page.label.operator_created': 'Criação',
  'page.label.wanted_email': 'Novo email, não confirmado',
  'page.label.disabled': 'Desativação',
  'page.label.erases': 'Eliminação prevista',
  'page.label.roles': 'Funções',
  'page.label.codes_left': 'Códigos de recuperação restantes',
  'page.label.open_links': 'Ligações ainda válidas',
  'page.label.queued_emails': 'Mensagens à espera de envio',
  'page.name.state_enabled': 'Ativa',
  'page.name.state_disabled': 'Desativada',
  'page.name.state_erasing': 'Será eliminada',
  'page.name.role_operator': 'Operador',
  'page.name.role_developer': 'Programador',
  'page.name.yes': 'Sim',
  'page.name.no': 'Não',
  'page.name.none': 'Nenhum',
  'page.name.link_sign_up': 'Registo',
  'page.name.link_reset_password': 'Nova senha',
  'page.name.link_new_email': 'Novo email',
  'page.name.link_sign_in': 'Início de sessão',
  'page.label.reason': 'Motivo',
  'page.text.reason_hint':
    'O número de um pedido de apoio ou uma só palavra, por exemplo SUP-4711. Fica no registo de auditoria, por isso não escreva dados pessoais.',
  'page.error.reason':
    'Introduza o número de um pedido de apoio ou uma palavra sem espaços, por exemplo SUP-4711.',
  'page.label.check': 'Como verificou quem o pede?',
  'page.text.check_hint':
    'Não peça nada que um atacante possa ler numa caixa de correio roubada. Se a caixa pode estar em mãos erradas, desative antes a conta.',
  'page.name.choose': 'Escolha uma opção',
  'page.name.email_and_day':
    'Pedido a partir do endereço de e-mail da conta, resposta para esse endereço, um dia de espera',
  'page.name.document_in_person': 'Documento de identificação visto em pessoa',
  'page.name.document_by_video': 'Documento de identificação comparado numa videochamada',
  'page.error.check': 'Escolha como verificou.',
  'page.button.operator_send_password_link': 'Enviar um link para uma nova senha',
  'page.text.operator_send_password_link':
    'O utilizador recebe um e-mail com um link para escolher uma nova senha. O link funciona uma vez, durante uma hora. Até lá, a senha não muda.',
  'page.text.operator_done_send_password_link': 'O link para uma nova senha foi enviado.',
  'page.button.operator_resend_confirmation': 'Enviar de novo a mensagem de confirmação',
  'page.text.operator_resend_confirmation':
    'O utilizador recebe outro e-mail com um link para confirmar o endereço. Os links anteriores para um novo endereço deixam de funcionar.',
  'page.text.operator_done_resend_confirmation': 'A mensagem de confirmação foi enviada de novo.',
  'page.button.operator_reset_second_factors': 'Remover todos os segundos fatores',
  'page.text.operator_reset_second_factors':
    'A aplicação de autenticação, todas as chaves de acesso e os códigos de recuperação são removidos. Todas as sessões terminam, o utilizador pode depois entrar só com a senha e recebe uma mensagem. Quem tiver a senha e o convencer fica com a conta, por isso verifique primeiro quem o pede.',
  'page.text.operator_done_reset_second_factors': 'Todos os segundos fatores foram removidos.',
  'page.button.operator_end_sessions': 'Terminar todas as sessões',
  'page.text.operator_end_sessions':
    'As sessões terminam em todos os navegadores. As aplicações só podem voltar a usar a conta quando o utilizador iniciar sessão nelas de novo.',
  'page.text.operator_done_end_sessions': 'Todas as sessões foram terminadas.',
  'page.button.operator_disable': 'Desativar a conta',
  'page.text.operator_disable':
    'O utilizador já não pode iniciar sessão, todas as sessões terminam e recebe uma mensagem. As aplicações já não podem usar a conta. Pode reativá-la.',
  'page.text.operator_done_disable': 'A conta foi desativada.',
  'page.button.operator_enable': 'Reativar a conta',
  'page.text.operator_enable':
    'O utilizador pode voltar a iniciar sessão e recebe uma mensagem. As sessões e o acesso das aplicações não voltam por si.',
  'page.text.operator_done_enable': 'A conta foi reativada.',
  'page.button.operator_admit_developer': 'Admitir como programador',
  'page.text.operator_admit_developer':
    'O utilizador pode registar aplicações a partir de agora e recebe uma mensagem.',
  'page.text.operator_done_admit_developer': 'O utilizador é agora programador.',
  'page.button.operator_remove_developer': 'Remover como programador',
  'page.text.operator_remove_developer':
    'O utilizador já não pode registar nem alterar aplicações. As aplicações continuam a funcionar. Para as parar, desative-as uma a uma.',
  'page.text.operator_done_remove_developer': 'O utilizador já não é programador.',
  'page.text.operator_done_nothing': 'Nada foi alterado, porque já estava assim.',
  'page.button.application_disable': 'Desativar a aplicação',
  'page.text.application_disable':
    'Ninguém pode iniciar sessão nesta aplicação e todos os seus tokens terminam. Pode reativá-la. Os tokens terminados não voltam.',
  'page.text.application_done_disable': 'A aplicação foi desativada.',
  'page.button.application_enable': 'Reativar a aplicação',
  'page.text.application_enable':
    'A aplicação volta a funcionar com os seus segredos. Os tokens terminados não voltam.',
  'page.text.application_done_enable': 'A aplicação foi reativada.',
  'page.text.application_done_nothing': 'Nada foi alterado, porque já estava assim.',
  'page.label.operator_client_id': 'ID de cliente',
  'page.label.operator_kind': 'Tipo',
  'page.label.operator_redirect_uris': 'URI de redirecionamento',
  'page.label.operator_scopes': 'Permissões',
  'page.title.second_factor_needed': 'É preciso um segundo fator',
  'page.text.second_factor_needed':
    'Só pode abrir esta página se iniciou sessão com um segundo fator. Termine a sessão e inicie-a com a sua aplicação de autenticação ou uma chave de acesso.',
  'page.title.own_account': 'Esta é a sua própria conta',
  'page.text.own_account':
    'Não pode fazer isto na sua própria conta. Use as páginas da sua conta ou peça a outro operador.',
  'page.title.operator_account': 'Esta conta é de um operador',
  'page.text.operator_account':
    'Para um operador, só quem gere o serviço o pode fazer, na linha de comandos.',
  'page.activity.user.viewed': 'Consultou a conta',
  'page.activity.access.ended': 'Terminou todas as sessões',
  'page.activity.email.confirmation_sent': 'Mensagem de confirmação reenviada',
  'page.activity.user.created': 'A conta foi criada',
  'page.activity.second_factor.refused': 'Segundo fator errado',
  'page.activity.sign_in.link_requested': 'Pediu um link para iniciar sessão',
  'page.activity.consent.refused': 'Recusou ligar uma aplicação',
  'page.name.link_payout_proof': 'Confirmar como recebe',
  'page.name.link_payout_undo': 'Anular uma alteração do recebimento',
} as const
