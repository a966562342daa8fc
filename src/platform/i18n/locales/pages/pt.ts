import type { pages as en } from './en.ts'

/** What the pages say, in Portuguese. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Erro: {title}',
  'page.link.skip': 'Ir para o conteúdo',
  'page.label.language': 'Idioma',
  'page.label.account': 'Conta',
  'page.text.check': 'Verifique o que escreveu.',

  // Signing in
  'page.title.sign_in': 'Iniciar sessão',
  'page.text.sign_in_first': 'Inicie sessão primeiro.',
  'page.text.password_set': 'A sua nova senha está definida. Já pode iniciar sessão com ela.',
  'page.label.email': 'Endereço de e-mail',
  'page.label.password': 'Senha',
  'page.button.sign_in': 'Iniciar sessão',
  'page.button.passkey': 'Iniciar sessão com uma chave de acesso',
  'page.link.forgotten': 'Esqueceu-se da senha?',
  'page.link.sign_up': 'Criar uma conta',
  'page.link.sign_in': 'Iniciar sessão',
  'page.link.go_on': 'Já confirmei o meu endereço: continuar',
  'page.error.wrong': 'O endereço de e-mail ou a senha não está correto.',
  'page.error.required': 'Preencha este campo.',
  'page.error.email': 'Escreva um endereço de e-mail, por exemplo ada@example.com.',
  'page.error.passkey': 'Essa chave de acesso não funcionou. Tente novamente ou use a sua senha.',
  'page.error.too_many': 'Houve demasiadas tentativas. Tente novamente dentro de {minutes} min.',

  // Many have guessed: an email confirms who it is
  'page.text.email_proof':
    'Houve muitas tentativas de iniciar sessão nesta conta. Se houver uma conta para {email}, enviámos-lhe um código. Introduza o código e a sua senha, ou abra a ligação no e-mail. Um código enviado na última hora também serve.',
  'page.text.email_proof_linked': 'Introduza a sua senha para iniciar sessão como {email}.',
  'page.label.email_code': 'Código do e-mail',
  'page.error.email_code':
    'Este código não está certo ou expirou. Use o código do e-mail mais recente.',
  'page.error.wrong_password': 'A senha não está certa.',
  'page.text.second_factor_emailed':
    'Foram introduzidos muitos códigos errados nesta conta. Confirme que se trata de si: enviámos-lhe um e-mail com um código. Introduza-o aqui e, por baixo, os seis algarismos que a sua aplicação de autenticação mostra ou um dos seus códigos de recuperação.',

  // The second step
  'page.title.second_factor': 'Confirme que é mesmo você',
  'page.text.second_factor':
    'Escreva os seis algarismos que a sua aplicação de autenticação mostra ou um dos seus códigos de recuperação.',
  'page.label.code': 'Código',
  'page.button.continue': 'Continuar',
  'page.button.use_passkey': 'Usar uma chave de acesso',
  'page.link.start_again': 'Recomeçar',
  'page.error.code': 'Este código não está correto ou já foi usado.',

  // Signing up
  'page.title.sign_up': 'Criar uma conta',
  'page.label.full_name': 'Nome completo (opcional)',
  'page.text.password_rule':
    'Pelo menos 8 caracteres. O melhor são algumas palavras de que se consiga lembrar.',
  'page.button.sign_up': 'Criar uma conta',
  'page.error.password_short': 'Use pelo menos 8 caracteres.',
  'page.error.password_long': 'Use no máximo 256 caracteres.',
  'page.error.password_common':
    'Esta senha é fácil de adivinhar: muitas pessoas a usam. Escolha outra.',
  'page.error.password_same':
    'Escolha uma senha diferente do seu endereço de e-mail e do seu nome.',
  'page.error.full_name': 'Escreva um nome com no máximo 128 caracteres, numa só linha.',
  'page.title.check_email': 'Verifique o seu e-mail',
  'page.text.check_email':
    'Se {email} estiver correto, enviámos-lhe um e-mail. Abra a ligação que ele contém para continuar.',
  'page.text.no_email': 'Nenhum e-mail passados alguns minutos? Verifique a pasta de spam.',
  'page.link.other_email': 'Usar outro endereço de e-mail',
  'page.title.confirm_email': 'Confirme o seu endereço de e-mail',
  'page.text.confirm_email': 'Mais um passo: escreva a senha que escolheu para {email}.',
  'page.button.confirm_email': 'Confirmar',
  'page.link.sign_up_again': 'Esqueceu-se dessa senha? Registe-se novamente',

  // A forgotten password
  'page.title.forgotten': 'Senha esquecida',
  'page.text.forgotten':
    'Indique-nos o seu endereço de e-mail. Enviamos-lhe uma ligação para escolher uma nova senha.',
  'page.button.forgotten': 'Enviar a ligação',
  'page.title.new_password': 'Escolha uma nova senha',
  'page.label.new_password': 'Nova senha',
  'page.button.new_password': 'Definir a senha',
  'page.title.continue': 'A sua sessão foi iniciada',
  'page.text.continue':
    'Começou noutro navegador ou há algum tempo. Volte a {application} e comece lá de novo. Não precisa de iniciar sessão outra vez.',
  'page.link.to_application': 'Ir para {application}',
  'page.link.to_account': 'Ir para a sua conta',

  // An application asks
  'page.title.consent': 'Permitir que {application} use a sua conta?',
  'page.label.consent': '{application} pretende:',
  'page.text.consent_account': 'Iniciou sessão como {email}.',
  'page.text.consent_host': 'Em qualquer caso, volta a {host}.',
  'page.text.consent_withdraw':
    'Pode retirar esta permissão a qualquer momento nas aplicações ligadas.',
  'page.button.allow': 'Permitir',
  'page.button.deny': 'Não permitir',
  'page.link.other_account': 'Usar outra conta',
  'page.scope.openid': 'Saber que é você',
  'page.scope.profile': 'Ver o seu nome e idioma',
  'page.scope.email': 'Ver o seu endereço de e-mail',
  'page.scope.phone': 'Ver o seu número de telefone',
  'page.scope.address': 'Ver o seu endereço predefinido',
  'page.scope.offline_access': 'Fazê-lo também na sua ausência',
  'page.scope.read:events': 'Ver eventos e anúncios',
  'page.scope.read:user': 'Ver o seu perfil, endereços e métodos de pagamento',
  'page.scope.write:user': 'Alterar o seu perfil, endereços e métodos de pagamento',
  'page.scope.read:webhooks': 'Ver para onde são enviadas as novidades da sua conta',
  'page.scope.write:webhooks': 'Alterar para onde são enviadas as novidades da sua conta',
  'page.scope.read:payment': 'Ver os seus pagamentos',
  'page.scope.read:sales': 'Ver as suas vendas',
  'page.scope.write:sales': 'Alterar as suas vendas',
  'page.scope.read:sellerlistings': 'Ver o que tem à venda',
  'page.scope.write:sellerlistings': 'Alterar o que tem à venda',
  'page.scope.write:purchases': 'Comprar bilhetes para si',
  'page.scope.write:requestedevents': 'Pedir novos eventos em seu nome',

  // Signing out
  'page.title.sign_out': 'Terminar sessão?',
  'page.text.sign_out': 'A sessão será terminada neste navegador.',
  'page.button.sign_out': 'Terminar sessão',
  'page.link.stay': 'Manter a sessão iniciada',
  'page.title.signed_out': 'A sessão terminou',
  'page.text.signed_out': 'Até breve.',

  // The account: sessions
  'page.title.sessions': 'Onde tem sessão iniciada',
  'page.link.sessions': 'Sessões',
  'page.text.sessions':
    'Termine todas as sessões que não conhece e, se encontrar alguma, altere a sua senha.',
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
  'page.text.no_applications': 'Nenhuma aplicação pode usar a sua conta.',
  'page.label.since': 'Ligada desde',
  'page.label.may': 'Pode',
  'page.button.disconnect': 'Desligar',
  'page.label.disconnect': 'Desligar {application}',
  'page.text.disconnected': 'A aplicação já não pode usar a sua conta.',

  // The account: security
  'page.title.security': 'Os seus métodos de acesso',
  'page.link.security': 'Segurança',
  'page.text.confirm_identity':
    'Confirme novamente que se trata de si antes de fazer esta alteração.',
  'page.link.cancel': 'Cancelar',
  'page.text.totp_remove':
    'Depois, a sua senha basta para iniciar sessão, a menos que tenha uma chave de acesso.',
  'page.text.recovery_renew': 'Recebe dez códigos novos. Os antigos deixam de funcionar.',
  'page.text.passkey_remove': 'Depois, ninguém poderá iniciar sessão com ela.',
  'page.name.password': 'Senha',
  'page.label.current_password': 'Senha atual',
  'page.button.change_password': 'Alterar a senha',
  'page.text.password_changed':
    'A sua senha foi alterada. Todas as outras sessões foram terminadas e todas as aplicações desligadas.',
  'page.error.current_password': 'Esta não é a sua senha atual.',
  'page.name.totp': 'Aplicação de autenticação',
  'page.text.totp_off':
    'Uma aplicação no seu telefone mostra um código que escreve depois da senha: quem tiver apenas a senha não consegue entrar.',
  'page.text.totp_on': 'Depois da senha é-lhe pedido um código da sua aplicação.',
  'page.text.recovery_left': 'Códigos de recuperação restantes: {count}.',
  'page.button.totp_add': 'Configurar uma aplicação',
  'page.button.totp_remove': 'Remover a aplicação',
  'page.title.totp': 'Configurar uma aplicação de autenticação',
  'page.text.totp_scan': 'Leia esta imagem com a sua aplicação ou escreva nela a chave.',
  'page.label.qr': 'Imagem da chave para a sua aplicação de autenticação',
  'page.label.secret': 'Chave',
  'page.text.totp_confirm': 'Depois escreva os seis algarismos que a aplicação mostra.',
  'page.button.totp_confirm': 'Confirmar',
  'page.title.recovery_codes': 'Os seus códigos de recuperação',
  'page.text.recovery_codes':
    'Guarde estes códigos num lugar seguro. Cada um permite-lhe entrar uma vez sem a sua aplicação. Não voltam a ser mostrados.',
  'page.link.recovery_kept': 'Já os guardei',
  'page.text.totp_removed': 'A aplicação foi removida.',
  'page.name.passkeys': 'Chaves de acesso',
  'page.text.passkeys':
    'Com uma chave de acesso entra com a sua impressão digital, o seu rosto ou o bloqueio do seu dispositivo.',
  'page.text.passkeys_script':
    'Para adicionar uma chave de acesso, o seu navegador precisa de JavaScript.',
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
  'page.error.passkey_name': 'Escreva um nome com no máximo 64 caracteres, numa só linha.',
  'page.name.email': 'Endereço de e-mail',
  'page.text.email': 'O seu endereço de e-mail é {email}.',
  'page.label.new_email': 'Novo endereço de e-mail',
  'page.button.change_email': 'Alterar o endereço',
  'page.text.new_email': 'Confirme que {email} deve ser o novo endereço de e-mail da sua conta.',
  'page.text.email_changed': 'O seu endereço de e-mail foi alterado.',
  'page.button.recovery_renew': 'Criar novos códigos de recuperação',

  'page.title.demo': 'De volta à aplicação de demonstração',
  'page.title.demo_state': 'Esta resposta pertence a outro pedido',
  'page.label.demo_exchange':
    'Troque o código por tokens no prazo de um minuto, num terminal deste computador:',
  'page.label.demo_use': 'Depois use o token de acesso:',
  'page.text.demo_no_code': 'Não há nenhum código para trocar.',
  'page.text.demo_state':
    'Este navegador não iniciou um pedido com este “state”, por isso a resposta pode ser para outra pessoa. Uma aplicação deve parar aqui e não trocar o código.',

  // What goes wrong
  'page.title.step_expired': 'Este passo terminou',
  'page.text.step_expired':
    'Demorou demasiado ou foi concluído noutro separador. Volte à aplicação e recomece.',
  'page.title.sign_in_expired': 'Inicie sessão novamente',
  'page.text.sign_in_expired':
    'Demorou demasiado ou foi concluído noutro separador. Nada se perdeu: recomece.',
  'page.title.link_expired': 'Esta ligação já não funciona',
  'page.text.link_expired':
    'Já foi usada ou é demasiado antiga. Se ainda precisar dela, peça uma nova.',
  'page.text.link_used': 'Já foi usada: cada ligação funciona uma só vez.',
  'page.text.link_used_sign_up':
    'Já foi usada, por isso o seu endereço está confirmado. Pode iniciar sessão.',
  'page.text.link_used_new_email': 'Já foi usada: o novo endereço de e-mail está confirmado.',
  'page.text.link_too_old': 'Expirou.',
  'page.text.link_replaced':
    'Uma ligação mais recente substituiu-a, ou a conta foi alterada entretanto. Use a ligação do e-mail mais recente.',
  'page.text.another_link': 'Podemos enviar outro e-mail para {email}.',
  'page.button.another_link': 'Enviar outra ligação',
  'page.link.to_security': 'Ir para as suas definições de segurança',
  'page.title.application_request': 'A aplicação enviou um pedido inválido',
  'page.text.application_request':
    'Não pode continuar a partir daqui, e a culpa não é sua. Informe quem gere a aplicação.',
  'page.title.foreign_form': 'Este formulário não pode ser usado',
  'page.text.foreign_form':
    'Veio de outro sítio, ou o seu navegador esqueceu-se de nós entretanto. Nada foi alterado. Volte atrás, carregue a página de novo e repita o que escreveu; os cookies têm de ser permitidos.',
  'page.title.bad_form': 'Este formulário não pode ser lido',
  'page.text.bad_form':
    'Nada foi alterado. Volte atrás, carregue a página de novo e repita o que escreveu.',
  'page.title.card_number': 'Não escreva aqui nenhum número de cartão',
  'page.text.card_number':
    'Um dos campos contém o que parece ser o número de um cartão de pagamento. Nada foi guardado. Volte atrás e altere-o.',
  'page.title.not_found': 'Página não encontrada',
  'page.text.not_found': 'O endereço pode estar mal escrito, ou a página já não existe.',
  'page.title.too_many': 'Demasiadas tentativas',
  'page.text.too_many': 'Tente novamente dentro de {minutes} min.',
  'page.title.unavailable': 'De momento não podemos responder',
  'page.text.unavailable': 'Tente novamente dentro de instantes.',
  'page.title.internal': 'Algo correu mal',
  'page.text.internal':
    'A culpa é nossa, não sua. Tente novamente mais tarde; se continuar, indique-nos este número: {reference}.',
}
