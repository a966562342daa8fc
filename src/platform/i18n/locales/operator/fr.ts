/** The pages for operators, in French. */
export const operator = {
  // Operators
  'page.link.operator': 'Assistance',
  'page.title.operator': 'Rechercher un utilisateur',
  'page.title.operator_user': 'Utilisateur {id}',
  'page.title.operator_request': 'Requête',
  'page.title.operator_application': 'Application',
  'page.label.find': 'Adresse e-mail ou numéro',
  'page.text.find_hint':
    'Ou l’identifiant d’une requête, indiqué sur une page d’erreur ou dans le journal, ou l’identifiant client d’une application.',
  'page.button.find': 'Rechercher',
  'page.error.nobody': 'Aucun résultat. Veuillez vérifier votre saisie.',
  'page.text.sign_up_waits':
    'Quelqu’un s’est inscrit avec cette adresse e-mail et ne l’a pas encore confirmée. Vous pouvez renvoyer l’e-mail avec le lien.',
  'page.text.sign_up_sent': 'L’e-mail de confirmation a été envoyé.',
  'page.text.no_records':
    'Le journal d’audit ne contient rien sur cette requête. La plupart des requêtes qui ne font que lire n’y laissent rien. Cherchez la requête dans le journal du service.',
  'page.name.account_state': 'Compte',
  'page.name.acts': 'Ce que vous pouvez faire',
  'page.text.no_acts': 'Vous ne pouvez rien faire ici pour ce compte.',
  'page.name.belongings': 'Ce que contient le compte',
  'page.label.operator_name': 'Nom',
  'page.label.operator_state': 'État',
  'page.label.operator_created': 'Créé',
  'page.label.wanted_email': 'Nouvelle adresse e-mail, non confirmée',
  'page.label.disabled': 'Désactivation',
  'page.label.erases': 'Suppression prévue',
  'page.label.roles': 'Rôles',
  'page.label.codes_left': 'Codes de récupération restants',
  'page.label.open_links': 'Liens encore valables',
  'page.label.queued_emails': 'E-mails en attente d’envoi',
  'page.name.state_enabled': 'Actif',
  'page.name.state_disabled': 'Désactivé',
  'page.name.state_erasing': 'Sera supprimé',
  'page.name.role_operator': 'Opérateur',
  'page.name.role_developer': 'Développeur',
  'page.name.yes': 'Oui',
  'page.name.no': 'Non',
  'page.name.none': 'Aucun',
  'page.name.link_sign_up': 'Inscription',
  'page.name.link_reset_password': 'Nouveau mot de passe',
  'page.name.link_new_email': 'Nouvelle adresse e-mail',
  'page.name.link_sign_in': 'Connexion',
  'page.label.reason': 'Motif',
  'page.text.reason_hint':
    'Le numéro d’un ticket ou un seul mot, par exemple SUP-4711. Il reste dans le journal d’audit : n’écrivez aucune donnée personnelle.',
  'page.error.reason':
    'Veuillez saisir le numéro d’un ticket ou un mot sans espaces, par exemple SUP-4711.',
  'page.label.check': 'Comment avez-vous vérifié qui le demande ?',
  'page.text.check_hint':
    'Ne demandez rien qu’un pirate puisse lire dans une boîte aux lettres volée. Si la boîte est peut-être en de mauvaises mains, désactivez plutôt le compte.',
  'page.name.choose': 'Veuillez choisir',
  'page.name.email_and_day':
    'Demande envoyée depuis l’adresse du compte, réponse à cette adresse, un jour d’attente',
  'page.name.document_in_person': 'Pièce d’identité vue en personne',
  'page.name.document_by_video': 'Pièce d’identité comparée lors d’un appel vidéo',
  'page.error.check': 'Veuillez choisir comment vous avez vérifié.',
  'page.button.operator_send_password_link': 'Envoyer un lien pour un nouveau mot de passe',
  'page.text.operator_send_password_link':
    'L’utilisateur reçoit un e-mail avec un lien pour choisir un nouveau mot de passe. Le lien fonctionne une fois, pendant une heure. D’ici là, le mot de passe ne change pas.',
  'page.text.operator_done_send_password_link':
    'Le lien pour un nouveau mot de passe a été envoyé.',
  'page.button.operator_resend_confirmation': 'Renvoyer l’e-mail de confirmation',
  'page.text.operator_resend_confirmation':
    'L’utilisateur reçoit un autre e-mail avec un lien pour confirmer l’adresse e-mail. Les liens précédents pour une nouvelle adresse ne fonctionnent plus.',
  'page.text.operator_done_resend_confirmation': 'L’e-mail de confirmation a été renvoyé.',
  'page.button.operator_reset_second_factors': 'Supprimer tous les seconds facteurs',
  'page.text.operator_reset_second_factors':
    'L’application d’authentification, toutes les clés d’accès et les codes de récupération sont supprimés. L’utilisateur est déconnecté partout, peut ensuite se connecter avec le seul mot de passe et en est informé par e-mail. Quiconque a le mot de passe et vous en persuade a le compte. Vérifiez donc d’abord qui le demande.',
  'page.text.operator_done_reset_second_factors': 'Tous les seconds facteurs ont été supprimés.',
  'page.button.operator_set_email': 'Définir l’adresse e-mail',
  'page.text.operator_set_email':
    'Utilisez ceci si une autre personne a pris le contrôle du compte. Le compte reçoit l’adresse e-mail que vous saisissez. Le mot de passe, tous les autres moyens de connexion, toutes les sessions, tous les liens et toutes les applications connectées prennent fin. Le propriétaire reçoit un lien pour un nouveau mot de passe, et les deux adresses sont prévenues. Quiconque vous en persuade a le compte. Vérifiez donc d’abord qui le demande.',
  'page.text.operator_done_set_email': 'L’adresse e-mail a été définie.',
  'page.label.operator_email': 'Adresse e-mail du propriétaire',
  'page.error.email_taken': 'Un autre compte a cette adresse e-mail.',
  'page.button.operator_end_sessions': 'Déconnecter partout',
  'page.text.operator_end_sessions':
    'L’utilisateur est déconnecté de tous les navigateurs. Les applications ne peuvent plus utiliser le compte tant que l’utilisateur ne s’y reconnecte pas.',
  'page.text.operator_done_end_sessions': 'L’utilisateur a été déconnecté partout.',
  'page.button.operator_disable': 'Désactiver le compte',
  'page.text.operator_disable':
    'L’utilisateur ne peut plus se connecter, est déconnecté partout et en est informé par e-mail. Les applications ne peuvent plus utiliser le compte. Vous pourrez le réactiver.',
  'page.text.operator_done_disable': 'Le compte a été désactivé.',
  'page.button.operator_enable': 'Réactiver le compte',
  'page.text.operator_enable':
    'L’utilisateur peut de nouveau se connecter et en est informé par e-mail. Les sessions et l’accès des applications ne reviennent pas d’eux-mêmes.',
  'page.text.operator_done_enable': 'Le compte a été réactivé.',
  'page.button.operator_admit_developer': 'Admettre comme développeur',
  'page.text.operator_admit_developer':
    'L’utilisateur peut désormais enregistrer des applications et en est informé par e-mail.',
  'page.text.operator_done_admit_developer': 'L’utilisateur est maintenant développeur.',
  'page.button.operator_remove_developer': 'Retirer le rôle de développeur',
  'page.text.operator_remove_developer':
    'L’utilisateur ne peut plus enregistrer ni modifier d’applications. Les applications continuent de fonctionner. Pour les arrêter, désactivez-les une par une.',
  'page.text.operator_done_remove_developer': 'L’utilisateur n’est plus développeur.',
  'page.text.operator_done_nothing': 'Rien n’a été modifié, car c’était déjà le cas.',
  'page.button.application_disable': 'Désactiver l’application',
  'page.text.application_disable':
    'Plus personne ne peut se connecter à cette application et tous ses jetons prennent fin. Vous pourrez la réactiver. Les jetons terminés ne reviennent pas.',
  'page.text.application_done_disable': 'L’application a été désactivée.',
  'page.button.application_enable': 'Réactiver l’application',
  'page.text.application_enable':
    'L’application fonctionne de nouveau avec ses secrets. Les jetons terminés ne reviennent pas.',
  'page.text.application_done_enable': 'L’application a été réactivée.',
  'page.text.application_done_nothing': 'Rien n’a été modifié, car c’était déjà le cas.',
  'page.label.operator_client_id': 'Identifiant client',
  'page.label.operator_kind': 'Type',
  'page.label.operator_redirect_uris': 'URI de redirection',
  'page.label.operator_scopes': 'Autorisations',
  'page.title.second_factor_needed': 'Second facteur nécessaire',
  'page.text.second_factor_needed':
    'Vous ne pouvez ouvrir cette page que si vous vous êtes connecté avec un second facteur. Déconnectez-vous, puis reconnectez-vous avec votre application d’authentification ou une clé d’accès.',
  'page.title.own_account': 'C’est votre propre compte',
  'page.text.own_account':
    'Vous ne pouvez pas faire cela pour votre propre compte. Utilisez les pages de votre compte ou demandez à un autre opérateur.',
  'page.title.operator_account': 'Ce compte est celui d’un opérateur',
  'page.text.operator_account':
    'Pour un opérateur, seules les personnes qui gèrent le service peuvent le faire, en ligne de commande.',
  'page.activity.user.viewed': 'A consulté le compte',
  'page.activity.access.ended': 'Déconnexion partout',
  'page.activity.email.confirmation_sent': 'E-mail de confirmation renvoyé',
  'page.activity.user.created': 'Le compte a été créé',
  'page.activity.second_factor.refused': 'Second facteur incorrect',
  'page.activity.sign_in.link_requested': 'A demandé un lien de connexion',
  'page.activity.consent.refused': 'A refusé de connecter une application',
  'page.name.link_payout_proof': 'Confirmation du moyen d’être payé',
  'page.name.link_payout_undo': 'Annulation d’un changement de paiement',
  'page.name.link_sign_in_undo': 'Annulation d’une modification de la connexion',
} as const
