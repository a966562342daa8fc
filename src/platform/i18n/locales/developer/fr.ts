/** The pages for developers, in French. */
export const developer = {
  'page.link.developer': 'Pour les développeurs',
  'page.link.application_overview': 'Vue d’ensemble',
  'page.link.application_webhooks': 'Webhooks',
  'page.link.application_requests': 'Requêtes',
  'page.link.newer': 'Plus récents',
  'page.link.older': 'Plus anciens',
  'page.title.developer': 'Vos applications',
  'page.text.developer':
    'Les applications que vous avez enregistrées. Vous seul les voyez et les modifiez ici.',
  'page.text.developer_none':
    'Vous n’avez encore enregistré aucune application. Enregistrez-en une pour connecter des utilisateurs ou pour lire les événements et les annonces.',
  'page.text.developer_most':
    'Vous avez {max} applications, le maximum possible. Supprimez-en une pour en enregistrer une autre.',
  'page.button.register': 'Enregistrer une application',
  'page.text.types': 'Choisissez où votre application s’exécute.',
  'page.name.type_web': 'Application web',
  'page.name.type_spa': 'Application monopage',
  'page.name.type_native': 'Application native',
  'page.name.type_server': 'Application serveur',
  'page.text.type_web':
    'S’exécute sur votre serveur et connecte des utilisateurs. Elle garde un secret.',
  'page.text.type_spa':
    'S’exécute dans le navigateur et connecte des utilisateurs. Elle ne peut pas garder de secret et n’en reçoit donc pas.',
  'page.text.type_native':
    'S’exécute sur des téléphones ou des ordinateurs et connecte des utilisateurs. Elle ne peut pas garder de secret et n’en reçoit donc pas.',
  'page.text.type_server':
    'S’exécute sur votre serveur sans utilisateurs. Elle lit les événements et les annonces, mais aucune donnée d’utilisateur.',
  'page.title.register_web': 'Enregistrer une application web',
  'page.title.register_spa': 'Enregistrer une application monopage',
  'page.title.register_native': 'Enregistrer une application native',
  'page.title.register_server': 'Enregistrer une application serveur',
  'page.title.application_edit': 'Modifier {name}',
  'page.label.type': 'Type',
  'page.label.client_id': 'Identifiant client',
  'page.label.application_name': 'Nom',
  'page.hint.application_name': 'Les utilisateurs voient ce nom lorsqu’ils se connectent.',
  'page.label.redirect_uris': 'Adresses de redirection',
  'page.label.redirect_uri': 'Adresse de redirection',
  'page.hint.redirect_uris':
    'Les adresses auxquelles les utilisateurs reviennent après la connexion, une par ligne. Chacune doit être une adresse HTTPS et est comparée exactement.',
  'page.hint.redirect_uris_native':
    'Les adresses auxquelles les utilisateurs reviennent après la connexion, une par ligne : une adresse HTTPS, une adresse sur le même appareil ou un schéma de votre domaine tel que com.example.app.',
  'page.label.post_logout_redirect_uris': 'Adresses après la déconnexion',
  'page.label.post_logout_redirect_uri': 'Adresse après la déconnexion',
  'page.hint.post_logout_redirect_uris':
    'Les adresses auxquelles les utilisateurs peuvent revenir après la déconnexion, une par ligne.',
  'page.label.scopes': 'Ce que l’application peut faire',
  'page.text.scopes_narrower':
    'Si vous retirez une autorisation, tous les jetons de l’application prennent fin et ses utilisateurs se reconnectent.',
  'page.name.disabled': 'Désactivée',
  'page.name.application': 'À propos de l’application',
  'page.label.registered': 'Enregistrée',
  'page.name.secrets': 'Secrets',
  'page.name.secret_current': 'Secret actuel',
  'page.name.secret_former': 'Ancien secret',
  'page.label.created': 'Création',
  'page.label.ends': 'Fin',
  'page.button.secret_rotate': 'Créer un nouveau secret',
  'page.button.secret_withdraw': 'Révoquer l’ancien secret',
  'page.name.try': 'Essayer',
  'page.text.try':
    'Collez ces lignes dans un terminal ou dans votre programme. Remplacez ce qui est écrit en majuscules.',
  'page.name.try_own': 'Obtenir le jeton propre à l’application',
  'page.name.try_authorize':
    'Afficher l’adresse à laquelle un utilisateur se connecte, et l’ouvrir',
  'page.name.try_exchange': 'Dans le même terminal, échanger le code de l’adresse du navigateur',
  'page.name.try_use': 'Lire l’utilisateur',
  'page.name.try_client': 'Dans un programme',
  'page.name.application_end': 'Désactiver ou supprimer',
  'page.button.application_enable': 'Activer l’application',
  'page.button.application_disable': 'Désactiver l’application',
  'page.button.application_delete': 'Supprimer l’application',
  'page.title.act_rotate': 'Un nouveau secret pour {name} ?',
  'page.title.act_withdraw': 'Révoquer l’ancien secret de {name} ?',
  'page.title.act_disable': 'Désactiver {name} ?',
  'page.title.act_delete': 'Supprimer {name} ?',
  'page.text.act_rotate':
    'Le secret actuel fonctionne encore un jour, pour que vous puissiez le remplacer partout. Un secret remplacé auparavant prend fin tout de suite.',
  'page.text.act_withdraw':
    'Les programmes qui utilisent encore l’ancien secret n’obtiennent plus de jetons. Le secret actuel reste valable.',
  'page.text.act_disable':
    'Tous les jetons de {name} prennent fin et personne ne peut s’y connecter. Vous pouvez la réactiver.',
  'page.text.act_delete':
    'Tous les utilisateurs perdent leur connexion à {name}. Ses secrets, jetons et webhooks sont supprimés. Cette action est irréversible.',
  'page.text.application_registered': 'L’application a été enregistrée.',
  'page.text.application_saved': 'L’application a été enregistrée avec ses modifications.',
  'page.text.application_narrowed':
    'L’application a été enregistrée. Elle a perdu une autorisation, donc tous ses jetons ont pris fin.',
  'page.text.application_disabled_now':
    'L’application est désactivée. Tous ses jetons ont pris fin.',
  'page.text.application_enabled':
    'L’application est activée. Ses secrets fonctionnent de nouveau.',
  'page.text.application_deleted': 'L’application a été supprimée.',
  'page.title.application_disabled': 'Cette application est désactivée',
  'page.text.application_disabled':
    'Un opérateur a désactivé cette application, elle ne peut donc pas être modifiée ici. Veuillez contacter l’assistance.',
  'page.text.application_disabled_with_owner':
    'Cette application a été désactivée parce que votre compte a été désactivé ou n’est plus un compte de développeur. Elle ne peut pas être modifiée ici. Veuillez contacter l’assistance.',
  'page.text.secret_withdrawn': 'L’ancien secret ne fonctionne plus.',
  'page.text.secret_once':
    'Voici le secret de l’application. Il n’est affiché que maintenant : conservez-le en lieu sûr.',
  'page.link.secret_kept': 'Continuer vers l’application',
  'page.title.registered': '{name} est prête',
  'page.title.secret': 'Un nouveau secret pour {name}',
  'page.title.not_a_developer': 'Ces pages sont réservées aux développeurs',
  'page.text.not_a_developer':
    'Votre compte ne peut pas enregistrer d’applications. Demandez à l’assistance de vous admettre comme développeur.',
  'page.text.webhooks':
    'Les webhooks que cette application a créés pour ses utilisateurs. Ils sont affichés sans leurs utilisateurs.',
  'page.text.webhooks_none':
    'Cette application n’a pas de webhooks. Elle peut en créer pour ses utilisateurs si elle a le droit de les modifier.',
  'page.label.url': 'Adresse',
  'page.label.topics': 'Sujets',
  'page.label.waiting': 'Envois en attente',
  'page.name.webhook_owner': 'Arrêté',
  'page.name.webhook_gone': 'Le destinataire n’existe plus (410)',
  'page.name.webhook_failing':
    'Le destinataire a échoué pendant des jours ou a pris beaucoup de retard',
  'page.name.webhook_not_allowed': 'L’application ou l’utilisateur est désactivé',
  'page.name.deliveries': 'Envois',
  'page.text.deliveries':
    'Ce qui a été envoyé ces sept derniers jours, du plus récent au plus ancien.',
  'page.text.deliveries_none':
    'Rien n’a été envoyé ces sept derniers jours. Envoyez un ping pour essayer le destinataire.',
  'page.name.delivery_waiting': 'En attente',
  'page.name.delivery_delivered': 'Remis',
  'page.label.number': 'Numéro',
  'page.label.time': 'Heure',
  'page.label.attempts': 'Tentatives',
  'page.label.result': 'Dernier résultat',
  'page.label.redeliver': 'Renvoyer l’envoi {number}',
  'page.button.ping': 'Envoyer un ping',
  'page.button.redeliver': 'Renvoyer',
  'page.text.pinged': 'Un ping va être envoyé dans un instant.',
  'page.text.redelivered': 'L’envoi va être renvoyé dans un instant.',
  'page.text.webhook_off':
    'Le webhook est arrêté, rien n’a donc été envoyé. L’application peut le remettre en marche.',
  'application.name': 'Doit comporter de 1 à {max} caractères, sans caractères de contrôle.',
  'application.name.letters': 'Doit contenir des lettres ou des chiffres.',
  'application.name.service':
    'Ne doit pas ressembler à {service}. Choisissez un nom qui dit qui exploite l’application.',
  'application.name.taken': 'Une autre application porte ce nom. Choisissez-en un autre.',
  'application.name.script':
    'Ne doit contenir que des lettres d’une seule écriture, par exemple latine ou cyrillique. Le japonais, le coréen et le chinois peuvent être mêlés à des lettres latines.',
  'application.redirect_uri.malformed':
    '« {uri} » n’est pas une adresse de redirection valable. Elle doit être absolue, sans fragment et sans identifiants.',
  'application.redirect_uri.pattern':
    '« {uri} » ne doit pas contenir de caractère générique. Indiquez chaque adresse.',
  'application.redirect_uri.https':
    '« {uri} » doit être une adresse HTTPS, ou une adresse HTTP sur localhost.',
  'application.redirect_uri.native':
    '« {uri} » doit être une adresse HTTPS, une adresse HTTP sur localhost, ou avoir un schéma avec un point tel que com.example.app.',
  'application.redirect_uri.loopback':
    '« {uri} » mène à l’appareil de l’utilisateur. Écrivez http au lieu de https.',
  'application.redirect_uris.missing': 'Saisissez au moins une adresse.',
  'application.redirect_uris.server': 'Une application serveur n’a pas d’adresses de redirection.',
  'application.redirect_uris.most': 'Saisissez au plus {max} adresses.',
  'application.redirect_uris.long': 'Chaque adresse doit comporter au plus {max} caractères.',
  'application.redirect_uris.service':
    '« {uri} » est une adresse de ce service. Ce doit être une adresse de votre application.',
  'application.redirect_uris.loopback':
    '« {uri} » mène à l’appareil de l’utilisateur. Seules les applications natives peuvent l’utiliser.',
  'application.scopes': 'Choisissez-en au moins un.',
  'page.hint.application_link':
    'Une adresse HTTPS que les utilisateurs voient lorsqu’ils se connectent.',
  'page.text.consent_developer':
    '{service} n’exploite pas {application}. Un développeur l’a enregistrée, et elle mène à {host}.',
  'page.text.requests':
    'Requêtes du dernier jour, des plus récentes aux plus anciennes. Rien ici n’indique qui était l’utilisateur.',
  'page.text.requests_none':
    'Aucune requête au cours du dernier jour. Une nouvelle requête apparaît ici après une seconde.',
  'page.text.requests_off': 'Le journal des requêtes est désactivé.',
  'page.text.requests_omitted': '{count} autres requêtes à ce moment ne sont pas affichées.',
  'page.link.requests_all': 'Toutes les requêtes',
  'page.link.requests_failed': 'Seulement refusées et échouées',
  'page.label.operation': 'Opération',
  'page.label.status': 'Statut',
  'page.label.request_id': 'Identifiant de la requête',
  'page.activity.application.created': 'Application enregistrée',
  'page.activity.application.updated': 'Application modifiée',
  'page.activity.application.secret_rotated': 'Nouveau secret d’une application créé',
  'page.activity.application.secret_withdrawn': 'Ancien secret d’une application révoqué',
  'page.activity.application.disabled': 'Application désactivée',
  'page.activity.application.enabled': 'Application activée',
  'page.activity.application.deleted': 'Application supprimée',
  'page.activity.webhook.pinged': 'Ping envoyé à un webhook',
  'page.activity.webhook.redelivered': 'Envoi d’un webhook renvoyé',
  'page.title.application_logo': 'Logo de {name}',
  'page.label.logo': 'Logo',
  'page.hint.logo':
    'Une image PNG ou WebP de {min} à {max} pixels de large et de haut, de {kib} Kio au plus. Les utilisateurs la voient quand ils autorisent l’application.',
  'page.button.logo': 'Modifier le logo',
  'page.button.logo_remove': 'Supprimer le logo',
  'page.text.logo_saved': 'Le logo a été enregistré.',
  'page.text.logo_removed': 'Le logo a été supprimé.',
} as const
