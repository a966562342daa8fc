import type { mail as en } from './en.ts'

/** What mail says, in French. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Confirmez votre adresse e-mail pour {service}',
  'mail.subject.account_exists': 'Vous avez déjà un compte chez {service}',
  'mail.subject.reset_password': 'Choisissez un nouveau mot de passe pour {service}',
  'mail.subject.password_changed': 'Votre mot de passe pour {service} a été modifié',
  'mail.subject.confirm_new_email': 'Confirmez votre nouvelle adresse e-mail pour {service}',
  'mail.subject.email_changed': 'Votre adresse e-mail pour {service} a été modifiée',
  'mail.subject.second_factor_changed': 'Vos moyens de connexion à {service} ont été modifiés',
  'mail.subject.totp_added': 'Application d’authentification ajoutée chez {service}',
  'mail.subject.totp_removed': 'Application d’authentification supprimée chez {service}',
  'mail.subject.passkey_added': 'Clé d’accès ajoutée chez {service}',
  'mail.subject.passkey_removed': 'Clé d’accès supprimée chez {service}',
  'mail.subject.recovery_codes_renewed': 'Nouveaux codes de secours chez {service}',
  'mail.subject.sign_in_link': 'Confirmez votre connexion à {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Veuillez ouvrir le lien ci-dessous pour confirmer votre adresse e-mail et terminer la création de votre compte chez {service}.',
  'mail.text.account_exists':
    'Quelqu’un, probablement vous, a voulu créer un compte chez {service} avec cette adresse e-mail. Elle est déjà associée à un compte\u00a0: veuillez plutôt vous connecter. Si vous avez oublié votre mot de passe, vous pourrez y en choisir un nouveau.',
  'mail.text.reset_password':
    'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte chez {service}. Veuillez ouvrir le lien ci-dessous pour le choisir.',
  'mail.text.password_changed':
    'Le mot de passe de votre compte chez {service} a été modifié. Vous avez été déconnecté de tous les autres appareils, et toutes les applications connectées ont été déconnectées\u00a0: reconnectez-vous à chacune pour continuer à l’utiliser.',
  'mail.text.confirm_new_email':
    'Veuillez ouvrir le lien ci-dessous pour utiliser cette adresse e-mail avec votre compte chez {service}. D’ici là, le compte conserve son ancienne adresse.',
  'mail.text.email_changed':
    'L’adresse e-mail de votre compte chez {service} a été modifiée. Désormais, les messages sont envoyés uniquement à la nouvelle adresse.',
  'mail.text.second_factor_changed':
    'Une application d’authentification, une clé d’accès ou les codes de secours avec lesquels vous vous connectez à {service} ont été ajoutés, modifiés ou supprimés.',
  'mail.text.totp_added':
    'Une application d’authentification a été ajoutée à votre compte chez {service}. Désormais, la connexion par mot de passe demande aussi un code de cette application.',
  'mail.text.totp_removed':
    'L’application d’authentification a été supprimée de votre compte chez {service}. La connexion ne demande plus de code de cette application.',
  'mail.text.passkey_added':
    'Une clé d’accès a été ajoutée à votre compte chez {service}. Elle permet à qui la possède de se connecter.',
  'mail.text.passkey_removed':
    'Une clé d’accès a été supprimée de votre compte chez {service}. Elle ne permet plus de se connecter.',
  'mail.text.recovery_codes_renewed':
    'De nouveaux codes de secours ont été créés pour votre compte chez {service}. Les anciens ne fonctionnent plus.',
  'mail.text.sign_in_link':
    'Il y a eu de nombreuses tentatives de connexion à votre compte chez {service}. Si vous êtes en train de vous connecter, ouvrez le lien ci-dessous et saisissez votre mot de passe, ou saisissez ce code sur la page qui le demande.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: sans le lien, il ne se passe rien.',
  'mail.unasked.unchanged':
    'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: votre compte est inchangé.',
  'mail.unasked.takeover':
    'Si ce n’était pas vous, quelqu’un d’autre a peut-être accès à votre compte. Choisissez tout de suite un nouveau mot de passe.',
  'mail.unasked.undo':
    'Si ce n’était pas vous, quelqu’un d’autre a peut-être accès à votre compte. Annulez tout de suite ce changement dans vos paramètres de sécurité et choisissez-y un nouveau mot de passe.',
  'mail.unasked.contact':
    'Si ce n’était pas vous, quelqu’un d’autre a peut-être accès à votre compte. Contactez {service} tout de suite. Si vous pouvez encore vous connecter, choisissez un nouveau mot de passe et corrigez l’adresse dans vos paramètres de sécurité.',
  'mail.unasked.sign_in':
    'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: personne ne peut maintenant se connecter avec votre seul mot de passe. Ne communiquez ce code à personne.',
  'mail.button.confirm_email': 'Confirmer l’adresse',
  'mail.button.sign_in': 'Se connecter',
  'mail.button.new_password': 'Choisir un nouveau mot de passe',
  'mail.button.security': 'Ouvrir les paramètres de sécurité',
  'mail.label.time': 'Date',
  'mail.label.browser': 'Navigateur',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Navigateur inconnu',
  'mail.link_address':
    'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur.',

  // What every letter says
  'mail.link_life.1': 'Le lien fonctionne une seule fois, pendant une heure.',
  'mail.link_life.24': 'Le lien fonctionne une seule fois, pendant 24\u00a0heures.',
  'mail.automatic': '{service} a envoyé ce message automatiquement. Merci de ne pas y répondre.',
}
