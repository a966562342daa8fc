import { merge } from '../merge.ts'
import { account } from './account/fr.ts'
import { developer } from './developer/fr.ts'
import type { Catalogue } from './en.ts'
import { mail } from './mail/fr.ts'
import { operator } from './operator/fr.ts'
import { pages } from './pages/fr.ts'

/** French, addressing people with “vous”. The spaces inside « » and before “:” do not break. */
export const fr: Catalogue = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'Ce champ est obligatoire.',
  'rule.type.string': 'Doit être un texte.',
  'rule.type.string_unquoted': 'Doit être un texte, entre guillemets.',
  'rule.type.boolean': 'Doit être « true » ou « false ».',
  'rule.type.boolean_quoted': 'Doit être « true » ou « false », sans guillemets.',
  'rule.type.integer': 'Doit être un nombre entier.',
  'rule.type.integer_quoted': 'Doit être un nombre entier, sans guillemets.',
  'rule.type.int32': 'Doit être un nombre entier ne dépassant pas 2147483647.',
  'rule.type.array': 'Doit être une liste.',
  'rule.phone':
    'Doit être un numéro de téléphone avec l’indicatif du pays, par exemple +33 1 42 34 20 00, ou un numéro du pays choisi.',
  'rule.time_zone': 'Doit être un fuseau horaire, par exemple Europe/Paris.',
  'rule.year': 'Doit être une année à quatre chiffres, par exemple 2031.',
  'rule.invalid': 'Cette valeur n’est pas valide.',
  'rule.reference': 'Doit comporter de 1 à 64 lettres, chiffres, tirets et traits de soulignement.',
  'rule.repeated': 'Ne doit être indiqué qu’une seule fois.',
  'rule.hostile':
    'Ne doit pas contenir {character} (position {position}), ni d’autres sauts de ligne, caractères de contrôle ou caractères qui changent le sens d’écriture.',
  'rule.unknown': 'Cette propriété n’existe pas ici ou ne peut pas être modifiée.',
  'rule.unknown_like': 'Cette propriété n’existe pas ici. Vouliez-vous dire {known} ?',
  'rule.unknown_known': 'Cette propriété n’existe pas ici. Les propriétés connues sont {known}.',
  'rule.unknown_id': 'Envoyez l’identifiant dans le chemin, pas dans le corps.',
  'rule.read_only': 'Cette propriété ne peut pas être définie ici.',
  'rule.account_pages':
    'Seuls les utilisateurs peuvent modifier cette valeur, dans les pages de leur compte.',
  'rule.security_code': 'Le cryptogramme d’une carte n’est jamais accepté ici. Ne l’envoyez pas.',
  'rule.too_long': 'Ne doit pas dépasser {max} caractères.',
  'rule.too_short': 'Longueur minimale en caractères : {min}.',
  'rule.too_many': 'Doit comporter au plus {max} éléments.',
  'rule.idempotency_key':
    'Doit comporter de 1 à 255 caractères ASCII imprimables et n’être indiqué qu’une seule fois.',
  'rule.minimum': 'Doit être supérieur ou égal à {min}.',
  'rule.maximum': 'Doit être inférieur ou égal à {max}.',
  'rule.one_of': 'Doit être l’une de ces valeurs : {values}.',
  'rule.sort':
    'Valeurs possibles, séparées par des virgules : {fields}. Un « - » devant un nom inverse l’ordre.',
  'rule.https_url': 'Doit être une URL HTTPS, de {max} caractères au maximum.',
  'rule.logo.type': 'Doit être une image PNG ou WebP complète, sans animation.',
  'rule.logo.bytes': 'Doit faire {max} Kio au maximum.',
  'rule.logo.pixels': 'Doit faire de {min} à {max} pixels de large et de haut.',

  // Errors
  'error.invalid_request_body': 'Le corps de la requête doit être un objet JSON.',
  'error.invalid_request_body.empty': 'Le corps est vide. Il doit être un objet JSON.',
  'error.invalid_request_body.syntax':
    'Le corps n’est pas du JSON valide. L’erreur se trouve à la ligne {line}, colonne {column}.',
  'error.invalid_request_body.encoding': 'Le corps n’est pas en UTF-8.',
  'error.invalid_request_body.depth': 'Le corps est imbriqué sur plus de {max} niveaux.',
  'error.validation_failed':
    'Certaines informations manquent ou ne sont pas valides. Veuillez les vérifier.',
  'error.https_required': 'Veuillez envoyer la requête en HTTPS.',
  'error.malformed_request': 'La requête n’est pas conforme au protocole HTTP.',
  'error.malformed_request.if_match':
    'If-Match doit être * ou une liste d’étiquettes d’entité entre guillemets.',
  'error.invalid_signature': 'La signature n’est pas valide.',
  'error.unauthorized': 'Veuillez vous connecter. Cette requête nécessite un jeton d’accès.',
  'error.unauthorized.query': 'Envoyez le jeton d’accès dans l’en-tête {header}, pas dans l’URL.',
  'error.unauthorized.scheme':
    'Envoyez un jeton d’accès dans l’en-tête {header}. Les autres méthodes d’authentification ne fonctionnent qu’au point de terminaison de jetons.',
  'error.invalid_token': 'Le jeton d’accès n’est pas valide ou a expiré.',
  'error.insufficient_scope': 'Cette application n’a pas l’autorisation nécessaire.',
  'error.insufficient_scope.needed':
    'Cette requête nécessite un jeton d’accès avec le scope {scope}.',
  'error.insufficient_scope.application':
    'Ce jeton d’accès appartient à une application, pas à un utilisateur. Demandez d’abord à l’utilisateur de se connecter.',
  'error.insufficient_scope.user':
    'Ce jeton d’accès appartient à un utilisateur. Envoyez le jeton de l’application elle-même (client credentials grant).',
  'error.forbidden': 'Cette action n’est pas autorisée.',
  'error.invalid_delete': 'Cet élément ne peut pas être supprimé tant qu’il est utilisé.',
  'error.invalid_delete.billed':
    'Cette adresse ne peut pas être supprimée, car c’est l’adresse de facturation de {methods}.',
  'error.limit_reached': 'Le nombre maximal est atteint. Veuillez d’abord supprimer un élément.',
  'error.webhook_disabled': 'Ce webhook est désactivé. Activez-le d’abord.',
  'error.purchase_not_allowed': 'Cette annonce ne peut pas être achetée.',
  'error.not_found': 'Aucun élément trouvé ici.',
  'error.not_found.path': 'Ce chemin n’existe pas. Commencez à {url}.',
  'error.method_not_allowed': 'Cette méthode n’est pas autorisée ici.',
  'error.method_not_allowed.allowed':
    'Cette méthode n’est pas autorisée ici. Les méthodes autorisées sont {methods}.',
  'error.not_acceptable':
    'L’en-tête Accept doit autoriser application/hal+json ou application/json.',
  'error.request_timeout': 'La requête a mis trop de temps à arriver. Veuillez réessayer.',
  'error.precondition_failed':
    'Les données ont changé depuis que vous les avez chargées. Veuillez les recharger et refaire votre modification.',
  'error.idempotency_key_in_use':
    'Une requête avec cet Idempotency-Key est encore en cours. Veuillez patienter un instant, puis la répéter.',
  'error.idempotency_key_reused':
    'Cet Idempotency-Key a déjà servi pour une requête dont le corps est différent. Utilisez une nouvelle clé.',
  'error.payload_too_large': 'Le corps de la requête dépasse 64 Kio.',
  'error.unsupported_media_type':
    'Le corps de la requête doit être de type application/json ou application/hal+json.',
  'error.unsupported_media_type.encoding': 'Le corps doit être en UTF-8 et non compressé.',
  'error.headers_too_large': 'Les en-têtes dépassent 16 Kio.',
  'error.internal_server_error':
    'Une erreur s’est produite de notre côté. Veuillez réessayer plus tard.',
  'error.too_many_requests': 'Trop de requêtes. Veuillez patienter avant d’envoyer la suivante.',
  'error.service_unavailable':
    'Le service est temporairement indisponible. Veuillez réessayer dans un instant.',

  // Titles of links
  'link.self': 'Cette ressource',
  'link.first': 'Première page',
  'link.last': 'Dernière page',
  'link.next': 'Page suivante',
  'link.prev': 'Page précédente',
  'link.user': 'Votre profil',
  'link.addresses': 'Vos adresses',
  'link.paymentmethods': 'Vos moyens de paiement',
  'link.countries': 'Pays',
  'link.webhooks': 'Vos webhooks',
  'link.viagogo:user': 'Votre profil',
  'link.viagogo:countries': 'Pays',
  'link.address:create': 'Ajouter une adresse',
  'link.address:update': 'Modifier cette adresse',
  'link.address:delete': 'Supprimer cette adresse',
  'link.address:carrier': 'Transporteur qui enlève les colis à cette adresse',
  'link.country': 'Pays',
  'link.country:events': 'Événements dans ce pays',
  'link.country:localwebpage': 'Site web pour ce pays',
  'link.country:addressrules': 'Format des adresses de ce pays',
  'link.paymentmethod:createcreditcard': 'Ajouter une carte de crédit ou de débit',
  'link.paymentmethod:setupcreditcard':
    'Configurer une carte dans les champs du prestataire de paiement',
  'link.paymentmethod:cardsetup': 'Confirmer cette carte',
  'link.paymentmethod:createpaypal': 'Ajouter un compte PayPal',
  'link.paymentmethod:updatecreditcard': 'Mettre à jour cette carte',
  'link.paymentmethod:updatepaypal': 'Mettre à jour ce compte PayPal',
  'link.paymentmethod:updatedefaults': 'Définir ou retirer par défaut',
  'link.paymentmethod:delete': 'Supprimer ce moyen de paiement',
  'link.user:addresses': 'Vos adresses',
  'link.user:paymentmethods': 'Vos moyens de paiement',
  'link.user:purchases': 'Vos achats',
  'link.user:sales': 'Vos ventes',
  'link.user:salesaggregates': 'Récapitulatif de vos ventes',
  'link.user:sellerlistings': 'Vos annonces',
  'link.user:update': 'Modifier votre profil',
  'link.user:webhooks': 'Vos webhooks',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Ajouter un webhook',
  'link.webhook:update': 'Modifier ce webhook',
  'link.webhook:delete': 'Supprimer ce webhook',
  'link.webhook:ping': 'Envoyer un ping',
  'link.webhook:rotatesecret': 'Remplacer le secret',
  'link.webhook:deliveries': 'Envois de ce webhook',
  'link.delivery:redeliver': 'Envoyer à nouveau',
  'link.paymentmethod:createbankaccount': 'Ajouter un compte bancaire',
  'link.paymentmethod:updatebankaccount': 'Mettre à jour ce compte bancaire',

  // Webhooks
  'webhook.url.invalid': 'Doit être une URL complète, sans fragment.',
  'webhook.url.scheme': 'Doit être une URL HTTPS.',
  'webhook.url.credentials':
    'Ne doit contenir ni nom d’utilisateur ni mot de passe. Utilisez authorization_header.',
  'webhook.url.port': 'Doit utiliser un de ces ports : {ports}.',
  'webhook.url.address': 'Doit mener à une adresse publique sur Internet.',
  'webhook.topics':
    'Doit être une liste d’une ou de plusieurs des valeurs Addresses, PaymentMethods, User et Ping, chacune une seule fois.',
  'webhook.authorization_header':
    'Doit avoir de 1 à 1024 caractères, uniquement ASCII imprimables.',

  // Addresses
  'address.default.required':
    'Une adresse doit toujours être l’adresse par défaut. Définissez plutôt une autre adresse par défaut.',
  'address.country_code.unknown':
    'Doit être un code de pays ISO 3166-1 à deux lettres, par exemple FR.',
  'address.country_code.meant':
    'Doit être un code de pays ISO 3166-1 à deux lettres. Vouliez-vous dire {code} ?',
  'address.state_province.required':
    'Un État, une province ou une région est obligatoire dans ce pays.',
  'address.state_province.required_like':
    'Un État, une province ou une région est obligatoire dans ce pays, par exemple {example}.',
  'address.postal_code.required':
    'Un code postal est obligatoire dans ce pays, par exemple {example}.',
  'address.postal_code.digits': 'Comme « {example} » : {count} chiffres.',
  'address.postal_code.zip':
    'Comme « {example} » : cinq chiffres, suivis au besoin d’un tiret et de quatre chiffres.',
  'address.postal_code.canadian':
    'Comme « {example} » : lettre, chiffre, lettre, puis chiffre, lettre, chiffre.',
  'address.postal_code.british':
    'Comme « {example} » : la zone et le district, puis un chiffre et deux lettres.',
  'address.postal_code.irish': 'Comme « {example} » : trois caractères, puis quatre.',
  'address.postal_code.dutch': 'Comme « {example} » : quatre chiffres, puis deux lettres.',
  'address.postal_code.two_dash_three':
    'Comme « {example} » : deux chiffres, un tiret et trois chiffres.',
  'address.postal_code.three_dash_four':
    'Comme « {example} » : trois chiffres, un tiret et quatre chiffres.',
  'address.postal_code.three_space_two': 'Comme « {example} » : trois chiffres, puis deux.',
  'address.postal_code.four_dash_three':
    'Comme « {example} » : quatre chiffres, un tiret et trois chiffres.',
  'address.postal_code.five_dash_three':
    'Comme « {example} » : cinq chiffres, un tiret et trois chiffres.',
  'address.postal_code.like': 'Doit avoir un format comme {example}.',
  'address.postal_code.like_either': 'Doit avoir un format comme {example} ou {second}.',

  // What countries call the parts of an address
  'address.label.full_name': 'Nom complet',
  'address.label.address_1': 'Numéro et rue',
  'address.label.address_2': 'Adresse, ligne 2',
  'address.label.address_3': 'Adresse, ligne 3',
  'address.label.country_code': 'Pays',
  'address.label.city': 'Ville',
  'address.label.post_town': 'Localité postale',
  'address.label.suburb': 'Localité',
  'address.label.district': 'District',
  'address.label.state': 'État',
  'address.label.province': 'Province',
  'address.label.county': 'Comté',
  'address.label.department': 'Département',
  'address.label.emirate': 'Émirat',
  'address.label.prefecture': 'Préfecture',
  'address.label.oblast': 'Oblast',
  'address.label.do_si': 'Province ou ville métropolitaine',
  'address.label.parish': 'Paroisse',
  'address.label.island': 'Île',
  'address.label.area': 'Zone',
  'address.label.postal': 'Code postal',
  'address.label.zip': 'Code postal (ZIP)',
  'address.label.eircode': 'Eircode',
  'address.label.pin': 'Code postal (PIN)',

  // Payment methods
  'paymentmethod.buyer_method':
    'Ce moyen de paiement ne permet pas d’acheter. Il ne peut donc pas être le moyen par défaut pour les achats.',
  'paymentmethod.seller_method':
    'Ce moyen de paiement ne permet pas de recevoir de paiements. Il ne peut donc pas être le moyen par défaut pour en recevoir.',
  'paymentmethod.billing_address': 'Doit être l’identifiant d’une de vos adresses.',
  'paymentmethod.duplicate': 'Vous l’avez déjà enregistré comme autre moyen de paiement.',
  'paymentmethod.email': 'Doit être une adresse e-mail, par exemple ada@example.com.',
  'card.number.digits':
    'Doit être composé des chiffres du numéro de la carte. Les espaces et les traits d’union entre les chiffres sont autorisés.',
  'card.number.brand': 'Ce numéro de carte ne correspond à aucune marque de carte acceptée.',
  'card.number.length': 'Le numéro de carte n’a pas la bonne longueur pour {brand}.',
  'card.number.check': 'Le chiffre de contrôle du numéro de carte est incorrect.',
  'card.token.both': 'Envoyez soit le numéro, soit le jeton de la carte, mais pas les deux.',
  'card.token.unsupported':
    'Les jetons de carte ne sont pas acceptés ici. Envoyez le numéro de la carte.',
  'card.token.unknown': 'Ce jeton de carte est inconnu ou a déjà été utilisé.',
  'card.declined': 'La carte a été refusée.',
  'card.number.unsupported':
    'Les numéros de carte ne sont pas acceptés ici. Envoyez un jeton de carte.',
  'card.gone':
    'La carte enregistrée n’existe plus. Envoyez à nouveau le numéro ou le jeton de la carte.',
  'card.declined.expired': 'Selon l’émetteur de la carte, la carte a expiré.',
  'card.declined.security_code':
    'Le code de sécurité de la carte est incorrect. Saisissez de nouveau la carte.',
  'card.declined.postal_code':
    'L’émetteur de la carte connaît un autre code postal. Choisissez l’adresse de facturation de la carte.',
  'card.declined.funds': 'La provision de la carte est insuffisante. Utilisez une autre carte.',
  'card.declined.authentication':
    'L’émetteur de la carte demande que vous confirmiez cette carte. Saisissez-la dans les champs du prestataire de paiement, puis envoyez le jeton de la carte.',
  'card.not_chargeable':
    'Cette carte n’est conservée par aucun prestataire de paiement et ne peut donc pas être débitée.',
  'payout.on_hold':
    'Le moyen d’être payé de l’utilisateur est bloqué après un changement, et aucun autre ne peut être payé.',
  'payout.no_method': 'L’utilisateur n’a pas de moyen confirmé pour être payé.',
  'card.declined.authentication_failed':
    'L’émetteur n’a pas pu confirmer que cette carte est la vôtre. Réessayez ou utilisez une autre carte.',
  'card.setup.incomplete':
    'La configuration de cette carte n’est pas terminée. Confirmez la carte dans les champs du prestataire de paiement, puis renvoyez-la.',
  'card.setup.ended': 'La configuration de cette carte a pris fin. Commencez-en une nouvelle.',
  'card.setup.not_supported':
    'Aucun prestataire de paiement n’est relié ici, il n’y a donc pas de champs pour configurer une carte. Envoyez le numéro de la carte.',
  'card.expired': 'La carte a expiré en {expiry}.',
  'card.start.late':
    'La date de début de validité de la carte ne doit pas être postérieure à sa date d’expiration.',
  'card.issue_number': 'Doit être composé d’un ou deux chiffres.',
  'rule.card_number': 'Ne doit pas contenir de numéro de carte.',
  'paymentmethod.type.CreditCard': 'Carte de crédit ou de débit',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': 'Compte bancaire',
  'bankaccount.iban.country':
    'Doit commencer par les deux lettres d’un pays qui utilise l’IBAN, par exemple DE.',
  'bankaccount.iban.length': 'Les IBAN qui commencent par {country} ont {length} caractères.',
  'bankaccount.iban.form':
    'Les IBAN qui commencent par {country} ont la forme {form}. # représente un chiffre, A une lettre et * l’un ou l’autre.',
  'bankaccount.iban.check':
    'Les chiffres de contrôle ne correspondent pas à cet IBAN. Vérifiez qu’il est saisi sans erreur.',
  'bankaccount.routing_number':
    'Doit être un numéro d’acheminement américain (routing number) à neuf chiffres. Vérifiez qu’il est saisi sans erreur.',
  'bankaccount.number': 'Doit être le numéro de compte, de 5 à 17 chiffres.',
  'bankaccount.both': 'Envoyez soit un IBAN, soit un compte américain, pas les deux.',
  'bankaccount.holder': 'Doit être le nom du titulaire, sans numéro de compte.',
  'bankaccount.confirmed':
    'Vous avez confirmé ce compte, son numéro ne peut donc pas être remplacé. Ajoutez le nouveau compte comme autre moyen de paiement et supprimez celui-ci.',
  'bankaccount.not_supported': 'Les comptes bancaires ne peuvent pas être ajoutés ici.',
  'bankaccount.gone': 'Notre prestataire de paiement n’a plus ce compte. Ajoutez-le de nouveau.',
  'bankaccount.declined':
    'Notre prestataire de paiement n’accepte pas ce compte. Vérifiez les informations ou utilisez un autre compte.',
  'bankaccount.declined.number':
    'Notre prestataire de paiement ne connaît pas ce numéro. Vérifiez qu’il ne contient pas de faute de frappe.',
  'bankaccount.declined.routing_number':
    'Notre prestataire de paiement ne connaît pas ce numéro d’acheminement (routing number). Vérifiez qu’il ne contient pas de faute de frappe.',
  'bankaccount.declined.country':
    'Les comptes de ce pays ne peuvent pas recevoir de paiements ici. Utilisez un compte dans un autre pays.',
  'bankaccount.declined.currency':
    'Les comptes dans cette devise ne peuvent pas recevoir de paiements ici. Utilisez un compte dans une autre devise.',
  'bankaccount.declined.seller_country':
    'Les vendeurs de ce pays ne peuvent pas recevoir de paiements ici. Si vous habitez dans un autre pays, choisissez votre adresse dans ce pays.',

  // Listings
  'listing.tickets.left': 'Il reste au plus {left} billets.',
  'listing.tickets.split':
    'Ce nombre de billets ne peut pas être acheté en une fois. Les nombres possibles sont {splits}.',
  'listing.delivery_method':
    'Doit être l’identifiant d’un des modes de livraison de cette annonce.',
  'listing.delivery_address': 'Doit être l’identifiant d’une de vos adresses.',
  'listing.delivery_country': 'Les billets ne peuvent pas être livrés dans ce pays.',
  'listing.pickup_full_name':
    'Le nom complet de la personne qui retire les billets est obligatoire.',
  'listing.coupon.unknown': 'Le coupon « {coupon} » n’est pas valable pour cette annonce.',
  'listing.coupon.expired': 'Le coupon « {coupon} » a expiré.',
  'listing.reason.type_not_accepted': 'Ce type de paiement n’est pas accepté pour cette annonce.',
  'listing.reason.expired': 'Cette carte a expiré.',
  'listing.reason.not_for_buying': 'Ce moyen de paiement ne permet pas d’acheter.',
})
