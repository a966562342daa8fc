import type { pages as en } from './en.ts'

/** The texts of the pages, in Portuguese. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Erro: {title}',
  'page.link.skip': 'Ir para o conteúdo',
  'page.label.language': 'Idioma',
  'page.label.account': 'Conta',
  'page.text.check': 'Verifique os dados introduzidos.',
  'page.link.terms': 'Termos',
  'page.link.privacy_policy': 'Política de privacidade',
  'page.label.links_of': 'Mais sobre {application}',
  'page.button.reveal': 'Mostrar a senha',
  'page.label.language_is': 'Idioma: {name}',
  'page.link.support': 'Ajuda',

  // Signing in
  'page.title.sign_in': 'Iniciar sessão',
  'page.text.sign_in_first': 'Inicie sessão primeiro.',
  'page.text.password_set': 'A sua nova senha está guardada. Já pode iniciar sessão com ela.',
  'page.label.email': 'Endereço de e-mail',
  'page.label.password': 'Senha',
  'page.button.sign_in': 'Iniciar sessão',
  'page.button.passkey': 'Iniciar sessão com uma chave de acesso',
  'page.link.forgotten': 'Esqueceu-se da sua senha?',
  'page.link.sign_up': 'Criar uma conta',
  'page.link.sign_in': 'Iniciar sessão',
  'page.link.go_on': 'Já confirmei o meu endereço de e-mail',
  'page.error.wrong': 'O endereço de e-mail ou a senha está incorreto.',
  'page.error.required': 'Preencha este campo.',
  'page.error.email': 'Escreva um endereço de e-mail, por exemplo ada@example.com.',
  'page.error.passkey': 'Esta chave de acesso não funcionou. Tente novamente ou use a sua senha.',
  'page.error.too_many': 'Demasiadas tentativas. Tente novamente dentro de {minutes} min.',
  'page.title.sign_in_to': 'Inicie sessão para continuar em {application}',
  'page.link.email_code': 'Receber um código por e-mail',
  'page.title.email_code': 'Iniciar sessão com um código',
  'page.text.email_code':
    'Introduza o seu endereço de e-mail. Enviaremos um código e um link. Não precisa da sua senha.',
  'page.button.email_code': 'Enviar código',
  'page.text.email_code_sent':
    'Se existir uma conta com {email}, enviámos um e-mail para este endereço. Introduza aqui o código do e-mail no prazo de 15 minutos ou abra o link no e-mail.',
  'page.text.email_code_recent':
    'Se existir uma conta com {email}, já enviámos vários e-mails para este endereço na última hora. Abra o link no mais recente. Funciona em qualquer navegador.',
  'page.text.email_link': 'Quer iniciar sessão como {email}?',
  'page.link.email_code_again': 'Enviar outro código',
  'page.link.use_password': 'Iniciar sessão com a senha',
  'page.label.or': 'ou',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'Houve muitas tentativas de iniciar sessão nesta conta. Se {email} tiver uma conta, enviámos um e-mail com um código para este endereço. Introduza o código e a sua senha, ou abra o link no e-mail. Também pode usar um código que enviámos na última hora.',
  'page.text.email_proof_linked': 'Introduza a sua senha para iniciar sessão como {email}.',
  'page.label.email_code': 'Código do e-mail',
  'page.error.email_code':
    'Este código está incorreto ou expirou. Use o código do e-mail mais recente.',
  'page.error.wrong_password': 'A senha está incorreta.',
  'page.text.second_factor_emailed':
    'Foram introduzidos muitos códigos incorretos nesta conta, por isso enviámos-lhe um e-mail com um código. Introduza primeiro o código do e-mail.',

  // The second step
  'page.title.second_factor': 'Confirme a sua identidade',
  'page.text.second_factor':
    'Introduza o código de seis dígitos da sua aplicação de autenticação ou um dos seus códigos de recuperação.',
  'page.text.second_factor_app':
    'Introduza o código de seis dígitos da sua aplicação de autenticação.',
  'page.text.second_factor_codes':
    'Use a sua chave de acesso ou introduza um dos seus códigos de recuperação.',
  'page.text.second_factor_passkey': 'Use a sua chave de acesso para continuar.',
  'page.text.passkey_script':
    'Use um navegador que suporte chaves de acesso e tenha o JavaScript ativado.',
  'page.label.code': 'Código',
  'page.button.continue': 'Continuar',
  'page.button.use_passkey': 'Usar uma chave de acesso',
  'page.link.start_again': 'Recomeçar',
  'page.error.code': 'Este código está incorreto ou já foi usado.',
  'page.button.provider': 'Continuar com {provider}',
  'page.title.provider': 'Iniciar sessão com {provider}',
  'page.text.provider_new':
    '{provider} confirmou que {email} é o seu endereço de e-mail. Ainda não existe uma conta com este endereço.',
  'page.text.provider_other_account':
    'Já tem uma conta com outro endereço de e-mail? Então inicie sessão nela. {provider} só pode ser adicionado a uma conta com o mesmo endereço de e-mail.',
  'page.text.provider_known':
    'Já existe uma conta para {email}. Inicie sessão nela uma vez para adicionar {provider}. Depois poderá iniciar sessão com {provider}.',
  'page.text.provider_connect':
    'Poderá iniciar sessão nesta conta com a sua conta {provider} {email}.',
  'page.button.provider_add': 'Adicionar {provider}',
  'page.text.provider_mismatch':
    'Iniciou sessão como {own}, mas a sua conta {provider} tem o endereço de e-mail {email}. {provider} só pode ser adicionado a uma conta com o mesmo endereço. Altere primeiro o endereço de e-mail nas definições de segurança ou termine a sessão.',

  // Signing up
  'page.title.sign_up': 'Criar uma conta',
  'page.label.full_name': 'Nome completo (opcional)',
  'page.text.password_rule':
    'Pelo menos 8 caracteres. Recomendamos algumas palavras de que se consiga lembrar.',
  'page.button.sign_up': 'Criar uma conta',
  'page.error.password_short': 'Use pelo menos 8 caracteres.',
  'page.error.password_long': 'Use no máximo 256 caracteres.',
  'page.error.password_common':
    'Muitas pessoas usam esta senha, por isso é fácil de adivinhar. Escolha outra.',
  'page.error.password_same':
    'Escolha uma senha diferente do seu endereço de e-mail e do seu nome.',
  'page.error.full_name': 'Escreva um nome com no máximo 128 caracteres, sem quebras de linha.',
  'page.title.check_email': 'Verifique o seu e-mail',
  'page.text.check_email':
    'Se {email} estiver correto, receberá um e-mail nosso. Abra o link no e-mail para continuar.',
  'page.text.no_email':
    'Não recebeu um e-mail ao fim de alguns minutos? Verifique a pasta de spam.',
  'page.link.other_email': 'Usar outro endereço de e-mail',
  'page.title.confirm_email': 'Confirme o seu endereço de e-mail',
  'page.text.confirm_email': 'Último passo: escreva a senha que escolheu para {email}.',
  'page.button.confirm_email': 'Confirmar',
  'page.link.sign_up_again': 'Esqueceu-se desta senha? Crie a conta novamente',

  // A forgotten password
  'page.title.forgotten': 'Esqueceu-se da sua senha?',
  'page.text.forgotten':
    'Introduza o seu endereço de e-mail. Enviaremos um link para escolher uma nova senha.',
  'page.button.forgotten': 'Enviar link',
  'page.title.new_password': 'Escolha uma nova senha',
  'page.label.new_password': 'Nova senha',
  'page.button.new_password': 'Guardar senha',
  'page.title.continue': 'Sessão iniciada',
  'page.text.continue':
    'Começou noutro navegador ou há algum tempo. Volte a {application} e comece de novo. Não precisa de iniciar sessão outra vez.',
  'page.link.to_application': 'Ir para {application}',
  'page.link.to_account': 'Ir para a sua conta',

  // Consent to an application
  'page.title.consent': 'Permitir que {application} use a sua conta?',
  'page.label.consent': '{application} quer:',
  'page.text.consent_account': 'Iniciou sessão como {email}.',
  'page.text.consent_host': 'Em ambos os casos, voltará a {host}.',
  'page.text.consent_withdraw':
    'Pode retirar este acesso a qualquer momento em “Aplicações ligadas”.',
  'page.button.allow': 'Permitir',
  'page.button.deny': 'Não permitir',
  'page.link.other_account': 'Usar outra conta',
  'page.scope.openid': 'Identificar a sua conta',
  'page.scope.profile': 'Ver o seu nome e idioma',
  'page.scope.email': 'Ver o seu endereço de e-mail',
  'page.scope.phone': 'Ver o seu número de telefone',
  'page.scope.address': 'Ver o seu endereço predefinido',
  'page.scope.offline_access': 'Manter este acesso quando não estiver a usar a aplicação',
  'page.scope.read:events': 'Ver eventos e anúncios',
  'page.scope.read:user': 'Ver o seu perfil, endereços e métodos de pagamento',
  'page.scope.write:user': 'Alterar o seu perfil, endereços e métodos de pagamento',
  'page.scope.read:webhooks':
    'Ver para onde são enviadas as notificações da sua conta e o que comunicaram',
  'page.scope.write:webhooks':
    'Fazer comunicar as alterações do seu perfil, dos seus endereços e dos seus métodos de pagamento, também na sua ausência (o que mudou, mas não o conteúdo)',
  'page.scope.read:payment': 'Ver os seus pagamentos',
  'page.scope.read:sales': 'Ver as suas vendas',
  'page.scope.write:sales': 'Alterar as suas vendas',
  'page.scope.read:sellerlistings': 'Ver os seus anúncios',
  'page.scope.write:sellerlistings': 'Alterar os seus anúncios',
  'page.scope.write:purchases': 'Comprar bilhetes em seu nome',
  'page.scope.write:requestedevents': 'Pedir novos eventos em seu nome',

  // Signing out
  'page.title.form_post': 'Continuar para {host}',
  'page.title.sign_out': 'Terminar sessão?',
  'page.text.sign_out': 'A sessão será terminada neste navegador.',
  'page.button.sign_out': 'Terminar sessão',
  'page.link.stay': 'Manter a sessão iniciada',
  'page.title.signed_out': 'Sessão terminada',
  'page.text.signed_out': 'Para voltar a usar a sua conta, inicie sessão.',

  // The account: sessions
  'page.title.sessions': 'Onde tem sessão iniciada',
  'page.link.sessions': 'Sessões',
  'page.text.sessions': 'Se não reconhecer uma sessão, termine-a e altere a sua senha.',
  'page.name.this_session': 'Este navegador',
  'page.name.unknown_device': 'Dispositivo desconhecido',
  'page.label.signed_in': 'Início de sessão',
  'page.label.last_used': 'Última utilização',
  'page.button.end_session': 'Terminar',
  'page.label.end_session': 'Terminar a sessão: {device}',
  'page.button.end_others': 'Terminar todas as outras sessões',
  'page.text.session_ended': 'A sessão foi terminada.',
  'page.text.others_ended': 'Todas as outras sessões foram terminadas.',

  // The account: connected applications
  'page.title.applications': 'Aplicações ligadas',
  'page.link.applications': 'Aplicações',
  'page.text.applications': 'Estas aplicações podem usar a sua conta.',
  'page.text.no_applications':
    'Nenhuma aplicação pode usar a sua conta. Se iniciar sessão numa aplicação com esta conta, ela aparece aqui e pode desligá-la.',
  'page.label.since': 'Ligada desde',
  'page.label.may': 'Permissões',
  'page.button.disconnect': 'Desligar',
  'page.label.disconnect': 'Desligar {application}',
  'page.text.disconnected': 'A aplicação já não pode usar a sua conta.',
  'page.title.disconnect': 'Desligar {application}?',
  'page.text.disconnect':
    'Perde imediatamente o acesso à sua conta e deixa de ser informada sobre alterações. Para a autorizar de novo, inicie sessão a partir dela e dê o seu consentimento.',

  // The account: security
  'page.title.security': 'Definições de segurança',
  'page.link.security': 'Segurança',
  'page.text.confirm_identity': 'Confirme a sua identidade antes de fazer esta alteração.',
  'page.link.cancel': 'Cancelar',
  'page.text.totp_remove':
    'Se não tiver nenhuma chave de acesso, bastará a sua senha para iniciar sessão.',
  'page.text.recovery_renew':
    'Receberá dez códigos de recuperação novos. Os códigos antigos deixarão de funcionar.',
  'page.text.passkey_remove': 'Ninguém poderá voltar a iniciar sessão com esta chave de acesso.',
  'page.name.password': 'Senha',
  'page.label.current_password': 'Senha atual',
  'page.button.change_password': 'Alterar senha',
  'page.text.password_changed':
    'A sua senha foi alterada. Todas as outras sessões foram terminadas. As aplicações só poderão usar a sua conta quando voltar a iniciar sessão nelas. Continuam ligadas e a ser informadas sobre alterações. Desligue as que não conhece.',
  'page.error.current_password': 'Esta não é a sua senha atual.',
  'page.name.totp': 'Aplicação de autenticação',
  'page.text.totp_off':
    'Uma aplicação no seu telefone mostra um código. Introduz este código depois da senha. Assim, quem souber apenas a sua senha não consegue iniciar sessão.',
  'page.text.totp_on':
    'Ao iniciar sessão, pedimos um código da sua aplicação de autenticação depois da senha.',
  'page.text.recovery_left': 'Códigos de recuperação restantes: {count}.',
  'page.button.totp_add': 'Configurar a aplicação de autenticação',
  'page.button.totp_remove': 'Remover a aplicação de autenticação',
  'page.title.totp': 'Configurar uma aplicação de autenticação',
  'page.text.totp_scan':
    'Leia este código QR com a sua aplicação de autenticação ou introduza a chave na aplicação.',
  'page.label.qr': 'Código QR com a chave para a sua aplicação de autenticação',
  'page.label.secret': 'Chave',
  'page.text.totp_confirm': 'Depois, introduza o código de seis dígitos que a aplicação mostra.',
  'page.button.totp_confirm': 'Confirmar',
  'page.title.recovery_codes': 'Os seus códigos de recuperação',
  'page.text.recovery_codes':
    'Guarde estes códigos num lugar seguro. Cada código permite iniciar sessão uma vez sem a aplicação de autenticação nem a chave de acesso. Os códigos não voltarão a ser mostrados.',
  'page.link.recovery_kept': 'Guardei os meus códigos de recuperação',
  'page.text.totp_confirmed':
    'A aplicação de autenticação está configurada. Se não guardou os seus códigos de recuperação, crie novos.',
  'page.text.totp_removed': 'A aplicação de autenticação foi removida.',
  'page.name.passkeys': 'Chaves de acesso',
  'page.text.passkeys':
    'Com uma chave de acesso, inicia sessão com a sua impressão digital, o seu rosto ou o bloqueio de ecrã do seu dispositivo.',
  'page.text.passkeys_script':
    'Para adicionar uma chave de acesso, use um navegador que suporte chaves de acesso e tenha o JavaScript ativado.',
  'page.text.passkeys_full':
    'Tem {max} chaves de acesso. É o máximo. Remova uma antes de adicionar outra.',
  'page.label.passkey_name': 'Nome da chave de acesso',
  'page.button.passkey_add': 'Adicionar uma chave de acesso',
  'page.button.passkey_rename': 'Mudar o nome',
  'page.button.passkey_remove': 'Remover',
  'page.label.passkey_rename': 'Mudar o nome da chave de acesso: {name}',
  'page.label.passkey_remove': 'Remover a chave de acesso: {name}',
  'page.label.added': 'Adicionada',
  'page.text.passkey_added': 'A chave de acesso foi adicionada.',
  'page.text.passkey_renamed': 'O nome da chave de acesso foi mudado.',
  'page.text.passkey_removed': 'A chave de acesso foi removida.',
  'page.error.passkey_add': 'Não foi possível adicionar a chave de acesso. Tente novamente.',
  'page.error.passkey_name': 'Escreva um nome com no máximo 64 caracteres, sem quebras de linha.',
  'page.error.totp_present':
    'Já tem uma aplicação de autenticação. Remova-a primeiro se quiser configurar outra.',
  'page.error.no_second_factor':
    'Só as contas com uma aplicação de autenticação ou uma chave de acesso têm códigos de recuperação. Adicione primeiro uma delas.',
  'page.name.email': 'Endereço de e-mail',
  'page.text.email': 'O seu endereço de e-mail é {email}.',
  'page.label.new_email': 'Novo endereço de e-mail',
  'page.button.change_email': 'Alterar endereço de e-mail',
  'page.text.new_email': 'Quer usar {email} como novo endereço de e-mail da sua conta?',
  'page.text.new_email_other_user':
    'Este link altera o endereço de e-mail de outra conta para {email}. Termine a sessão e abra de novo o link para iniciar sessão com essa conta.',
  'page.name.erasure': 'Eliminação da sua conta',
  'page.text.erasure_planned':
    'A sua conta e todos os seus dados vão ser eliminados. Data: {date}. Até lá, as aplicações não podem usar a sua conta.',
  'page.button.keep_account': 'Manter a minha conta',
  'page.text.erasure_cancelled': 'A sua conta é mantida.',
  'page.text.email_changed': 'O seu endereço de e-mail foi alterado.',
  'page.button.recovery_renew': 'Criar novos códigos de recuperação',
  'page.name.identities': 'Contas externas',
  'page.text.identities': 'Também pode iniciar sessão aqui com estas contas.',
  'page.text.no_identities':
    'Se adicionar uma conta externa com o mesmo endereço de e-mail, poderá iniciar sessão aqui com ela.',
  'page.label.identity_remove': 'Remover {provider}',
  'page.text.identity_remove': 'Já não poderá iniciar sessão com {provider}.',
  'page.text.provider_added': 'Já pode iniciar sessão com a outra conta.',
  'page.text.provider_removed': 'A outra conta foi removida.',
  'page.text.provider_add': 'Vai ser encaminhado para {provider}. Depois pediremos que confirme.',
  'page.text.no_password':
    'A sua conta não tem senha. Podemos enviar-lhe por e-mail um link para escolher uma.',
  'page.button.choose_password': 'Escolher uma senha',
  'page.title.payout_confirm': 'Confirmar como recebe',
  'page.text.payout_confirm':
    'Quer receber por {method} para uma conta em {service}? Confirme apenas se o adicionou pessoalmente.',
  'page.button.payout_confirm': 'Confirmar',
  'page.title.payout_confirmed': 'Confirmado',
  'page.text.payout_confirmed':
    '{method} já pode ser pago. Se for o método predefinido para receber, os pagamentos começam aí dentro de 48 horas.',
  'page.title.payout_undo': 'Anular a alteração',
  'page.text.payout_undo': 'Quer voltar a receber por {method}, como antes da alteração?',
  'page.text.payout_undo_held':
    'Quer voltar a receber por {method}, como antes da alteração? Outra pessoa pode ter confirmado este método de pagamento, por isso os pagamentos só começam em {date}.',
  'page.text.payout_undo_none':
    'Quer deixar de receber pelo novo método de pagamento? Nesse caso, não recebe por nenhum até escolher um.',
  'page.button.payout_undo': 'Anular a alteração',
  'page.title.payout_undone': 'A alteração foi anulada',
  'page.text.payout_undone':
    'Os seus métodos de pagamento mostram para onde vai agora o seu dinheiro. Se não fez a alteração, outra pessoa pode ter acesso à sua conta: escolha agora uma nova senha.',
  'page.text.payout_sign_in':
    'Inicie sessão em {service} para confirmar que quer receber por {method}. Faça-o apenas se o adicionou pessoalmente.',
  'page.text.payout_other_user':
    'Este método de pagamento pertence a outra conta em {service}. Termine a sessão e abra de novo o link para iniciar sessão com essa conta.',
  'page.text.password_unique': 'Use uma senha que não utilize em mais nenhum lugar.',
  'page.text.activity_about': 'Inícios de sessão e alterações da sua conta.',
  'page.button.paypal_confirm': 'Confirmar com o PayPal',
  'page.text.paypal_confirm':
    'Irá ao PayPal e iniciará sessão lá. O PayPal indica-nos depois o endereço de e-mail confirmado da sua conta PayPal. Tem de ser {email}.',
  'page.title.paypal_other': 'Esta é outra conta PayPal',
  'page.text.paypal_other':
    'A conta PayPal em que iniciou sessão não tem {email} como endereço de e-mail confirmado. Inicie sessão na conta com este endereço ou abra o link que enviámos para lá.',

  'page.title.demo': 'De volta à aplicação de demonstração',
  'page.title.demo_state': 'Esta resposta pertence a outro pedido',
  'page.label.demo_exchange':
    'No prazo de um minuto, troque o código por tokens num terminal deste computador:',
  'page.label.demo_use': 'Depois use o token de acesso:',
  'page.text.demo_no_code': 'Não há nenhum código para trocar.',
  'page.text.demo_state':
    'Este navegador não iniciou um pedido com este “state”. A resposta pode ser para outra pessoa. Uma aplicação deve parar aqui e não deve trocar o código.',

  // What goes wrong
  'page.title.step_expired': 'Esta página expirou',
  'page.text.step_expired':
    'Esperou demasiado tempo ou continuou noutro separador. Volte à aplicação e comece de novo.',
  'page.title.sign_in_expired': 'Inicie sessão novamente',
  'page.text.sign_in_expired':
    'Esperou demasiado tempo ou continuou noutro separador. Não se perdeu nenhum dado. Comece de novo.',
  'page.title.link_expired': 'Este link já não funciona',
  'page.text.link_expired':
    'Este link já foi usado ou expirou. Se ainda precisar de um link, peça um novo.',
  'page.text.link_used': 'Este link já foi usado. Cada link funciona uma só vez.',
  'page.text.link_used_sign_up':
    'Este link já foi usado e o seu endereço de e-mail está confirmado. Já pode iniciar sessão.',
  'page.text.link_used_new_email':
    'Este link já foi usado e o seu novo endereço de e-mail está confirmado.',
  'page.text.link_too_old': 'Este link expirou.',
  'page.text.link_replaced':
    'Há um link mais recente, ou a sua conta foi alterada depois de enviarmos este. Use o link do e-mail mais recente.',
  'page.title.sign_in_undo': 'Reverter a alteração',
  'page.text.sign_in_undo':
    'Se outra pessoa alterou o início de sessão na sua conta em {service}, reverta-o aqui. São então anuladas todas as alterações dos métodos de início de sessão desde {date}.',
  'page.text.sign_in_undo_effect':
    'A conta tem de novo o endereço de e-mail {email}, e inicia sessão como antes. A senha e todas as sessões terminam, e todas as aplicações são desligadas. Enviamos um link para uma nova senha para {email}.',
  'page.button.sign_in_undo': 'Reverter a alteração',
  'page.title.taken_back': 'A alteração foi revertida',
  'page.text.taken_back':
    'Enviámos um link para uma nova senha para {email}. Escolha uma nova senha e depois verifique onde recebe o seu dinheiro.',
  'page.text.taken_back_methods':
    'Com isto também ainda se pode iniciar sessão na conta, como antes da alteração. Se algo não for seu, peça a {service} que o remova antes de continuar.',
  'page.title.undo_disabled': 'Esta conta está desativada',
  'page.text.undo_disabled':
    'Nada pode ser revertido enquanto a conta estiver desativada. Contacte a equipa de apoio. Se a conta for ativada antes de o link expirar, o link ainda funciona.',
  'page.title.undo_taken': 'Outra conta tem este endereço de e-mail',
  'page.text.undo_taken':
    'Entretanto, outra conta tem o endereço de e-mail anterior. Dê outro endereço a essa conta e abra de novo o link, ou contacte a equipa de apoio.',
  'page.text.another_link': 'Podemos enviar um novo link para {email}.',
  'page.button.another_link': 'Enviar um novo link',
  'page.link.to_security': 'Ir para as definições de segurança',
  'page.title.application_request': 'A aplicação enviou um pedido inválido',
  'page.text.application_request':
    'Não pode continuar aqui. O erro é da aplicação, não seu. Contacte o fornecedor da aplicação.',
  'page.title.foreign_form': 'Não foi possível enviar o formulário',
  'page.text.foreign_form':
    'O formulário veio de outro site, ou o seu navegador apagou o nosso cookie. Nada foi alterado. Permita os cookies, volte atrás, carregue a página de novo e introduza os dados outra vez.',
  'page.title.bad_form': 'Não conseguimos ler o formulário',
  'page.text.bad_form':
    'Nada foi alterado. Volte atrás, carregue a página de novo e introduza os dados outra vez.',
  'page.title.not_possible': 'Isto não é possível',
  'page.text.not_possible':
    'Nada foi alterado. A página anterior pode já não estar atualizada. Volte atrás e carregue-a de novo.',
  'page.title.card_number': 'Não escreva um número de cartão aqui',
  'page.text.card_number':
    'Um dos campos parece conter o número de um cartão de pagamento. Nada foi guardado. Volte atrás e remova o número.',
  'page.title.not_found': 'Página não encontrada',
  'page.text.not_found': 'O endereço web pode estar incorreto, ou a página já não existe.',
  'page.title.too_many': 'Demasiadas tentativas',
  'page.text.too_many': 'Tente novamente dentro de {minutes} min.',
  'page.title.too_many_requests': 'Demasiados pedidos',
  'page.text.too_many_requests':
    'Chegaram muitos pedidos a partir da sua rede. Tente novamente dentro de {minutes} min.',
  'page.title.unavailable': 'O serviço está temporariamente indisponível',
  'page.text.unavailable': 'Tente novamente dentro de instantes.',
  'page.title.internal': 'Ocorreu um erro',
  'page.text.internal':
    'O erro é nosso. Tente novamente mais tarde. Se voltar a acontecer, contacte-nos e indique este número: {reference}.',
  'page.title.provider_failed': 'Este início de sessão não funciona de momento',
  'page.text.provider_failed':
    'O outro fornecedor não respondeu como esperado. Tente novamente mais tarde ou inicie sessão de outra forma.',
  'page.title.provider_email': 'O seu endereço de e-mail não está confirmado',
  'page.text.provider_email':
    'O outro fornecedor não nos deu nenhum endereço de e-mail confirmado. Confirme primeiro o seu endereço nesse fornecedor ou crie aqui uma conta com uma senha.',
  'page.title.provider_taken': 'Esta conta já está a ser utilizada',
  'page.text.provider_taken':
    'A sua conta no outro fornecedor pertence aqui a outra conta, ou a sua conta aqui já tem outra deste fornecedor. Nada foi alterado.',
  'page.title.provider_account': 'Não pode iniciar sessão desta forma',
  'page.text.provider_account':
    'A sua conta aqui está desativada, ou tem outro endereço de e-mail ou um que não está confirmado. Nada foi alterado. Se precisar de ajuda, contacte-nos.',
  'page.title.last_way_in': 'É a sua última forma de iniciar sessão',
  'page.text.last_way_in':
    'Nada foi alterado. Escolha primeiro uma senha ou adicione uma chave de acesso. Depois poderá remover esta forma de iniciar sessão.',
}
