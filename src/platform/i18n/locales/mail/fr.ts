import type { mail as en } from './en.ts'

/** The texts of emails, in French. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Confirmez votre adresse e-mail pour {service}',
  'mail.subject.account_exists': 'Vous avez déjà un compte chez {service}',
  'mail.subject.reset_password': 'Choisissez un nouveau mot de passe pour {service}',
  'mail.subject.password_changed': 'Votre mot de passe pour {service} a été modifié',
  'mail.subject.address_confirmed': 'Votre adresse e-mail pour {service} a été confirmée',
  'mail.subject.confirm_new_email': 'Confirmez votre nouvelle adresse e-mail pour {service}',
  'mail.subject.email_changed': 'Votre adresse e-mail pour {service} a été modifiée',
  'mail.subject.second_factor_changed': 'Vos moyens de connexion à {service} ont été modifiés',
  'mail.subject.totp_added': 'Application d’authentification ajoutée chez {service}',
  'mail.subject.totp_removed': 'Application d’authentification supprimée chez {service}',
  'mail.subject.passkey_added': 'Clé d’accès ajoutée chez {service}',
  'mail.subject.passkey_removed': 'Clé d’accès supprimée chez {service}',
  'mail.subject.recovery_codes_renewed': 'Nouveaux codes de secours chez {service}',
  'mail.subject.sign_in_link': 'Confirmez votre connexion à {service}',
  'mail.subject.erasure_requested': 'Votre compte chez {service} sera supprimé',
  'mail.subject.erasure_cancelled': 'Votre compte chez {service} ne sera pas supprimé',
  'mail.subject.account_erased': 'Votre compte chez {service} a été supprimé',
  'mail.subject.support_factors_reset': 'Vos moyens de connexion à {service} ont été réinitialisés',
  'mail.subject.support_password_set':
    'Notre service d’assistance a modifié votre mot de passe pour {service}',
  'mail.subject.sign_in_code': 'Votre code de connexion à {service}',
  'mail.subject.identity_added': 'Une connexion avec {provider} a été ajoutée à {service}',
  'mail.subject.identity_removed': 'La connexion avec {provider} a été supprimée de {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Veuillez ouvrir le lien ci-dessous pour confirmer votre adresse e-mail et terminer la création de votre compte chez {service}.',
  'mail.text.account_exists':
    'Quelqu’un, probablement vous, a voulu créer un compte chez {service} avec cette adresse e-mail. Cette adresse a déjà un compte. Veuillez donc vous connecter. Si vous avez oublié votre mot de passe, vous pouvez en choisir un nouveau sur la page de connexion.',
  'mail.text.reset_password':
    'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte chez {service}. Veuillez ouvrir le lien ci-dessous pour choisir un nouveau mot de passe.',
  'mail.text.password_changed':
    'Le mot de passe de votre compte chez {service} a été modifié. Toutes les autres sessions ont été fermées. Les applications ne pourront utiliser votre compte que lorsque vous vous y connecterez à nouveau. Elles restent liées à votre compte et sont toujours informées des modifications. Déconnectez celles que vous ne connaissez pas sur la page « Applications connectées ».',
  'mail.text.address_confirmed':
    'Vous avez choisi un nouveau mot de passe pour votre compte chez {service}. Cela a aussi confirmé votre adresse e-mail. Personne ne l’avait confirmée auparavant : une autre personne a donc pu utiliser le compte. C’est pourquoi nous avons fermé toutes les sessions, déconnecté toutes les applications et supprimé l’application d’authentification, les clés d’accès et les codes de secours. Veuillez vérifier les adresses et les moyens de paiement de votre compte.',
  'mail.text.confirm_new_email':
    'Veuillez ouvrir le lien ci-dessous pour utiliser cette adresse e-mail avec votre compte chez {service}. D’ici là, votre compte conserve son adresse actuelle.',
  'mail.text.email_changed':
    'L’adresse e-mail de votre compte chez {service} a été modifiée. Désormais, nous envoyons les e-mails uniquement à la nouvelle adresse.',
  'mail.text.second_factor_changed':
    'Vos moyens de connexion à {service} ont été modifiés. Une application d’authentification, une clé d’accès ou vos codes de secours ont été ajoutés, modifiés ou supprimés.',
  'mail.text.totp_added':
    'Une application d’authentification a été ajoutée à votre compte chez {service}. Désormais, vous avez aussi besoin d’un code de cette application pour vous connecter avec votre mot de passe.',
  'mail.text.totp_removed':
    'L’application d’authentification a été supprimée de votre compte chez {service}. Vous n’avez plus besoin d’un code de l’application pour vous connecter.',
  'mail.text.passkey_added':
    'Une clé d’accès a été ajoutée à votre compte chez {service}. Toute personne qui possède cette clé d’accès peut se connecter avec elle.',
  'mail.text.passkey_removed':
    'Une clé d’accès a été supprimée de votre compte chez {service}. Plus personne ne peut se connecter avec cette clé d’accès.',
  'mail.text.recovery_codes_renewed':
    'De nouveaux codes de secours ont été créés pour votre compte chez {service}. Les anciens codes ne fonctionnent plus.',
  'mail.text.sign_in_link':
    'De nombreuses tentatives de connexion à votre compte chez {service} ont eu lieu. Si vous êtes en train de vous connecter, ouvrez le lien ci-dessous et saisissez votre mot de passe. Vous pouvez aussi saisir ce code sur la page qui le demande.',
  'mail.text.erasure_requested':
    'Quelqu’un, probablement vous, nous a demandé de supprimer votre compte chez {service}. Date de suppression du compte et de toutes ses données : {date}. D’ici là, vous pouvez conserver votre compte : connectez-vous et ouvrez la page « Vos données ». Les applications ne peuvent plus utiliser votre compte.',
  'mail.text.erasure_cancelled':
    'La suppression de votre compte chez {service} a été annulée. Votre compte et ses données sont conservés. Pour utiliser à nouveau une application, reconnectez-vous à celle-ci.',
  'mail.text.account_erased':
    'Votre compte chez {service} et toutes ses données ont été supprimés. Ceci est le dernier message concernant ce compte.',
  'mail.text.support_factors_reset':
    'Notre service d’assistance a réinitialisé vos moyens de connexion à {service} : votre application d’authentification, vos clés d’accès et vos codes de secours ont été supprimés. Toutes les sessions ont été fermées. Votre mot de passe suffit désormais pour vous connecter. Pour protéger à nouveau votre compte, ajoutez une application d’authentification ou une clé d’accès dans vos paramètres de sécurité.',
  'mail.text.support_password_set':
    'Notre service d’assistance a défini un nouveau mot de passe pour votre compte chez {service}. Toutes les sessions ont été fermées. Les applications ne pourront utiliser votre compte que lorsque vous vous y connecterez à nouveau. Elles restent liées à votre compte et sont toujours informées des modifications. Veuillez choisir un mot de passe que personne d’autre ne connaît.',
  'mail.text.sign_in_code':
    'Saisissez ce code dans les 15 minutes sur la page où vous l’avez demandé. Ou ouvrez le lien ci-dessous pour vous connecter à votre compte {service} dans n’importe quel navigateur.',
  'mail.text.identity_added':
    'Une connexion avec {provider} a été ajoutée à votre compte {service}. Toute personne ayant accès à ce compte {provider} peut se connecter avec celui-ci.',
  'mail.text.identity_removed':
    'La connexion avec {provider} a été supprimée de votre compte {service}. Plus personne ne peut se connecter ainsi.',

  // For people who did not request the email
  'mail.unasked.ignore':
    'Si ce n’était pas vous, vous n’avez rien à faire. Tant que personne n’ouvre le lien, il ne se passe rien.',
  'mail.unasked.unchanged':
    'Si ce n’était pas vous, vous n’avez rien à faire. Votre compte n’a pas été modifié.',
  'mail.unasked.takeover':
    'Si ce n’était pas vous, une autre personne a peut-être accès à votre compte. Choisissez immédiatement un nouveau mot de passe.',
  'mail.unasked.undo':
    'Si ce n’était pas vous, une autre personne a peut-être accès à votre compte. Annulez la modification maintenant. Tous les accès à votre compte prennent fin, et vous choisissez un nouveau mot de passe.',
  'mail.unasked.sign_in':
    'Si ce n’était pas vous, vous n’avez rien à faire. Pour le moment, votre mot de passe seul ne suffit pas pour se connecter. Ne communiquez ce code à personne.',
  'mail.unasked.erasure':
    'Si ce n’était pas vous, une autre personne a peut-être accès à votre compte. Ouvrez immédiatement la page « Vos données », conservez-y votre compte, puis choisissez un nouveau mot de passe.',
  'mail.unasked.erased': 'Si ce n’était pas vous, contactez {service}.',
  'mail.unasked.support':
    'Si vous n’avez pas demandé cela au service d’assistance, une autre personne essaie peut-être d’accéder à votre compte. Choisissez immédiatement un nouveau mot de passe et contactez {service}.',
  'mail.button.confirm_email': 'Confirmer l’adresse e-mail',
  'mail.button.sign_in': 'Se connecter',
  'mail.button.new_password': 'Choisir un nouveau mot de passe',
  'mail.button.security': 'Ouvrir les paramètres de sécurité',
  'mail.button.privacy': 'Ouvrir « Vos données »',
  'mail.label.time': 'Date',
  'mail.label.browser': 'Navigateur',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Navigateur inconnu',
  'mail.link_address': 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur.',
  'mail.unasked.code':
    'Si ce n’était pas vous, vous n’avez rien à faire. Ne donnez le code à personne et ne transférez pas cet e-mail.',
  'mail.subject.webhook_disabled': 'Un webhook de votre application {service} a été désactivé',
  'mail.text.webhook_disabled':
    'Un destinataire de votre application {service} n’a accepté aucun envoi pendant environ trois jours, ou a pris beaucoup de retard. Nous avons donc désactivé son webhook. D’autres webhooks de ce destinataire peuvent suivre. Les envois en attente sont conservés pendant sept jours et partent dès que votre application réactive le webhook.',
  'mail.unasked.webhook':
    'Vous recevez cet e-mail parce que vous avez enregistré l’application. Nous en envoyons au plus un par jour et par destinataire.',
  'mail.button.webhooks': 'Afficher les webhooks',
  'mail.subject.data_exported': 'Un fichier contenant vos données chez {service} a été créé',
  'mail.text.data_exported':
    'Toutes les données de votre compte chez {service} ont été enregistrées dans un fichier à télécharger : entre autres votre nom, vos adresses, la façon dont vous payez et êtes payé, et ce qui s’est passé dans votre compte. Les mots de passe et les numéros de carte n’y figurent pas.',
  'mail.subject.application_secret_changed': 'Votre application {service} a un nouveau secret',
  'mail.text.application_secret_changed':
    'Un nouveau secret a été créé pour votre application {service}. L’ancien fonctionne encore pendant un jour.',
  'mail.subject.application_uris_changed':
    'Les adresses de redirection de votre application {service} ont été modifiées',
  'mail.text.application_uris_changed':
    'Les adresses de redirection de votre application {service} ont été modifiées. Après la connexion, les utilisateurs et leurs codes d’autorisation sont désormais envoyés aux nouvelles adresses.',
  'mail.unasked.application':
    'Si ce n’était ni vous ni notre équipe d’assistance, une autre personne a peut-être accès à votre compte. Choisissez immédiatement un nouveau mot de passe. Créez ensuite un nouveau secret pour l’application et vérifiez ses adresses de redirection.',
  'mail.button.application': 'Afficher l’application',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'Le lien fonctionne une seule fois et expire au bout d’une heure.',
  'mail.link_life.24': 'Le lien fonctionne une seule fois et expire au bout de 24 heures.',
  'mail.link_life.48': 'Le lien fonctionne une seule fois et expire au bout de 48 heures.',
  'mail.link_life.168': 'Le lien fonctionne une seule fois et expire au bout de sept jours.',
  'mail.automatic': 'Ceci est un message automatique de {service}. Merci de ne pas y répondre.',
  'mail.subject.support_disabled': 'Votre compte {service} a été désactivé',
  'mail.subject.support_enabled': 'Votre compte {service} a été réactivé',
  'mail.subject.developer_admitted':
    'Vous pouvez maintenant enregistrer des applications auprès de {service}',
  'mail.text.support_disabled':
    'Notre équipe d’assistance a désactivé votre compte {service}. Vous avez été déconnecté de toutes les sessions et les applications ne peuvent plus utiliser votre compte.',
  'mail.text.support_enabled':
    'Notre équipe d’assistance a réactivé votre compte {service}. Vous pouvez vous connecter comme avant. Pour utiliser de nouveau une application, reconnectez-vous-y.',
  'mail.text.developer_admitted':
    'Votre compte {service} est maintenant un compte de développeur. Vous pouvez enregistrer des applications qui connectent leurs utilisateurs avec {service}.',
  'mail.unasked.support_disabled': 'Si vous pensez qu’il s’agit d’une erreur, contactez {service}.',
  'mail.unasked.developer': 'Si vous n’avez rien demandé, vous n’avez rien à faire.',
  'mail.button.developer': 'Enregistrer une application',
  'mail.subject.confirm_payout': 'Confirmez que vous pouvez être payé par {method}',
  'mail.subject.confirm_bank_account': 'Confirmez que vous pouvez être payé par {method}',
  'mail.text.confirm_bank_account':
    '{method} a été ajouté à votre compte {service} pour recevoir des paiements. Si c’est vous, ouvrez le lien ci-dessous et confirmez. Rien n’y est payé avant cela.',
  'mail.unasked.bank_account':
    'Si ce n’est pas vous, ne confirmez pas. Choisissez un nouveau mot de passe, car quelqu’un d’autre a peut-être accès à votre compte.',
  'mail.subject.payout_changed': 'Vos paiements de {service} iront ailleurs',
  'mail.subject.payout_cleared': '{service} ne vous paie plus pour le moment',
  'mail.subject.payout_deleted': '{service} ne vous paie plus pour le moment',
  'mail.subject.payout_details': 'Les détails de vos paiements de {service} ont été modifiés',
  'mail.text.confirm_payout':
    '{method} a été ajouté à un compte {service} pour recevoir des paiements. Si c’est vous, ouvrez le lien ci-dessous, connectez-vous et confirmez. Rien n’y est payé avant cela.',
  'mail.text.payout_changed':
    'À partir du {date}, {service} vous paie par {method}. D’ici là, rien ne change. Si c’est correct, vous n’avez rien à faire.',
  'mail.text.payout_cleared':
    '{method} n’est plus votre moyen par défaut pour être payé par {service}. Votre argent attend qu’un autre moyen de paiement puisse être utilisé.',
  'mail.text.payout_deleted':
    '{method} a été supprimé : {service} ne peut plus vous y payer. Votre argent attend qu’un autre moyen de paiement puisse être utilisé.',
  'mail.text.payout_details':
    'Le nom du titulaire ou le type de {method} a été modifié. Si c’est correct, vous n’avez rien à faire.',
  'mail.unasked.payout':
    'Si ce n’est pas vous, ignorez cet e-mail. Rien n’y sera payé, et vous n’avez rien à faire.',
  'mail.unasked.payout_takeover':
    'Si vous n’êtes pas à l’origine de ce changement, annulez-le maintenant. Choisissez ensuite un nouveau mot de passe, car quelqu’un d’autre a peut-être accès à votre compte.',
  'mail.button.confirm_payout': 'Confirmer',
  'mail.button.payout_undo': 'Annuler le changement',
  'mail.subject.account_recovered': 'Votre compte chez {service} est de nouveau à vous',
  'mail.subject.address_taken_back': 'Un compte chez {service} n’a plus votre adresse e-mail',
  'mail.subject.support_email_set':
    'Notre service d’assistance a défini l’adresse e-mail de votre compte chez {service}',
  'mail.subject.support_email_removed':
    'Notre service d’assistance a modifié l’adresse e-mail d’un compte chez {service}',
  'mail.subject.payout_undone': 'Un changement de vos paiements par {service} a été annulé',
  'mail.text.account_recovered':
    'Des modifications de la connexion à votre compte chez {service} ont été annulées avec le lien d’un e-mail. Le compte a de nouveau cette adresse e-mail. Le mot de passe et toutes les sessions ont pris fin, et toutes les applications ont été déconnectées. Veuillez ouvrir le lien ci-dessous pour choisir un nouveau mot de passe. Vérifiez ensuite où vous êtes payé. Si vous avez enregistré des applications ici, vérifiez aussi leurs secrets et leurs adresses de redirection.',
  'mail.text.address_taken_back':
    'Le passage d’un compte chez {service} à cette adresse e-mail a été annulé. Le compte a retrouvé son adresse précédente et n’a plus celle-ci.',
  'mail.text.support_email_set':
    'Notre service d’assistance a fait de cette adresse celle de votre compte chez {service}. Le mot de passe, toutes les sessions et tous les autres moyens de connexion ont pris fin, et toutes les applications ont été déconnectées. Veuillez ouvrir le lien ci-dessous pour choisir un nouveau mot de passe. Vérifiez ensuite où vous êtes payé. Si vous avez enregistré des applications ici, vérifiez aussi leurs secrets et leurs adresses de redirection.',
  'mail.text.support_email_removed':
    'Notre service d’assistance a donné une autre adresse e-mail à un compte chez {service}, car une personne nous a prouvé que le compte lui appartient. Le compte n’a plus cette adresse, et toutes ses sessions ont pris fin.',
  'mail.text.payout_undone':
    'Un changement de la façon dont {service} vous paie a été annulé. Vos moyens de paiement indiquent où va désormais votre argent.',
  'mail.unasked.recovered':
    'Si vous n’avez pas demandé cela, une autre personne lit peut-être vos e-mails. Choisissez immédiatement un nouveau mot de passe, ici et pour votre boîte aux lettres.',
  'mail.unasked.support_undo':
    'Si vous n’avez pas demandé cela au service d’assistance, annulez la modification maintenant. Tous les accès à votre compte prennent fin, et vous choisissez un nouveau mot de passe.',
  'mail.button.sign_in_undo': 'Annuler la modification',
}
