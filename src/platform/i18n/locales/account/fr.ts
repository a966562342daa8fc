/** The account pages, in French. */
export const account = {
  // The frame of the account pages
  'page.link.overview': 'Vue d’ensemble',
  'page.label.menu': 'Menu',
  'page.label.signed_in_as': 'Connecté en tant que {name}',
  'page.button.save': 'Enregistrer',
  'page.button.edit': 'Modifier',
  'page.button.delete': 'Supprimer',
  'page.button.make_default': 'Définir par défaut',
  'page.button.undo': 'Annuler la suppression',
  'page.name.default': 'Par défaut',
  'page.text.saved': 'Vos modifications ont été enregistrées.',
  'page.error.changed_elsewhere':
    'Ces données ont été modifiées ailleurs entre-temps. Vérifiez vos saisies et enregistrez de nouveau pour remplacer l’autre modification.',

  // Overview
  'page.title.overview': 'Bonjour, {name}',
  'page.title.overview_unnamed': 'Votre compte',
  'page.name.attention': 'À vérifier',
  'page.text.all_well': 'Tout est à jour.',
  'page.text.needs_second_factor':
    'Seul un mot de passe protège votre compte. Ajoutez une clé d’accès ou une application d’authentification.',
  'page.text.needs_card': '{card} a expiré. Remplacez cette carte ou supprimez-la.',
  'page.text.needs_address':
    'Vous n’avez pas encore d’adresse. Ajoutez-en une pour acheter plus vite.',
  'page.text.needs_erasure':
    'Votre compte sera supprimé le {date}. Vous pouvez encore le conserver.',
  'page.label.count_addresses': 'Adresses enregistrées : {count}',
  'page.label.count_sessions': 'Sessions actives : {count}',
  'page.label.count_applications': 'Applications connectées : {count}',
  'page.label.sign_in_methods': 'Mot de passe, clés d’accès, application d’authentification',

  // Addresses
  'page.title.addresses': 'Adresses',
  'page.link.addresses': 'Adresses',
  'page.text.no_addresses':
    'Vous n’avez pas encore d’adresse. Les adresses enregistrées vous sont proposées pour la livraison et la facturation lors d’un achat.',
  'page.button.address_add': 'Ajouter une adresse',
  'page.title.address_edit': 'Modifier l’adresse',
  'page.title.address_delete': 'Supprimer cette adresse ?',
  'page.text.address_delete':
    'Cette adresse ne vous sera plus proposée lors d’un achat. Vous pourrez annuler la suppression sur la page suivante.',
  'page.text.address_delete_default': 'Une autre adresse deviendra votre adresse par défaut.',
  'page.text.address_added': 'L’adresse a été ajoutée.',
  'page.text.address_saved': 'L’adresse a été enregistrée.',
  'page.text.address_deleted': 'L’adresse a été supprimée.',
  'page.text.address_default': 'C’est maintenant votre adresse par défaut.',
  'page.text.address_billed':
    'Un moyen de paiement utilise cette adresse pour la facturation, elle ne peut donc pas être supprimée.',
  'page.label.country': 'Pays',
  'page.name.choose_country': 'Choisir un pays',
  'page.button.use_country': 'Utiliser ce pays',
  'page.hint.use_country': 'Les autres champs dépendent du pays.',
  'page.label.optional': '{label} (facultatif)',
  'page.label.example': 'Par exemple {example}',
  'page.label.default_address': 'En faire mon adresse par défaut',
  'page.label.edit_address': 'Modifier l’adresse : {address}',
  'page.label.delete_address': 'Supprimer l’adresse : {address}',
  'page.label.default_address_of': 'Définir comme adresse par défaut : {address}',

  // Payment methods
  'page.link.paymentmethods': 'Moyens de paiement',
  'page.text.no_methods':
    'Vous n’avez pas encore de moyen de paiement. Les moyens enregistrés accélèrent vos achats, et PayPal peut aussi recevoir vos revenus.',
  'page.button.card_add': 'Ajouter une carte',
  'page.button.paypal_add': 'Ajouter un compte PayPal',
  'page.title.card_edit': 'Modifier {method}',
  'page.name.card': '{brand} se terminant par {last4}',
  'page.name.expired': 'Expirée',
  'page.name.default_buyer': 'Par défaut pour les achats',
  'page.name.default_seller': 'Par défaut pour les versements',
  'page.label.expires': 'Expire le',
  'page.label.billing_address': 'Adresse de facturation',
  'page.name.no_billing': 'Aucune adresse de facturation',
  'page.label.holder': 'Nom figurant sur la carte',
  'page.label.card_number': 'Numéro de carte',
  'page.hint.card_number': 'Le numéro n’est pas conservé ici.',
  'page.hint.card_number_keep': 'Laissez vide pour conserver {method}.',
  'page.label.expiry_month': 'Mois d’expiration',
  'page.label.expiry_year': 'Année d’expiration',
  'page.name.month': 'Mois',
  'page.name.year': 'Année',
  'page.label.default_buyer': 'Utiliser par défaut pour mes achats',
  'page.label.default_seller': 'Utiliser par défaut pour mes versements',
  'page.label.paypal_email': 'Adresse e-mail du compte PayPal',
  'page.button.default_buyer': 'Définir par défaut pour les achats',
  'page.button.default_seller': 'Définir par défaut pour les versements',
  'page.label.action_on': '{action} : {method}',
  'page.title.method_delete': 'Supprimer {method} ?',
  'page.text.method_delete':
    '{method} ne vous sera plus proposé au paiement. Les paiements en cours ne sont pas concernés. Pour l’utiliser à nouveau, vous devrez l’ajouter à nouveau.',
  'page.text.method_delete_default': 'Vous n’aurez plus de moyen par défaut avant d’en choisir un.',
  'page.text.method_added': 'Le moyen de paiement a été ajouté.',
  'page.text.method_saved': 'Le moyen de paiement a été enregistré.',
  'page.text.method_deleted': 'Le moyen de paiement a été supprimé.',
  'page.text.method_default': 'Votre moyen par défaut a été modifié.',
  'page.text.cards_elsewhere':
    'Vous pouvez ajouter une carte lors d’un achat. Elle apparaîtra ensuite ici.',
  'page.error.vault':
    'La carte n’a pas pu être enregistrée pour l’instant. Réessayez dans un instant.',
  'page.label.count_methods': 'Moyens de paiement enregistrés : {count}',

  // Profile
  'page.link.profile': 'Profil',
  'page.label.profile_name': 'Nom complet',
  'page.label.newsletter': 'Recevoir la newsletter par e-mail',
  'page.label.phone': 'Numéro de téléphone',
  'page.label.phone_country': 'Pays du numéro de téléphone',
  'page.label.phone_country_hint': 'Pour un numéro sans indicatif de pays',
  'page.label.email_language': 'Langue des e-mails',
  'page.label.time_zone': 'Fuseau horaire',
  'page.text.profile_email': 'Vous vous connectez avec {email}.',

  // Data and privacy
  'page.link.privacy': 'Vos données',
  'page.name.export': 'Télécharger vos données',
  'page.text.export':
    'Obtenez un fichier contenant tout ce qui est enregistré à votre sujet : profil, adresses, moyens de paiement, applications connectées et activité récente. Il ne contient ni mots de passe ni numéros de carte.',
  'page.button.export': 'Télécharger',
  'page.text.export_ready':
    'Le fichier est au format JSON. Conservez-le en lieu sûr : il contient vos adresses.',
  'page.name.delete_account': 'Supprimer votre compte',
  'page.text.delete_account':
    'Tout ce qui est enregistré à votre sujet sera supprimé. Vous avez 14 jours pour changer d’avis.',
  'page.text.delete_account_now':
    'Toutes les applications perdent immédiatement l’accès à votre compte.',
  'page.text.delete_account_cancel':
    'Pendant 14 jours, vous pouvez vous connecter et conserver le compte.',
  'page.text.delete_account_then':
    'Ensuite, vos adresses, moyens de paiement et données de connexion sont supprimés définitivement.',
  'page.button.delete_account': 'Supprimer mon compte',
} as const
