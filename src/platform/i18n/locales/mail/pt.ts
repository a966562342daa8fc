import type { mail as en } from './en.ts'

/** What mail says, in Portuguese. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Confirme o seu endereço de e-mail para {service}',
  'mail.subject.account_exists': 'Já tem uma conta em {service}',
  'mail.subject.reset_password': 'Escolha uma nova senha para {service}',
  'mail.subject.password_changed': 'A sua senha de {service} foi alterada',
  'mail.subject.confirm_new_email': 'Confirme o seu novo endereço de e-mail para {service}',
  'mail.subject.email_changed': 'O seu endereço de e-mail de {service} foi alterado',
  'mail.subject.second_factor_changed': 'Os seus métodos de acesso a {service} foram alterados',
  'mail.subject.totp_added': 'Aplicação de autenticação adicionada em {service}',
  'mail.subject.totp_removed': 'Aplicação de autenticação removida em {service}',
  'mail.subject.passkey_added': 'Chave de acesso adicionada em {service}',
  'mail.subject.passkey_removed': 'Chave de acesso removida em {service}',
  'mail.subject.recovery_codes_renewed': 'Novos códigos de recuperação em {service}',
  'mail.subject.sign_in_link': 'Confirme que está a iniciar sessão em {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Abra a ligação abaixo para confirmar o seu endereço de e-mail e concluir a criação da sua conta em {service}.',
  'mail.text.account_exists':
    'Alguém, provavelmente você, tentou criar uma conta em {service} com este endereço de e-mail. Já existe uma conta com ele: inicie sessão com essa conta. Se se esqueceu da senha, pode escolher aí uma nova.',
  'mail.text.reset_password':
    'Alguém, provavelmente você, pediu uma nova senha para a sua conta em {service}. Abra a ligação abaixo para escolhê-la.',
  'mail.text.password_changed':
    'A senha da sua conta em {service} foi alterada. A sessão foi terminada em todos os outros dispositivos e todas as aplicações conectadas foram desligadas: inicie sessão nelas novamente para continuar a usá-las.',
  'mail.text.confirm_new_email':
    'Abra a ligação abaixo para usar este endereço de e-mail na sua conta em {service}. Até lá, a conta mantém o endereço antigo.',
  'mail.text.email_changed':
    'O endereço de e-mail da sua conta em {service} foi alterado. A partir de agora, as mensagens são enviadas apenas para o novo endereço.',
  'mail.text.second_factor_changed':
    'Uma aplicação de autenticação, uma chave de acesso ou os códigos de recuperação com que inicia sessão em {service} foram adicionados, alterados ou removidos.',
  'mail.text.totp_added':
    'Uma aplicação de autenticação foi adicionada à sua conta em {service}. A partir de agora, para entrar com a senha também é preciso um código desta aplicação.',
  'mail.text.totp_removed':
    'A aplicação de autenticação foi removida da sua conta em {service}. Para entrar já não é preciso um código dela.',
  'mail.text.passkey_added':
    'Uma chave de acesso foi adicionada à sua conta em {service}. Quem a tiver pode entrar com ela.',
  'mail.text.passkey_removed':
    'Uma chave de acesso foi removida da sua conta em {service}. Já ninguém pode entrar com ela.',
  'mail.text.recovery_codes_renewed':
    'Foram criados novos códigos de recuperação para a sua conta em {service}. Os antigos já não funcionam.',
  'mail.text.sign_in_link':
    'Houve muitas tentativas de iniciar sessão na sua conta em {service}. Se está a iniciar sessão agora, abra a ligação abaixo e introduza a sua senha, ou introduza este código na página que o pede.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Se não foi você, não precisa de fazer nada: sem a ligação, nada acontece.',
  'mail.unasked.unchanged':
    'Se não foi você, não precisa de fazer nada: a sua conta não foi alterada.',
  'mail.unasked.takeover':
    'Se não foi você, outra pessoa pode ter acesso à sua conta. Escolha imediatamente uma nova senha.',
  'mail.unasked.undo':
    'Se não foi você, outra pessoa pode ter acesso à sua conta. Desfaça imediatamente a alteração nas suas definições de segurança e escolha lá uma nova senha.',
  'mail.unasked.contact':
    'Se não foi você, outra pessoa pode ter acesso à sua conta. Fale imediatamente com {service}. Se ainda conseguir entrar, escolha uma nova senha e corrija o endereço nas suas definições de segurança.',
  'mail.unasked.sign_in':
    'Se não foi o autor, não tem de fazer nada: agora ninguém consegue iniciar sessão só com a sua senha. Não dê o código a ninguém.',
  'mail.button.confirm_email': 'Confirmar o endereço',
  'mail.button.sign_in': 'Iniciar sessão',
  'mail.button.new_password': 'Escolher uma nova senha',
  'mail.button.security': 'Abrir as definições de segurança',
  'mail.label.time': 'Data',
  'mail.label.browser': 'Navegador',
  'mail.label.code': 'Código',
  'mail.name.unknown_browser': 'Navegador desconhecido',
  'mail.link_address': 'Se o botão não funcionar, copie este endereço para o seu navegador.',

  // What every letter says
  'mail.link_life.1': 'A ligação funciona uma só vez, durante uma hora.',
  'mail.link_life.24': 'A ligação funciona uma só vez, durante 24 horas.',
  'mail.automatic': '{service} enviou esta mensagem automaticamente. Não responda a esta mensagem.',
}
