import type { pages as en } from './en.ts'

/** What the pages say, in French. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Erreur : {title}',
  'page.link.skip': 'Aller au contenu',
  'page.label.language': 'Langue',
  'page.label.account': 'Compte',
  'page.text.check': 'Veuillez vérifier votre saisie.',

  // Signing in
  'page.title.sign_in': 'Se connecter',
  'page.text.sign_in_first': 'Veuillez d’abord vous connecter.',
  'page.text.password_set':
    'Votre nouveau mot de passe est enregistré. Vous pouvez maintenant vous connecter avec lui.',
  'page.label.email': 'Adresse e-mail',
  'page.label.password': 'Mot de passe',
  'page.button.sign_in': 'Se connecter',
  'page.button.passkey': 'Se connecter avec une clé d’accès',
  'page.link.forgotten': 'Mot de passe oublié ?',
  'page.link.sign_up': 'Créer un compte',
  'page.link.sign_in': 'Se connecter plutôt',
  'page.link.go_on': 'J’ai confirmé mon adresse\u00a0: continuer',
  'page.error.wrong': 'L’adresse e-mail ou le mot de passe n’est pas correct.',
  'page.error.required': 'Veuillez remplir ce champ.',
  'page.error.email': 'Veuillez saisir une adresse e-mail, par exemple ada@example.com.',
  'page.error.passkey':
    'Cette clé d’accès n’a pas fonctionné. Veuillez réessayer ou utiliser votre mot de passe.',
  'page.error.too_many': 'Il y a eu trop de tentatives. Veuillez réessayer dans {minutes} min.',

  // Many have guessed: an email confirms who it is
  'page.text.email_proof':
    'Il y a eu de nombreuses tentatives de connexion à ce compte. S’il existe un compte pour {email}, nous lui avons envoyé un code. Saisissez ce code et votre mot de passe, ou ouvrez le lien de l’e-mail. Un code envoyé au cours de la dernière heure fonctionne aussi.',
  'page.text.email_proof_linked':
    'Saisissez votre mot de passe pour vous connecter en tant que {email}.',
  'page.label.email_code': 'Code reçu par e-mail',
  'page.error.email_code':
    'Ce code est incorrect ou a expiré. Utilisez le code de l’e-mail le plus récent.',
  'page.error.wrong_password': 'Le mot de passe est incorrect.',
  'page.text.second_factor_emailed':
    'De nombreux codes erronés ont été saisis pour ce compte. Veuillez confirmer que c’est bien vous\u00a0: nous vous avons envoyé un e-mail avec un code. Saisissez-le ici, puis en dessous les six chiffres affichés par votre application d’authentification ou l’un de vos codes de secours.',

  // The second step
  'page.title.second_factor': 'Confirmez qu’il s’agit bien de vous',
  'page.text.second_factor':
    'Saisissez les six chiffres affichés par votre application d’authentification, ou l’un de vos codes de secours.',
  'page.label.code': 'Code',
  'page.button.continue': 'Continuer',
  'page.button.use_passkey': 'Utiliser une clé d’accès',
  'page.link.start_again': 'Recommencer',
  'page.error.code': 'Ce code n’est pas correct ou a déjà été utilisé.',

  // Signing up
  'page.title.sign_up': 'Créer un compte',
  'page.label.full_name': 'Nom complet (facultatif)',
  'page.text.password_rule':
    'Au moins 8 caractères. L’idéal est de choisir quelques mots dont vous vous souviendrez.',
  'page.button.sign_up': 'Créer un compte',
  'page.error.password_short': 'Veuillez utiliser au moins 8 caractères.',
  'page.error.password_long': 'Veuillez utiliser au maximum 256 caractères.',
  'page.error.password_common':
    'Ce mot de passe est facile à deviner : beaucoup de personnes l’utilisent. Veuillez en choisir un autre.',
  'page.error.password_same':
    'Veuillez choisir un mot de passe différent de votre adresse e-mail et de votre nom.',
  'page.error.full_name':
    'Veuillez saisir un nom de 128 caractères au maximum, sur une seule ligne.',
  'page.title.check_email': 'Consultez vos e-mails',
  'page.text.check_email':
    'Si {email} est correct, nous lui avons envoyé un e-mail. Ouvrez le lien qu’il contient pour continuer.',
  'page.text.no_email':
    'Toujours rien après quelques minutes\u00a0? Vérifiez votre dossier de courrier indésirable.',
  'page.link.other_email': 'Utiliser une autre adresse e-mail',
  'page.title.confirm_email': 'Confirmez votre adresse e-mail',
  'page.text.confirm_email':
    'Encore une étape : saisissez le mot de passe que vous avez choisi pour {email}.',
  'page.button.confirm_email': 'Confirmer',
  'page.link.sign_up_again': 'Ce mot de passe est oublié\u00a0? S’inscrire à nouveau',

  // A forgotten password
  'page.title.forgotten': 'Mot de passe oublié',
  'page.text.forgotten':
    'Indiquez-nous votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  'page.button.forgotten': 'Envoyer le lien',
  'page.title.new_password': 'Choisissez un nouveau mot de passe',
  'page.label.new_password': 'Nouveau mot de passe',
  'page.button.new_password': 'Enregistrer le mot de passe',
  'page.title.continue': 'Vous êtes connecté',
  'page.text.continue':
    'Vous avez commencé dans un autre navigateur, ou il y a un moment. Revenez à {application} et recommencez-y. Vous n’aurez pas à vous reconnecter.',
  'page.link.to_application': 'Aller à {application}',
  'page.link.to_account': 'Aller à votre compte',

  // An application asks
  'page.title.consent': 'Autoriser {application} à utiliser votre compte ?',
  'page.label.consent': '{application} souhaite :',
  'page.text.consent_account': 'Vous êtes connecté en tant que {email}.',
  'page.text.consent_host': 'Dans tous les cas, vous retournerez sur {host}.',
  'page.text.consent_withdraw':
    'Vous pouvez revenir sur ce choix à tout moment dans les applications connectées.',
  'page.button.allow': 'Autoriser',
  'page.button.deny': 'Ne pas autoriser',
  'page.link.other_account': 'Utiliser un autre compte',
  'page.scope.openid': 'Savoir qu’il s’agit de vous',
  'page.scope.profile': 'Voir votre nom et votre langue',
  'page.scope.email': 'Voir votre adresse e-mail',
  'page.scope.phone': 'Voir votre numéro de téléphone',
  'page.scope.address': 'Voir votre adresse par défaut',
  'page.scope.offline_access': 'Le faire aussi en votre absence',
  'page.scope.read:events': 'Voir les événements et les annonces',
  'page.scope.read:user': 'Voir votre profil, vos adresses et vos moyens de paiement',
  'page.scope.write:user': 'Modifier votre profil, vos adresses et vos moyens de paiement',
  'page.scope.read:webhooks': 'Voir où sont envoyées les nouvelles de votre compte',
  'page.scope.write:webhooks': 'Modifier où sont envoyées les nouvelles de votre compte',
  'page.scope.read:payment': 'Voir vos paiements',
  'page.scope.read:sales': 'Voir vos ventes',
  'page.scope.write:sales': 'Modifier vos ventes',
  'page.scope.read:sellerlistings': 'Voir ce que vous mettez en vente',
  'page.scope.write:sellerlistings': 'Modifier ce que vous mettez en vente',
  'page.scope.write:purchases': 'Acheter des billets pour vous',
  'page.scope.write:requestedevents': 'Demander de nouveaux événements en votre nom',

  // Signing out
  'page.title.sign_out': 'Se déconnecter ?',
  'page.text.sign_out': 'Vous serez déconnecté dans ce navigateur.',
  'page.button.sign_out': 'Se déconnecter',
  'page.link.stay': 'Rester connecté',
  'page.title.signed_out': 'Vous êtes déconnecté',
  'page.text.signed_out': 'À bientôt.',

  // The account: sessions
  'page.title.sessions': 'Où vous êtes connecté',
  'page.link.sessions': 'Sessions',
  'page.text.sessions':
    'Fermez toute session que vous ne connaissez pas, et changez alors votre mot de passe.',
  'page.name.this_session': 'Ce navigateur',
  'page.name.unknown_device': 'Appareil inconnu',
  'page.label.signed_in': 'Connexion',
  'page.label.last_used': 'Dernière utilisation',
  'page.button.end_session': 'Fermer',
  'page.label.end_session': 'Fermer la session : {device}',
  'page.button.end_others': 'Fermer toutes les autres sessions',
  'page.text.session_ended': 'La session est fermée.',
  'page.text.others_ended': 'Toutes les autres sessions sont fermées.',

  // The account: connected applications
  'page.title.applications': 'Applications connectées',
  'page.link.applications': 'Applications',
  'page.text.applications': 'Ces applications peuvent utiliser votre compte.',
  'page.text.no_applications': 'Aucune application ne peut utiliser votre compte.',
  'page.label.since': 'Connectée depuis',
  'page.label.may': 'Elle peut',
  'page.button.disconnect': 'Déconnecter',
  'page.label.disconnect': 'Déconnecter {application}',
  'page.text.disconnected': 'L’application ne peut plus utiliser votre compte.',

  // The account: security
  'page.title.security': 'Vos moyens de connexion',
  'page.link.security': 'Sécurité',
  'page.text.confirm_identity':
    'Veuillez confirmer à nouveau que c’est bien vous avant de faire cette modification.',
  'page.link.cancel': 'Annuler',
  'page.text.totp_remove':
    'Ensuite, votre mot de passe suffit pour vous connecter, sauf si vous avez une clé d’accès.',
  'page.text.recovery_renew': 'Vous recevez dix nouveaux codes. Les anciens ne fonctionnent plus.',
  'page.text.passkey_remove': 'Ensuite, personne ne peut plus se connecter avec elle.',
  'page.name.password': 'Mot de passe',
  'page.label.current_password': 'Mot de passe actuel',
  'page.button.change_password': 'Changer le mot de passe',
  'page.text.password_changed':
    'Votre mot de passe est changé. Toutes les autres sessions sont fermées et toutes les applications déconnectées.',
  'page.error.current_password': 'Ce n’est pas votre mot de passe actuel.',
  'page.name.totp': 'Application d’authentification',
  'page.text.totp_off':
    'Une application sur votre téléphone affiche un code à saisir après votre mot de passe : avec le mot de passe seul, personne ne peut se connecter.',
  'page.text.totp_on': 'Un code de votre application vous est demandé après votre mot de passe.',
  'page.text.recovery_left': 'Codes de secours restants : {count}.',
  'page.button.totp_add': 'Configurer une application',
  'page.button.totp_remove': 'Retirer l’application',
  'page.title.totp': 'Configurer une application d’authentification',
  'page.text.totp_scan': 'Scannez cette image avec votre application, ou saisissez-y la clé.',
  'page.label.qr': 'Image de la clé pour votre application d’authentification',
  'page.label.secret': 'Clé',
  'page.text.totp_confirm': 'Saisissez ensuite les six chiffres affichés par l’application.',
  'page.button.totp_confirm': 'Confirmer',
  'page.title.recovery_codes': 'Vos codes de secours',
  'page.text.recovery_codes':
    'Conservez ces codes en lieu sûr. Chacun vous permet de vous connecter une fois sans votre application. Ils ne seront plus affichés.',
  'page.link.recovery_kept': 'Je les ai conservés',
  'page.text.totp_removed': 'L’application est retirée.',
  'page.name.passkeys': 'Clés d’accès',
  'page.text.passkeys':
    'Avec une clé d’accès, vous vous connectez par empreinte, visage ou verrouillage de votre appareil.',
  'page.text.passkeys_script':
    'Pour ajouter une clé d’accès, votre navigateur a besoin de JavaScript.',
  'page.label.passkey_name': 'Nom de la clé d’accès',
  'page.button.passkey_add': 'Ajouter une clé d’accès',
  'page.button.passkey_rename': 'Renommer',
  'page.button.passkey_remove': 'Retirer',
  'page.label.passkey_rename': 'Renommer la clé d’accès : {name}',
  'page.label.passkey_remove': 'Retirer la clé d’accès : {name}',
  'page.label.added': 'Ajoutée',
  'page.text.passkey_added': 'La clé d’accès est ajoutée.',
  'page.text.passkey_renamed': 'La clé d’accès est renommée.',
  'page.text.passkey_removed': 'La clé d’accès est retirée.',
  'page.error.passkey_add': 'La clé d’accès n’a pas pu être ajoutée. Veuillez réessayer.',
  'page.error.passkey_name':
    'Veuillez saisir un nom de 64 caractères au maximum, sur une seule ligne.',
  'page.name.email': 'Adresse e-mail',
  'page.text.email': 'Votre adresse e-mail est {email}.',
  'page.label.new_email': 'Nouvelle adresse e-mail',
  'page.button.change_email': 'Changer l’adresse',
  'page.text.new_email':
    'Confirmez que {email} doit être la nouvelle adresse e-mail de votre compte.',
  'page.text.email_changed': 'Votre adresse e-mail est changée.',
  'page.button.recovery_renew': 'Créer de nouveaux codes de secours',

  'page.title.demo': 'De retour dans l’application de démonstration',
  'page.title.demo_state': 'Cette réponse correspond à une autre demande',
  'page.label.demo_exchange':
    'Échangez le code contre des jetons dans la minute, dans un terminal de cette machine :',
  'page.label.demo_use': 'Utilisez ensuite le jeton d’accès :',
  'page.text.demo_no_code': 'Il n’y a pas de code à échanger.',
  'page.text.demo_state':
    'Ce navigateur n’a pas commencé de demande avec ce «\u00a0state\u00a0»\u00a0: la réponse est peut-être destinée à quelqu’un d’autre. Une application doit s’arrêter ici et ne pas échanger le code.',

  // What goes wrong
  'page.title.step_expired': 'Cette étape est terminée',
  'page.text.step_expired':
    'Elle a duré trop longtemps ou a été achevée dans un autre onglet. Veuillez retourner à l’application et recommencer.',
  'page.title.sign_in_expired': 'Veuillez vous connecter à nouveau',
  'page.text.sign_in_expired':
    'L’étape a duré trop longtemps ou a été achevée dans un autre onglet. Rien n’est perdu : recommencez.',
  'page.title.link_expired': 'Ce lien ne fonctionne plus',
  'page.text.link_expired':
    'Il a déjà été utilisé ou est trop ancien. Si vous en avez encore besoin, demandez-en un nouveau.',
  'page.text.link_used': 'Il a déjà été utilisé\u00a0: chaque lien ne fonctionne qu’une fois.',
  'page.text.link_used_sign_up':
    'Il a déjà été utilisé, votre adresse est donc confirmée. Vous pouvez vous connecter.',
  'page.text.link_used_new_email':
    'Il a déjà été utilisé\u00a0: la nouvelle adresse e-mail est confirmée.',
  'page.text.link_too_old': 'Il a expiré.',
  'page.text.link_replaced':
    'Un lien plus récent l’a remplacé, ou le compte a été modifié depuis. Utilisez le lien de l’e-mail le plus récent.',
  'page.text.another_link': 'Nous pouvons envoyer un autre e-mail à {email}.',
  'page.button.another_link': 'Envoyer un nouveau lien',
  'page.link.to_security': 'Aller à vos paramètres de sécurité',
  'page.title.application_request': 'L’application a envoyé une demande non valide',
  'page.text.application_request':
    'Vous ne pouvez pas continuer, et ce n’est pas votre faute. Veuillez le signaler aux responsables de l’application.',
  'page.title.foreign_form': 'Ce formulaire ne peut pas être utilisé',
  'page.text.foreign_form':
    'Il venait d’un autre site, ou votre navigateur nous a oubliés entre-temps. Rien n’a été modifié. Revenez en arrière, rechargez la page et recommencez votre saisie ; les cookies doivent être autorisés.',
  'page.title.bad_form': 'Ce formulaire ne peut pas être lu',
  'page.text.bad_form':
    'Rien n’a été modifié. Revenez en arrière, rechargez la page et recommencez votre saisie.',
  'page.title.card_number': 'Veuillez ne pas saisir de numéro de carte ici',
  'page.text.card_number':
    'L’un des champs contient ce qui ressemble au numéro d’une carte de paiement. Rien n’a été conservé. Revenez en arrière et modifiez-le.',
  'page.title.not_found': 'Page introuvable',
  'page.text.not_found': 'L’adresse est peut-être mal saisie, ou la page n’existe plus.',
  'page.title.too_many': 'Trop de tentatives',
  'page.text.too_many': 'Veuillez réessayer dans {minutes} min.',
  'page.title.unavailable': 'Nous ne pouvons pas répondre pour le moment',
  'page.text.unavailable': 'Veuillez réessayer dans un instant.',
  'page.title.internal': 'Une erreur s’est produite',
  'page.text.internal':
    'C’est notre faute, pas la vôtre. Veuillez réessayer plus tard ; si cela persiste, communiquez-nous ce numéro : {reference}.',
}
