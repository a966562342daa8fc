import type { mail as en } from './en.ts'

/** The texts of emails, in Portuguese. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Confirme o seu endereço de e-mail para {service}',
  'mail.subject.account_exists': 'Já tem uma conta em {service}',
  'mail.subject.reset_password': 'Escolha uma nova senha para {service}',
  'mail.subject.password_changed': 'A sua senha de {service} foi alterada',
  'mail.subject.address_confirmed': 'O seu endereço de e-mail de {service} foi confirmado',
  'mail.subject.confirm_new_email': 'Confirme o seu novo endereço de e-mail para {service}',
  'mail.subject.email_changed': 'O seu endereço de e-mail de {service} foi alterado',
  'mail.subject.second_factor_changed':
    'Os seus métodos de início de sessão em {service} foram alterados',
  'mail.subject.totp_added': 'Aplicação de autenticação adicionada em {service}',
  'mail.subject.totp_removed': 'Aplicação de autenticação removida em {service}',
  'mail.subject.passkey_added': 'Chave de acesso adicionada em {service}',
  'mail.subject.passkey_removed': 'Chave de acesso removida em {service}',
  'mail.subject.recovery_codes_renewed': 'Novos códigos de recuperação em {service}',
  'mail.subject.sign_in_link': 'Confirme que está a iniciar sessão em {service}',
  'mail.subject.erasure_requested': 'A sua conta em {service} vai ser eliminada',
  'mail.subject.erasure_cancelled': 'A sua conta em {service} não vai ser eliminada',
  'mail.subject.account_erased': 'A sua conta em {service} foi eliminada',
  'mail.subject.support_factors_reset':
    'Os seus métodos de início de sessão em {service} foram redefinidos',
  'mail.subject.support_password_set': 'A nossa equipa de apoio alterou a sua senha de {service}',
  'mail.subject.sign_in_code': 'O seu código para iniciar sessão em {service}',
  'mail.subject.identity_added': 'Início de sessão com {provider} adicionado em {service}',
  'mail.subject.identity_removed': 'Início de sessão com {provider} removido em {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Abra o link abaixo para confirmar o seu endereço de e-mail e concluir a criação da sua conta em {service}.',
  'mail.text.account_exists':
    'Alguém, provavelmente o próprio, tentou criar uma conta em {service} com este endereço de e-mail. Este endereço já tem uma conta, por isso inicie sessão. Se se esqueceu da senha, pode escolher uma nova na página de início de sessão.',
  'mail.text.reset_password':
    'Alguém, provavelmente o próprio, pediu uma nova senha para a sua conta em {service}. Abra o link abaixo para escolher uma nova senha.',
  'mail.text.password_changed':
    'A senha da sua conta em {service} foi alterada. Todas as outras sessões foram terminadas. As aplicações só poderão usar a sua conta quando voltar a iniciar sessão nelas. Continuam ligadas e a ser informadas sobre alterações. Desligue as que não conhece na página “Aplicações ligadas”.',
  'mail.text.address_confirmed':
    'Escolheu uma nova senha para a sua conta em {service}. Com isso, também confirmou o seu endereço de e-mail. Até agora, ninguém o tinha confirmado, por isso outra pessoa pode ter usado a conta. Assim, terminámos todas as sessões, desligámos todas as aplicações e removemos a aplicação de autenticação, as chaves de acesso e os códigos de recuperação. Verifique os endereços e os métodos de pagamento da sua conta.',
  'mail.text.confirm_new_email':
    'Abra o link abaixo para usar este endereço de e-mail na sua conta em {service}. Até lá, a sua conta mantém o endereço atual.',
  'mail.text.email_changed':
    'O endereço de e-mail da sua conta em {service} foi alterado. A partir de agora, enviamos e-mails apenas para o novo endereço.',
  'mail.text.second_factor_changed':
    'Os seus métodos de início de sessão em {service} foram alterados. Uma aplicação de autenticação, uma chave de acesso ou os seus códigos de recuperação foram adicionados, alterados ou removidos.',
  'mail.text.totp_added':
    'Uma aplicação de autenticação foi adicionada à sua conta em {service}. A partir de agora, para iniciar sessão com a senha também precisa de um código desta aplicação.',
  'mail.text.totp_removed':
    'A aplicação de autenticação foi removida da sua conta em {service}. Já não precisa de um código da aplicação para iniciar sessão.',
  'mail.text.passkey_added':
    'Uma chave de acesso foi adicionada à sua conta em {service}. Quem tiver esta chave de acesso pode iniciar sessão com ela.',
  'mail.text.passkey_removed':
    'Uma chave de acesso foi removida da sua conta em {service}. Já ninguém pode iniciar sessão com esta chave de acesso.',
  'mail.text.recovery_codes_renewed':
    'Foram criados novos códigos de recuperação para a sua conta em {service}. Os códigos antigos já não funcionam.',
  'mail.text.sign_in_link':
    'Houve muitas tentativas de iniciar sessão na sua conta em {service}. Se está a iniciar sessão agora, abra o link abaixo e introduza a sua senha. Também pode introduzir este código na página que o pede.',
  'mail.text.erasure_requested':
    'Alguém, provavelmente o próprio, pediu-nos para eliminar a sua conta em {service}. Data de eliminação da conta e de todos os seus dados: {date}. Até lá, pode manter a sua conta: inicie sessão e abra a página “Os seus dados”. As aplicações já não podem usar a sua conta.',
  'mail.text.erasure_cancelled':
    'A eliminação da sua conta em {service} foi cancelada. A sua conta e os seus dados são mantidos. Para voltar a usar uma aplicação, inicie sessão nela novamente.',
  'mail.text.account_erased':
    'A sua conta em {service} e todos os seus dados foram eliminados. Esta é a última mensagem sobre esta conta.',
  'mail.text.support_factors_reset':
    'A nossa equipa de apoio redefiniu os seus métodos de início de sessão em {service}: a aplicação de autenticação, as chaves de acesso e os códigos de recuperação foram removidos. Todas as sessões foram terminadas. Agora basta a sua senha para iniciar sessão. Para voltar a proteger a sua conta, adicione uma aplicação de autenticação ou uma chave de acesso nas suas definições de segurança.',
  'mail.text.support_password_set':
    'A nossa equipa de apoio definiu uma nova senha para a sua conta em {service}. Todas as sessões foram terminadas. As aplicações só poderão usar a sua conta quando voltar a iniciar sessão nelas. Continuam ligadas e a ser informadas sobre alterações. Escolha uma senha que mais ninguém conheça.',
  'mail.text.sign_in_code':
    'Introduza este código no prazo de 15 minutos na página em que o pediu. Ou abra o link abaixo para iniciar sessão na sua conta em {service} em qualquer navegador.',
  'mail.text.identity_added':
    'Foi adicionado à sua conta em {service} um início de sessão com {provider}. Quem puder usar essa conta {provider} pode iniciar sessão com ela.',
  'mail.text.identity_removed':
    'O início de sessão com {provider} foi removido da sua conta em {service}. Já ninguém pode iniciar sessão dessa forma.',

  // For people who did not request the email
  'mail.unasked.ignore':
    'Se não foi o próprio, não precisa de fazer nada. Se ninguém abrir o link, nada acontece.',
  'mail.unasked.unchanged':
    'Se não foi o próprio, não precisa de fazer nada. A sua conta não foi alterada.',
  'mail.unasked.takeover':
    'Se não foi o próprio, outra pessoa pode ter acesso à sua conta. Escolha imediatamente uma nova senha.',
  'mail.unasked.undo':
    'Se não foi o próprio, outra pessoa pode ter acesso à sua conta. Reverta agora a alteração. Isto termina todos os acessos à sua conta, e escolhe uma nova senha.',
  'mail.unasked.sign_in':
    'Se não foi o próprio, não precisa de fazer nada. De momento, a sua senha sozinha não chega para iniciar sessão. Não dê este código a ninguém.',
  'mail.unasked.erasure':
    'Se não foi o próprio, outra pessoa pode ter acesso à sua conta. Abra imediatamente a página “Os seus dados”, mantenha aí a sua conta e depois escolha uma nova senha.',
  'mail.unasked.erased': 'Se não foi o próprio, contacte {service}.',
  'mail.unasked.support':
    'Se não pediu isto à equipa de apoio, outra pessoa pode estar a tentar entrar na sua conta. Escolha imediatamente uma nova senha e contacte {service}.',
  'mail.button.confirm_email': 'Confirmar endereço de e-mail',
  'mail.button.sign_in': 'Iniciar sessão',
  'mail.button.new_password': 'Escolher uma nova senha',
  'mail.button.security': 'Abrir as definições de segurança',
  'mail.button.privacy': 'Abrir “Os seus dados”',
  'mail.label.time': 'Data',
  'mail.label.browser': 'Navegador',
  'mail.label.code': 'Código',
  'mail.name.unknown_browser': 'Navegador desconhecido',
  'mail.link_address': 'Se o botão não funcionar, copie este link para o seu navegador.',
  'mail.unasked.code':
    'Se não foi o próprio, não precisa de fazer nada. Não dê o código a ninguém e não reencaminhe este e-mail.',
  'mail.subject.webhook_disabled': 'Um webhook da sua aplicação em {service} foi desativado',
  'mail.text.webhook_disabled':
    'Um destinatário da sua aplicação em {service} não aceitou nenhuma entrega durante cerca de três dias, ou ficou muito atrasado, por isso desativámos o respetivo webhook. Podem seguir-se outros webhooks deste destinatário. As entregas em espera são guardadas durante sete dias e são enviadas quando a sua aplicação reativar o webhook.',
  'mail.unasked.webhook':
    'Recebe este e-mail porque registou a aplicação. Enviamos no máximo um por dia para cada destinatário.',
  'mail.button.webhooks': 'Ver os webhooks',
  'mail.subject.data_exported': 'Foi criado um ficheiro com os seus dados em {service}',
  'mail.text.data_exported':
    'Todos os dados da sua conta em {service} foram guardados num ficheiro para transferir: entre outros, o seu nome, os seus endereços, como paga e recebe pagamentos e o que aconteceu na sua conta. Não contém senhas nem números de cartão.',
  'mail.subject.application_secret_changed': 'A sua aplicação em {service} tem um novo segredo',
  'mail.text.application_secret_changed':
    'Foi criado um novo segredo para a sua aplicação em {service}. O anterior funciona durante mais um dia.',
  'mail.subject.application_uris_changed':
    'Os endereços de redirecionamento da sua aplicação em {service} foram alterados',
  'mail.text.application_uris_changed':
    'Os endereços de redirecionamento da sua aplicação em {service} foram alterados. Depois de iniciar sessão, os utilizadores e os respetivos códigos de autorização são agora enviados para os novos.',
  'mail.unasked.application':
    'Se não foi o próprio nem a nossa equipa de apoio, outra pessoa pode ter acesso à sua conta. Escolha imediatamente uma nova senha. Depois crie um novo segredo para a aplicação e verifique os seus endereços de redirecionamento.',
  'mail.button.application': 'Ver a aplicação',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'O link funciona uma só vez e expira após uma hora.',
  'mail.link_life.24': 'O link funciona uma só vez e expira após 24 horas.',
  'mail.link_life.48': 'O link funciona uma só vez e expira após 48 horas.',
  'mail.link_life.168': 'O link funciona uma só vez e expira após sete dias.',
  'mail.automatic': 'Esta é uma mensagem automática de {service}. Não responda a esta mensagem.',
  'mail.subject.support_disabled': 'A sua conta {service} foi desativada',
  'mail.subject.support_enabled': 'A sua conta {service} foi reativada',
  'mail.subject.developer_admitted': 'Já pode registar aplicações em {service}',
  'mail.text.support_disabled':
    'A nossa equipa de apoio desativou a sua conta {service}. Todas as sessões foram terminadas e as aplicações já não podem usar a sua conta.',
  'mail.text.support_enabled':
    'A nossa equipa de apoio reativou a sua conta {service}. Pode iniciar sessão como antes. Para voltar a usar uma aplicação, inicie sessão nela de novo.',
  'mail.text.developer_admitted':
    'A sua conta {service} é agora uma conta de programador. Pode registar aplicações em que se inicia sessão com {service}.',
  'mail.unasked.support_disabled': 'Se acha que se trata de um engano, contacte {service}.',
  'mail.unasked.developer': 'Se não fez este pedido, não precisa de fazer nada.',
  'mail.button.developer': 'Registar uma aplicação',
  'mail.subject.confirm_payout': 'Confirme que pode receber por {method}',
  'mail.subject.confirm_bank_account': 'Confirme que pode receber por {method}',
  'mail.text.confirm_bank_account':
    '{method} foi adicionado à sua conta em {service} para receber pagamentos. Se foi o próprio, abra o link abaixo e confirme. Antes disso, nada é pago para lá.',
  'mail.unasked.bank_account':
    'Se não foi o próprio, não confirme. Escolha uma nova senha, porque outra pessoa pode ter acesso à sua conta.',
  'mail.subject.payout_changed': 'O local onde {service} lhe paga vai mudar',
  'mail.subject.payout_cleared': '{service} não lhe paga neste momento',
  'mail.subject.payout_deleted': '{service} não lhe paga neste momento',
  'mail.subject.payout_details': 'Os dados com que {service} lhe paga foram alterados',
  'mail.text.confirm_payout':
    '{method} foi adicionado a uma conta em {service} para receber pagamentos. Se foi o próprio, abra o link abaixo, inicie sessão e confirme. Antes disso, nada é pago para lá.',
  'mail.text.payout_changed':
    'A partir de {date}, {service} paga-lhe por {method}. Até lá, recebe como antes. Se estiver correto, não tem de fazer nada.',
  'mail.text.payout_cleared':
    '{method} já não é o seu método predefinido para receber de {service}. O seu dinheiro espera até poder ser usado outro método de pagamento.',
  'mail.text.payout_deleted':
    '{method} foi eliminado, pelo que {service} já não lhe pode pagar aí. O seu dinheiro espera até poder ser usado outro método de pagamento.',
  'mail.text.payout_details':
    'O nome do titular ou o tipo de {method} foi alterado. Se estiver correto, não tem de fazer nada.',
  'mail.unasked.payout':
    'Se não foi o próprio, ignore este e-mail. Nesse caso, nada é pago para lá e não tem de fazer nada.',
  'mail.unasked.payout_takeover':
    'Se não fez esta alteração, anule-a agora. Depois, escolha uma nova senha, porque outra pessoa pode ter acesso à sua conta.',
  'mail.button.confirm_payout': 'Confirmar',
  'mail.button.payout_undo': 'Anular a alteração',
  'mail.subject.account_recovered': 'A sua conta em {service} é de novo sua',
  'mail.subject.address_taken_back':
    'Uma conta em {service} deixou de ter o seu endereço de e-mail',
  'mail.subject.support_email_set':
    'A nossa equipa de apoio definiu o endereço de e-mail da sua conta em {service}',
  'mail.subject.support_email_removed':
    'A nossa equipa de apoio alterou o endereço de e-mail de uma conta em {service}',
  'mail.subject.payout_undone': 'Uma alteração de onde {service} lhe paga foi anulada',
  'mail.text.account_recovered':
    'Foram revertidas alterações do início de sessão na sua conta em {service} com o link de um e-mail. A conta tem de novo este endereço de e-mail. A senha e todas as sessões terminaram, e todas as aplicações foram desligadas. Abra o link abaixo para escolher uma nova senha. Depois, verifique onde recebe o seu dinheiro. Se registou aplicações aqui, verifique também os seus segredos e endereços de redirecionamento.',
  'mail.text.address_taken_back':
    'A alteração para este endereço de e-mail de uma conta em {service} foi revertida. A conta voltou a ter o endereço anterior e deixou de ter este.',
  'mail.text.support_email_set':
    'A nossa equipa de apoio definiu este endereço como o e-mail da sua conta em {service}. A senha, todas as sessões e todos os outros métodos de início de sessão terminaram, e todas as aplicações foram desligadas. Abra o link abaixo para escolher uma nova senha. Depois, verifique onde recebe o seu dinheiro. Se registou aplicações aqui, verifique também os seus segredos e endereços de redirecionamento.',
  'mail.text.support_email_removed':
    'A nossa equipa de apoio deu outro endereço de e-mail a uma conta em {service}, porque alguém nos provou que a conta é sua. A conta deixou de ter este endereço, e todas as suas sessões terminaram.',
  'mail.text.payout_undone':
    'Uma alteração de onde {service} lhe paga foi anulada. Os seus métodos de pagamento mostram para onde vai agora o seu dinheiro.',
  'mail.unasked.recovered':
    'Se não pediu isto, outra pessoa pode estar a ler os seus e-mails. Escolha imediatamente uma nova senha, aqui e para a sua caixa de correio.',
  'mail.unasked.support_undo':
    'Se não pediu isto à equipa de apoio, reverta agora a alteração. Isto termina todos os acessos à sua conta, e escolhe uma nova senha.',
  'mail.button.sign_in_undo': 'Reverter a alteração',
}
