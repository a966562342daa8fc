import type { pages as en } from './en.ts'

/** The texts of the pages, in French. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Erreur : {title}',
  'page.link.skip': 'Aller au contenu',
  'page.label.language': 'Langue',
  'page.label.account': 'Compte',
  'page.text.check': 'Veuillez vérifier votre saisie.',
  'page.link.terms': 'Conditions d’utilisation',
  'page.link.privacy_policy': 'Politique de confidentialité',
  'page.label.links_of': 'En savoir plus sur {application}',
  'page.button.reveal': 'Afficher le mot de passe',
  'page.label.language_is': 'Langue : {name}',
  'page.link.support': 'Aide',

  // Signing in
  'page.title.sign_in': 'Se connecter',
  'page.text.sign_in_first': 'Veuillez d’abord vous connecter.',
  'page.text.password_set':
    'Votre nouveau mot de passe est enregistré. Vous pouvez maintenant vous connecter.',
  'page.label.email': 'Adresse e-mail',
  'page.label.password': 'Mot de passe',
  'page.button.sign_in': 'Se connecter',
  'page.button.passkey': 'Se connecter avec une clé d’accès',
  'page.link.forgotten': 'Mot de passe oublié ?',
  'page.link.sign_up': 'Créer un compte',
  'page.link.sign_in': 'Se connecter',
  'page.link.go_on': 'J’ai confirmé mon adresse e-mail',
  'page.error.wrong': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'page.error.required': 'Veuillez remplir ce champ.',
  'page.error.email': 'Veuillez saisir une adresse e-mail, par exemple ada@example.com.',
  'page.error.passkey':
    'Cette clé d’accès n’a pas fonctionné. Veuillez réessayer ou utiliser votre mot de passe.',
  'page.error.too_many': 'Trop de tentatives. Veuillez réessayer dans {minutes} min.',
  'page.title.sign_in_to': 'Connectez-vous pour continuer vers {application}',
  'page.link.email_code': 'Recevoir un code par e-mail',
  'page.title.email_code': 'Se connecter avec un code',
  'page.text.email_code':
    'Saisissez votre adresse e-mail. Nous vous enverrons un code et un lien. Vous n’avez pas besoin de votre mot de passe.',
  'page.button.email_code': 'Envoyer le code',
  'page.text.email_code_sent':
    'Si un compte existe pour {email}, nous avons envoyé un e-mail à cette adresse. Saisissez ici le code de l’e-mail dans les 15 minutes, ou ouvrez le lien de l’e-mail.',
  'page.text.email_code_recent':
    'Si un compte existe pour {email}, nous avons déjà envoyé plusieurs e-mails à cette adresse au cours de la dernière heure. Ouvrez le lien du plus récent. Il fonctionne dans tous les navigateurs.',
  'page.text.email_link': 'Voulez-vous vous connecter en tant que {email} ?',
  'page.link.email_code_again': 'Envoyer un autre code',
  'page.link.use_password': 'Se connecter avec le mot de passe',
  'page.label.or': 'ou',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'De nombreuses tentatives de connexion à ce compte ont eu lieu. Si {email} a un compte, nous avons envoyé un e-mail avec un code à cette adresse. Saisissez le code et votre mot de passe, ou ouvrez le lien dans l’e-mail. Vous pouvez aussi utiliser un code envoyé au cours de la dernière heure.',
  'page.text.email_proof_linked':
    'Saisissez votre mot de passe pour vous connecter en tant que {email}.',
  'page.label.email_code': 'Code reçu par e-mail',
  'page.error.email_code':
    'Ce code est incorrect ou a expiré. Utilisez le code de l’e-mail le plus récent.',
  'page.error.wrong_password': 'Le mot de passe est incorrect.',
  'page.text.second_factor_emailed':
    'De nombreux codes incorrects ont été saisis pour ce compte. Nous vous avons donc envoyé un e-mail avec un code. Saisissez d’abord le code reçu par e-mail.',

  // The second step
  'page.title.second_factor': 'Confirmez votre identité',
  'page.text.second_factor':
    'Saisissez le code à six chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
  'page.text.second_factor_app':
    'Saisissez le code à six chiffres de votre application d’authentification.',
  'page.text.second_factor_codes':
    'Utilisez votre clé d’accès, ou saisissez l’un de vos codes de secours.',
  'page.text.second_factor_passkey': 'Utilisez votre clé d’accès pour continuer.',
  'page.text.passkey_script':
    'Utilisez un navigateur qui prend en charge les clés d’accès et dans lequel JavaScript est activé.',
  'page.label.code': 'Code',
  'page.button.continue': 'Continuer',
  'page.button.use_passkey': 'Utiliser une clé d’accès',
  'page.link.start_again': 'Recommencer',
  'page.error.code': 'Ce code est incorrect ou a déjà été utilisé.',
  'page.button.provider': 'Continuer avec {provider}',
  'page.title.provider': 'Se connecter avec {provider}',
  'page.text.provider_new':
    '{provider} a confirmé que {email} est votre adresse e-mail. Il n’existe pas encore de compte avec cette adresse.',
  'page.text.provider_other_account':
    'Avez-vous déjà un compte avec une autre adresse e-mail ? Connectez-vous alors à celui-ci. {provider} ne peut être ajouté qu’à un compte ayant la même adresse e-mail.',
  'page.text.provider_known':
    'Il existe déjà un compte pour {email}. Connectez-vous-y une fois pour ajouter {provider}. Vous pourrez ensuite vous connecter avec {provider}.',
  'page.text.provider_connect':
    'Vous pourrez vous connecter à ce compte avec votre compte {provider} {email}.',
  'page.button.provider_add': 'Ajouter {provider}',
  'page.text.provider_mismatch':
    'Vous êtes connecté en tant que {own}, mais votre compte {provider} a l’adresse e-mail {email}. {provider} ne peut être ajouté qu’à un compte ayant la même adresse. Modifiez d’abord l’adresse e-mail dans vos paramètres de sécurité, ou déconnectez-vous.',

  // Signing up
  'page.title.sign_up': 'Créer un compte',
  'page.label.full_name': 'Nom complet (facultatif)',
  'page.text.password_rule':
    'Au moins 8 caractères. Nous recommandons quelques mots dont vous vous souviendrez.',
  'page.button.sign_up': 'Créer un compte',
  'page.error.password_short': 'Veuillez utiliser au moins 8 caractères.',
  'page.error.password_long': 'Veuillez utiliser au maximum 256 caractères.',
  'page.error.password_common':
    'Beaucoup de personnes utilisent ce mot de passe. Il est donc facile à deviner. Veuillez en choisir un autre.',
  'page.error.password_same':
    'Veuillez choisir un mot de passe différent de votre adresse e-mail et de votre nom.',
  'page.error.full_name':
    'Veuillez saisir un nom de 128 caractères au maximum, sans saut de ligne.',
  'page.title.check_email': 'Consultez vos e-mails',
  'page.text.check_email':
    'Si {email} est correct, vous recevrez un e-mail de notre part. Ouvrez le lien dans cet e-mail pour continuer.',
  'page.text.no_email':
    'Vous n’avez pas reçu d’e-mail après quelques minutes ? Vérifiez votre dossier de courrier indésirable.',
  'page.link.other_email': 'Utiliser une autre adresse e-mail',
  'page.title.confirm_email': 'Confirmez votre adresse e-mail',
  'page.text.confirm_email':
    'Dernière étape : saisissez le mot de passe que vous avez choisi pour {email}.',
  'page.button.confirm_email': 'Confirmer',
  'page.link.sign_up_again': 'Mot de passe oublié ? Créer à nouveau le compte',

  // A forgotten password
  'page.title.forgotten': 'Mot de passe oublié ?',
  'page.text.forgotten':
    'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  'page.button.forgotten': 'Envoyer le lien',
  'page.title.new_password': 'Choisissez un nouveau mot de passe',
  'page.label.new_password': 'Nouveau mot de passe',
  'page.button.new_password': 'Enregistrer le mot de passe',
  'page.title.continue': 'Vous êtes connecté',
  'page.text.continue':
    'Vous avez commencé dans un autre navigateur ou il y a un certain temps. Revenez à {application} et recommencez. Vous n’aurez pas à vous reconnecter.',
  'page.link.to_application': 'Aller à {application}',
  'page.link.to_account': 'Aller à votre compte',

  // Consent to an application
  'page.title.consent': 'Autoriser {application} à utiliser votre compte ?',
  'page.label.consent': '{application} souhaite :',
  'page.text.consent_account': 'Vous êtes connecté en tant que {email}.',
  'page.text.consent_host': 'Dans les deux cas, vous retournerez sur {host}.',
  'page.text.consent_withdraw':
    'Vous pouvez retirer cet accès à tout moment dans « Applications connectées ».',
  'page.button.allow': 'Autoriser',
  'page.button.deny': 'Ne pas autoriser',
  'page.link.other_account': 'Utiliser un autre compte',
  'page.scope.openid': 'Identifier votre compte',
  'page.scope.profile': 'Voir votre nom et votre langue',
  'page.scope.email': 'Voir votre adresse e-mail',
  'page.scope.phone': 'Voir votre numéro de téléphone',
  'page.scope.address': 'Voir votre adresse par défaut',
  'page.scope.offline_access': 'Conserver cet accès lorsque vous n’utilisez pas l’application',
  'page.scope.read:events': 'Voir les événements et les annonces',
  'page.scope.read:user': 'Voir votre profil, vos adresses et vos moyens de paiement',
  'page.scope.write:user': 'Modifier votre profil, vos adresses et vos moyens de paiement',
  'page.scope.read:webhooks':
    'Voir où sont envoyées les notifications de votre compte et ce qu’elles ont signalé',
  'page.scope.write:webhooks':
    'Faire signaler les changements de votre profil, de vos adresses et de vos moyens de paiement, même en votre absence (ce qui a changé, mais pas le contenu)',
  'page.scope.read:payment': 'Voir vos paiements',
  'page.scope.read:sales': 'Voir vos ventes',
  'page.scope.write:sales': 'Modifier vos ventes',
  'page.scope.read:sellerlistings': 'Voir vos annonces',
  'page.scope.write:sellerlistings': 'Modifier vos annonces',
  'page.scope.write:purchases': 'Acheter des billets en votre nom',
  'page.scope.write:requestedevents': 'Demander de nouveaux événements en votre nom',

  // Signing out
  'page.title.form_post': 'Continuer vers {host}',
  'page.title.sign_out': 'Se déconnecter ?',
  'page.text.sign_out': 'Vous serez déconnecté dans ce navigateur.',
  'page.button.sign_out': 'Se déconnecter',
  'page.link.stay': 'Rester connecté',
  'page.title.signed_out': 'Vous êtes déconnecté',
  'page.text.signed_out': 'Pour utiliser à nouveau votre compte, connectez-vous.',

  // The account: sessions
  'page.title.sessions': 'Où vous êtes connecté',
  'page.link.sessions': 'Sessions',
  'page.text.sessions':
    'Si vous ne reconnaissez pas une session, fermez-la et changez votre mot de passe.',
  'page.name.this_session': 'Ce navigateur',
  'page.name.unknown_device': 'Appareil inconnu',
  'page.label.signed_in': 'Connexion',
  'page.label.last_used': 'Dernière utilisation',
  'page.button.end_session': 'Fermer',
  'page.label.end_session': 'Fermer la session : {device}',
  'page.button.end_others': 'Fermer toutes les autres sessions',
  'page.text.session_ended': 'La session a été fermée.',
  'page.text.others_ended': 'Toutes les autres sessions ont été fermées.',

  // The account: connected applications
  'page.title.applications': 'Applications connectées',
  'page.link.applications': 'Applications',
  'page.text.applications': 'Ces applications peuvent utiliser votre compte.',
  'page.text.no_applications':
    'Aucune application ne peut utiliser votre compte. Si vous vous connectez à une application avec ce compte, elle s’affiche ici et vous pouvez la déconnecter.',
  'page.label.since': 'Connectée depuis',
  'page.label.may': 'Autorisations',
  'page.button.disconnect': 'Déconnecter',
  'page.label.disconnect': 'Déconnecter {application}',
  'page.text.disconnected': 'L’application ne peut plus utiliser votre compte.',
  'page.title.disconnect': 'Déconnecter {application} ?',
  'page.text.disconnect':
    'Elle perd immédiatement l’accès à votre compte et n’est plus informée des modifications. Pour l’autoriser à nouveau, connectez-vous depuis cette application et donnez votre accord.',

  // The account: security
  'page.title.security': 'Paramètres de sécurité',
  'page.link.security': 'Sécurité',
  'page.text.confirm_identity':
    'Veuillez confirmer votre identité avant de faire cette modification.',
  'page.link.cancel': 'Annuler',
  'page.text.totp_remove':
    'Si vous n’avez pas de clé d’accès, votre mot de passe seul suffira pour vous connecter.',
  'page.text.recovery_renew':
    'Vous recevrez dix nouveaux codes de secours. Vos anciens codes ne fonctionneront plus.',
  'page.text.passkey_remove': 'Personne ne pourra plus se connecter avec cette clé d’accès.',
  'page.name.password': 'Mot de passe',
  'page.label.current_password': 'Mot de passe actuel',
  'page.button.change_password': 'Changer le mot de passe',
  'page.text.password_changed':
    'Votre mot de passe a été modifié. Toutes les autres sessions ont été fermées. Les applications ne pourront utiliser votre compte que lorsque vous vous y connecterez à nouveau. Elles restent liées à votre compte et sont toujours informées des modifications. Déconnectez celles que vous ne connaissez pas.',
  'page.error.current_password': 'Ce n’est pas votre mot de passe actuel.',
  'page.name.totp': 'Application d’authentification',
  'page.text.totp_off':
    'Une application sur votre téléphone affiche un code. Vous saisissez ce code après votre mot de passe. Une personne qui connaît seulement votre mot de passe ne peut alors pas se connecter.',
  'page.text.totp_on':
    'Lorsque vous vous connectez, nous vous demandons un code de votre application d’authentification après votre mot de passe.',
  'page.text.recovery_left': 'Codes de secours restants : {count}.',
  'page.button.totp_add': 'Configurer l’application d’authentification',
  'page.button.totp_remove': 'Supprimer l’application d’authentification',
  'page.title.totp': 'Configurer une application d’authentification',
  'page.text.totp_scan':
    'Scannez ce QR code avec votre application d’authentification, ou saisissez la clé dans l’application.',
  'page.label.qr': 'QR code contenant la clé pour votre application d’authentification',
  'page.label.secret': 'Clé',
  'page.text.totp_confirm': 'Saisissez ensuite le code à six chiffres affiché par l’application.',
  'page.button.totp_confirm': 'Confirmer',
  'page.title.recovery_codes': 'Vos codes de secours',
  'page.text.recovery_codes':
    'Conservez ces codes en lieu sûr. Chaque code vous permet de vous connecter une fois sans votre application d’authentification ni votre clé d’accès. Les codes ne seront plus affichés.',
  'page.link.recovery_kept': 'J’ai enregistré mes codes de secours',
  'page.text.totp_confirmed':
    'L’application d’authentification est configurée. Si vous n’avez pas enregistré vos codes de secours, créez-en de nouveaux.',
  'page.text.totp_removed': 'L’application d’authentification a été supprimée.',
  'page.name.passkeys': 'Clés d’accès',
  'page.text.passkeys':
    'Avec une clé d’accès, vous vous connectez avec votre empreinte digitale, votre visage ou le verrouillage de l’écran de votre appareil.',
  'page.text.passkeys_script':
    'Pour ajouter une clé d’accès, utilisez un navigateur qui prend en charge les clés d’accès et où JavaScript est activé.',
  'page.text.passkeys_full':
    'Vous avez {max} clés d’accès. C’est le maximum. Supprimez-en une avant d’en ajouter une autre.',
  'page.label.passkey_name': 'Nom de la clé d’accès',
  'page.button.passkey_add': 'Ajouter une clé d’accès',
  'page.button.passkey_rename': 'Renommer',
  'page.button.passkey_remove': 'Supprimer',
  'page.label.passkey_rename': 'Renommer la clé d’accès : {name}',
  'page.label.passkey_remove': 'Supprimer la clé d’accès : {name}',
  'page.label.added': 'Ajoutée',
  'page.text.passkey_added': 'La clé d’accès a été ajoutée.',
  'page.text.passkey_renamed': 'La clé d’accès a été renommée.',
  'page.text.passkey_removed': 'La clé d’accès a été supprimée.',
  'page.error.passkey_add': 'La clé d’accès n’a pas pu être ajoutée. Veuillez réessayer.',
  'page.error.passkey_name':
    'Veuillez saisir un nom de 64 caractères au maximum, sans saut de ligne.',
  'page.error.totp_present':
    'Vous avez déjà une application d’authentification. Supprimez-la d’abord si vous souhaitez en configurer une autre.',
  'page.error.no_second_factor':
    'Seuls les comptes avec une application d’authentification ou une clé d’accès ont des codes de secours. Ajoutez-en une d’abord.',
  'page.name.email': 'Adresse e-mail',
  'page.text.email': 'Votre adresse e-mail est {email}.',
  'page.label.new_email': 'Nouvelle adresse e-mail',
  'page.button.change_email': 'Changer l’adresse e-mail',
  'page.text.new_email':
    'Voulez-vous utiliser {email} comme nouvelle adresse e-mail de votre compte ?',
  'page.text.new_email_other_user':
    'Ce lien remplace l’adresse e-mail d’un autre compte par {email}. Déconnectez-vous, puis ouvrez de nouveau le lien pour vous connecter avec ce compte.',
  'page.name.erasure': 'Suppression de votre compte',
  'page.text.erasure_planned':
    'Votre compte et toutes ses données seront supprimés. Date : {date}. D’ici là, les applications ne peuvent pas utiliser votre compte.',
  'page.button.keep_account': 'Conserver mon compte',
  'page.text.erasure_cancelled': 'Votre compte est conservé.',
  'page.text.email_changed': 'Votre adresse e-mail a été modifiée.',
  'page.button.recovery_renew': 'Créer de nouveaux codes de secours',
  'page.name.identities': 'Comptes externes',
  'page.text.identities': 'Vous pouvez aussi vous connecter ici avec ces comptes.',
  'page.text.no_identities':
    'Si vous ajoutez un compte externe ayant la même adresse e-mail, vous pourrez vous connecter ici avec celui-ci.',
  'page.label.identity_remove': 'Supprimer {provider}',
  'page.text.identity_remove': 'Vous ne pourrez plus vous connecter avec {provider}.',
  'page.text.provider_added': 'Vous pouvez maintenant vous connecter avec l’autre compte.',
  'page.text.provider_removed': 'L’autre compte a été supprimé.',
  'page.text.provider_add':
    'Vous allez être redirigé vers {provider}. Nous vous demanderons ensuite de confirmer.',
  'page.text.no_password':
    'Votre compte n’a pas de mot de passe. Nous pouvons vous envoyer un lien par e-mail pour en choisir un.',
  'page.button.choose_password': 'Choisir un mot de passe',
  'page.title.payout_confirm': 'Confirmer le moyen d’être payé',
  'page.text.payout_confirm':
    'Voulez-vous être payé par {method} pour un compte {service} ? Confirmez seulement si vous l’avez ajouté vous-même.',
  'page.button.payout_confirm': 'Confirmer',
  'page.title.payout_confirmed': 'Confirmé',
  'page.text.payout_confirmed':
    '{method} peut maintenant être payé. Si c’est le moyen par défaut pour être payé, les paiements y commencent dans 48 heures.',
  'page.title.payout_undo': 'Annuler le changement',
  'page.text.payout_undo':
    'Voulez-vous être payé à nouveau par {method}, comme avant le changement ?',
  'page.text.payout_undo_held':
    'Voulez-vous être payé à nouveau par {method}, comme avant le changement ? Une autre personne a peut-être confirmé ce moyen de paiement. Les paiements n’y commencent donc que le {date}.',
  'page.text.payout_undo_none':
    'Voulez-vous renoncer à être payé par le nouveau moyen de paiement ? Vous ne serez alors payé par aucun moyen tant que vous n’en choisissez pas un.',
  'page.button.payout_undo': 'Annuler le changement',
  'page.title.payout_undone': 'Le changement a été annulé',
  'page.text.payout_undone':
    'Vos moyens de paiement indiquent où va désormais votre argent. Si vous n’êtes pas à l’origine du changement, quelqu’un d’autre a peut-être accès à votre compte : choisissez maintenant un nouveau mot de passe.',
  'page.text.payout_sign_in':
    'Connectez-vous à {service} pour confirmer que vous voulez être payé par {method}. Faites-le seulement si vous l’avez ajouté vous-même.',
  'page.text.payout_other_user':
    'Ce moyen de paiement appartient à un autre compte {service}. Déconnectez-vous, puis ouvrez de nouveau le lien pour vous connecter avec ce compte.',
  'page.text.password_unique': 'Utilisez un mot de passe que vous n’utilisez nulle part ailleurs.',
  'page.text.activity_about': 'Les connexions et les modifications de votre compte.',
  'page.button.paypal_confirm': 'Confirmer avec PayPal',
  'page.text.paypal_confirm':
    'Vous irez sur PayPal et vous y connecterez. PayPal nous indiquera alors l’adresse e-mail confirmée de votre compte PayPal. Elle doit être {email}.',
  'page.title.paypal_other': 'C’est un autre compte PayPal',
  'page.text.paypal_other':
    'Le compte PayPal auquel vous vous êtes connecté n’a pas {email} comme adresse e-mail confirmée. Connectez-vous au compte qui a cette adresse, ou ouvrez le lien que nous y avons envoyé.',

  'page.title.demo': 'De retour dans l’application de démonstration',
  'page.title.demo_state': 'Cette réponse correspond à une autre demande',
  'page.label.demo_exchange':
    'Dans la minute, échangez le code contre des jetons dans un terminal de cet ordinateur :',
  'page.label.demo_use': 'Utilisez ensuite le jeton d’accès :',
  'page.text.demo_no_code': 'Il n’y a pas de code à échanger.',
  'page.text.demo_state':
    'Ce navigateur n’a pas lancé de demande avec ce « state ». La réponse est peut-être destinée à une autre personne. Une application doit s’arrêter ici et ne doit pas échanger le code.',

  // What goes wrong
  'page.title.step_expired': 'Cette page a expiré',
  'page.text.step_expired':
    'Vous avez attendu trop longtemps ou continué dans un autre onglet. Veuillez retourner à l’application et recommencer.',
  'page.title.sign_in_expired': 'Veuillez vous connecter à nouveau',
  'page.text.sign_in_expired':
    'Vous avez attendu trop longtemps ou continué dans un autre onglet. Aucune donnée n’a été perdue. Veuillez recommencer.',
  'page.title.link_expired': 'Ce lien ne fonctionne plus',
  'page.text.link_expired':
    'Ce lien a déjà été utilisé ou a expiré. Si vous avez encore besoin d’un lien, demandez-en un nouveau.',
  'page.text.link_used': 'Ce lien a déjà été utilisé. Chaque lien ne fonctionne qu’une seule fois.',
  'page.text.link_used_sign_up':
    'Ce lien a déjà été utilisé et votre adresse e-mail est confirmée. Vous pouvez maintenant vous connecter.',
  'page.text.link_used_new_email':
    'Ce lien a déjà été utilisé et votre nouvelle adresse e-mail est confirmée.',
  'page.text.link_too_old': 'Ce lien a expiré.',
  'page.text.link_replaced':
    'Il existe un lien plus récent, ou votre compte a été modifié depuis l’envoi de celui-ci. Utilisez le lien de l’e-mail le plus récent.',
  'page.title.sign_in_undo': 'Annuler la modification',
  'page.text.sign_in_undo':
    'Si une autre personne a modifié la connexion à votre compte chez {service}, annulez cela ici. Toutes les modifications des moyens de connexion depuis le {date} sont alors annulées.',
  'page.text.sign_in_undo_effect':
    'Le compte a de nouveau l’adresse e-mail {email}, et vous vous connectez comme avant. Le mot de passe et toutes les sessions prennent fin, et toutes les applications sont déconnectées. Nous envoyons un lien pour un nouveau mot de passe à {email}.',
  'page.button.sign_in_undo': 'Annuler la modification',
  'page.title.taken_back': 'La modification a été annulée',
  'page.text.taken_back':
    'Nous avons envoyé un lien pour un nouveau mot de passe à {email}. Choisissez un nouveau mot de passe, puis vérifiez où vous êtes payé.',
  'page.text.taken_back_methods':
    'Ceci permet aussi toujours de se connecter au compte, comme avant la modification. Si l’un de ces moyens n’est pas à vous, demandez à {service} de le supprimer avant de continuer.',
  'page.title.undo_disabled': 'Ce compte est désactivé',
  'page.text.undo_disabled':
    'Rien ne peut être annulé tant que le compte est désactivé. Veuillez contacter le service d’assistance. Si le compte est réactivé avant l’expiration du lien, le lien fonctionne encore.',
  'page.title.undo_taken': 'Un autre compte a cette adresse e-mail',
  'page.text.undo_taken':
    'Un autre compte a entre-temps l’adresse e-mail précédente. Donnez une autre adresse à ce compte et ouvrez de nouveau le lien, ou contactez le service d’assistance.',
  'page.text.another_link': 'Nous pouvons envoyer un nouveau lien à {email}.',
  'page.button.another_link': 'Envoyer un nouveau lien',
  'page.link.to_security': 'Aller aux paramètres de sécurité',
  'page.title.application_request': 'L’application a envoyé une demande non valide',
  'page.text.application_request':
    'Vous ne pouvez pas continuer ici. L’erreur vient de l’application, pas de vous. Veuillez contacter le fournisseur de l’application.',
  'page.title.foreign_form': 'Ce formulaire n’a pas pu être envoyé',
  'page.text.foreign_form':
    'Le formulaire venait d’un autre site, ou votre navigateur a supprimé notre cookie. Rien n’a été modifié. Autorisez les cookies, revenez en arrière, rechargez la page et saisissez à nouveau vos données.',
  'page.title.bad_form': 'Nous n’avons pas pu lire ce formulaire',
  'page.text.bad_form':
    'Rien n’a été modifié. Revenez en arrière, rechargez la page et saisissez à nouveau vos données.',
  'page.title.not_possible': 'Cette action n’est pas possible',
  'page.text.not_possible':
    'Rien n’a été modifié. La page précédente n’est peut-être plus à jour. Revenez en arrière et rechargez-la.',
  'page.title.card_number': 'Ne saisissez pas de numéro de carte ici',
  'page.text.card_number':
    'L’un des champs semble contenir le numéro d’une carte de paiement. Rien n’a été enregistré. Revenez en arrière et supprimez ce numéro.',
  'page.title.not_found': 'Page introuvable',
  'page.text.not_found': 'L’adresse web est peut-être incorrecte, ou la page n’existe plus.',
  'page.title.too_many': 'Trop de tentatives',
  'page.text.too_many': 'Veuillez réessayer dans {minutes} min.',
  'page.title.too_many_requests': 'Trop de requêtes',
  'page.text.too_many_requests':
    'Un grand nombre de requêtes proviennent de votre réseau. Veuillez réessayer dans {minutes} min.',
  'page.title.unavailable': 'Le service est temporairement indisponible',
  'page.text.unavailable': 'Veuillez réessayer dans un instant.',
  'page.title.internal': 'Une erreur s’est produite',
  'page.text.internal':
    'L’erreur vient de notre côté. Veuillez réessayer plus tard. Si elle se reproduit, contactez-nous et indiquez-nous ce numéro : {reference}.',
  'page.title.provider_failed': 'Cette connexion ne fonctionne pas pour le moment',
  'page.text.provider_failed':
    'L’autre fournisseur n’a pas répondu comme prévu. Veuillez réessayer plus tard ou vous connecter d’une autre manière.',
  'page.title.provider_email': 'Votre adresse e-mail n’est pas confirmée',
  'page.text.provider_email':
    'L’autre fournisseur ne nous a communiqué aucune adresse e-mail confirmée. Confirmez d’abord votre adresse auprès de lui ou créez ici un compte avec un mot de passe.',
  'page.title.provider_taken': 'Ce compte est déjà utilisé',
  'page.text.provider_taken':
    'Votre compte chez l’autre fournisseur est associé ici à un autre compte, ou votre compte ici en a déjà un autre de ce fournisseur. Rien n’a été modifié.',
  'page.title.provider_account': 'Vous ne pouvez pas vous connecter ainsi',
  'page.text.provider_account':
    'Votre compte ici est désactivé, ou son adresse e-mail est différente ou n’est pas confirmée. Rien n’a été modifié. Si vous avez besoin d’aide, contactez-nous.',
  'page.title.last_way_in': 'C’est votre dernier moyen de connexion',
  'page.text.last_way_in':
    'Rien n’a été modifié. Choisissez d’abord un mot de passe ou ajoutez une clé d’accès. Vous pourrez ensuite supprimer ce moyen de connexion.',
}
