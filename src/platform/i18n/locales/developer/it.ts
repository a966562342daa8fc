/** The pages for developers, in Italian. */
export const developer = {
  'page.link.developer': 'Per sviluppatori',
  'page.link.application_overview': 'Panoramica',
  'page.link.application_webhooks': 'Webhook',
  'page.link.application_requests': 'Richieste',
  'page.link.newer': 'Più recenti',
  'page.link.older': 'Meno recenti',
  'page.title.developer': 'Le sue applicazioni',
  'page.text.developer': 'Le applicazioni che ha registrato. Solo lei le vede e le modifica qui.',
  'page.text.developer_none':
    'Non ha ancora registrato nessuna applicazione. Ne registri una per far accedere gli utenti o per leggere eventi e annunci.',
  'page.text.developer_most':
    'Ha {max} applicazioni, il massimo possibile. Ne elimini una per registrarne un’altra.',
  'page.button.register': 'Registra un’applicazione',
  'page.text.types': 'Scelga dove viene eseguita la sua applicazione.',
  'page.name.type_web': 'Applicazione web',
  'page.name.type_spa': 'Applicazione a pagina singola',
  'page.name.type_native': 'Applicazione nativa',
  'page.name.type_server': 'Applicazione server',
  'page.text.type_web':
    'Viene eseguita sul suo server e fa accedere gli utenti. Conserva un segreto.',
  'page.text.type_spa':
    'Viene eseguita nel browser e fa accedere gli utenti. Non può conservare un segreto, quindi non ne riceve.',
  'page.text.type_native':
    'Viene eseguita su telefoni o computer e fa accedere gli utenti. Non può conservare un segreto, quindi non ne riceve.',
  'page.text.type_server':
    'Viene eseguita sul suo server senza utenti. Legge eventi e annunci, ma nessun dato degli utenti.',
  'page.title.register_web': 'Registra un’applicazione web',
  'page.title.register_spa': 'Registra un’applicazione a pagina singola',
  'page.title.register_native': 'Registra un’applicazione nativa',
  'page.title.register_server': 'Registra un’applicazione server',
  'page.title.application_edit': 'Modifica {name}',
  'page.label.type': 'Tipo',
  'page.label.client_id': 'ID client',
  'page.label.application_name': 'Nome',
  'page.hint.application_name': 'Gli utenti vedono questo nome quando accedono.',
  'page.label.redirect_uris': 'Indirizzi di reindirizzamento',
  'page.label.redirect_uri': 'Indirizzo di reindirizzamento',
  'page.hint.redirect_uris':
    'Gli indirizzi a cui gli utenti tornano dopo l’accesso, uno per riga. Ciascuno deve essere un indirizzo HTTPS e viene confrontato esattamente.',
  'page.hint.redirect_uris_native':
    'Gli indirizzi a cui gli utenti tornano dopo l’accesso, uno per riga: un indirizzo HTTPS, un indirizzo sullo stesso dispositivo o uno schema del suo dominio come com.example.app.',
  'page.label.post_logout_redirect_uris': 'Indirizzi dopo l’uscita',
  'page.label.post_logout_redirect_uri': 'Indirizzo dopo l’uscita',
  'page.hint.post_logout_redirect_uris':
    'Gli indirizzi a cui gli utenti possono tornare dopo l’uscita, uno per riga.',
  'page.label.scopes': 'Cosa può fare l’applicazione',
  'page.text.scopes_narrower':
    'Se toglie un’autorizzazione, tutti i token dell’applicazione terminano e i suoi utenti accedono di nuovo.',
  'page.name.disabled': 'Disattivata',
  'page.name.application': 'Informazioni sull’applicazione',
  'page.label.registered': 'Registrata',
  'page.name.secrets': 'Segreti',
  'page.name.secret_current': 'Segreto attuale',
  'page.name.secret_former': 'Segreto precedente',
  'page.label.created': 'Creazione',
  'page.label.ends': 'Termine',
  'page.button.secret_rotate': 'Crea un nuovo segreto',
  'page.button.secret_withdraw': 'Revoca il segreto precedente',
  'page.name.try': 'Prova',
  'page.text.try':
    'Incolli queste righe in un terminale o nel suo programma. Sostituisca ciò che è scritto in maiuscolo.',
  'page.name.try_own': 'Ottieni il token dell’applicazione',
  'page.name.try_authorize': 'Mostra l’indirizzo a cui accede un utente, e aprilo',
  'page.name.try_exchange': 'Nello stesso terminale, scambia il codice dell’indirizzo del browser',
  'page.name.try_use': 'Leggi l’utente',
  'page.name.try_client': 'In un programma',
  'page.name.application_end': 'Disattiva o elimina',
  'page.button.application_enable': 'Attiva l’applicazione',
  'page.button.application_disable': 'Disattiva l’applicazione',
  'page.button.application_delete': 'Elimina l’applicazione',
  'page.title.act_rotate': 'Un nuovo segreto per {name}?',
  'page.title.act_withdraw': 'Revocare il segreto precedente di {name}?',
  'page.title.act_disable': 'Disattivare {name}?',
  'page.title.act_delete': 'Eliminare {name}?',
  'page.text.act_rotate':
    'Il segreto attuale funziona ancora per un giorno, così può sostituirlo ovunque. Un segreto sostituito in precedenza termina subito.',
  'page.text.act_withdraw':
    'I programmi che usano ancora il segreto precedente non ottengono più token. Il segreto attuale resta.',
  'page.text.act_disable':
    'Tutti i token di {name} terminano e nessuno può accedervi. Può riattivarla.',
  'page.text.act_delete':
    'Tutti gli utenti perdono la connessione a {name}. I suoi segreti, token e webhook vengono eliminati. L’operazione non può essere annullata.',
  'page.text.application_registered': 'L’applicazione è stata registrata.',
  'page.text.application_saved': 'L’applicazione è stata salvata.',
  'page.text.application_narrowed':
    'L’applicazione è stata salvata. Ha perso un’autorizzazione, quindi tutti i suoi token sono terminati.',
  'page.text.application_disabled_now':
    'L’applicazione è disattivata. Tutti i suoi token sono terminati.',
  'page.text.application_enabled': 'L’applicazione è attivata. I suoi segreti funzionano di nuovo.',
  'page.text.application_deleted': 'L’applicazione è stata eliminata.',
  'page.title.application_disabled': 'Questa applicazione è disattivata',
  'page.text.application_disabled':
    'Un operatore ha disattivato questa applicazione, quindi qui non può essere modificata. Contatti l’assistenza.',
  'page.text.application_disabled_with_owner':
    'Questa applicazione è stata disattivata perché l’account è stato disattivato o non è più un account da sviluppatore. Qui non può essere modificata. Contatti l’assistenza.',
  'page.text.secret_withdrawn': 'Il segreto precedente non funziona più.',
  'page.text.secret_once':
    'Questo è il segreto dell’applicazione. Viene mostrato solo ora: lo conservi in un luogo sicuro.',
  'page.link.secret_kept': 'Continua all’applicazione',
  'page.title.registered': '{name} è pronta',
  'page.title.secret': 'Un nuovo segreto per {name}',
  'page.title.not_a_developer': 'Queste pagine sono per sviluppatori',
  'page.text.not_a_developer':
    'Il suo account non può registrare applicazioni. Chieda all’assistenza di ammetterla come sviluppatore.',
  'page.text.webhooks':
    'I webhook che questa applicazione ha creato per i suoi utenti. Sono mostrati senza gli utenti.',
  'page.text.webhooks_none':
    'Questa applicazione non ha webhook. Può crearne per i suoi utenti se può modificare i webhook.',
  'page.label.url': 'Indirizzo',
  'page.label.topics': 'Argomenti',
  'page.label.waiting': 'Consegne in attesa',
  'page.name.webhook_owner': 'Spento',
  'page.name.webhook_gone': 'Il destinatario non esiste più (410)',
  'page.name.webhook_failing':
    'Il destinatario non ha risposto per giorni o è rimasto molto indietro',
  'page.name.webhook_not_allowed': 'L’applicazione o l’utente è disattivato',
  'page.name.deliveries': 'Consegne',
  'page.text.deliveries': 'Quanto inviato negli ultimi sette giorni, dal più recente.',
  'page.text.deliveries_none':
    'Negli ultimi sette giorni non è stato inviato nulla. Invii un ping per provare il destinatario.',
  'page.name.delivery_waiting': 'In attesa',
  'page.name.delivery_delivered': 'Consegnato',
  'page.label.number': 'Numero',
  'page.label.time': 'Ora',
  'page.label.attempts': 'Tentativi',
  'page.label.result': 'Ultimo risultato',
  'page.label.redeliver': 'Invia di nuovo la consegna {number}',
  'page.button.ping': 'Invia un ping',
  'page.button.redeliver': 'Invia di nuovo',
  'page.text.pinged': 'Tra un momento verrà inviato un ping.',
  'page.text.redelivered': 'La consegna verrà inviata di nuovo tra un momento.',
  'page.text.webhook_off':
    'Il webhook è spento, quindi non è stato inviato nulla. L’applicazione può riaccenderlo.',
  'application.name': 'Deve avere da 1 a {max} caratteri, senza caratteri di controllo.',
  'application.name.letters': 'Deve contenere lettere o cifre.',
  'application.name.service':
    'Non deve somigliare a {service}. Scelga un nome che dica chi gestisce l’applicazione.',
  'application.name.taken': 'Un’altra applicazione ha questo nome. Ne scelga uno diverso.',
  'application.name.script':
    'Deve avere lettere di un solo alfabeto, per esempio latino o cirillico. Giapponese, coreano e cinese possono essere mescolati con lettere latine.',
  'application.redirect_uri.malformed':
    '«{uri}» non è un indirizzo di reindirizzamento valido. Deve essere assoluto, senza frammento e senza credenziali.',
  'application.redirect_uri.pattern':
    '«{uri}» non deve contenere caratteri jolly. Elenchi ogni indirizzo.',
  'application.redirect_uri.https':
    '«{uri}» deve essere un indirizzo HTTPS, o un indirizzo HTTP su localhost.',
  'application.redirect_uri.native':
    '«{uri}» deve essere un indirizzo HTTPS, un indirizzo HTTP su localhost, o avere uno schema con un punto come com.example.app.',
  'application.redirect_uri.loopback':
    '«{uri}» porta al dispositivo dell’utente. Scriva http invece di https.',
  'application.redirect_uris.missing': 'Inserisca almeno un indirizzo.',
  'application.redirect_uris.server':
    'Un’applicazione server non ha indirizzi di reindirizzamento.',
  'application.redirect_uris.most': 'Inserisca al massimo {max} indirizzi.',
  'application.redirect_uris.long': 'Ogni indirizzo deve avere al massimo {max} caratteri.',
  'application.redirect_uris.service':
    '«{uri}» è un indirizzo di questo servizio. Deve essere un indirizzo della sua applicazione.',
  'application.redirect_uris.loopback':
    '«{uri}» porta al dispositivo dell’utente. Possono usarlo solo le applicazioni native.',
  'application.scopes': 'Ne scelga almeno uno.',
  'page.hint.application_link': 'Un indirizzo HTTPS che gli utenti vedono quando accedono.',
  'page.text.consent_developer':
    '{service} non gestisce {application}. L’ha registrata uno sviluppatore e porta a {host}.',
  'page.text.requests':
    'Richieste dell’ultimo giorno, dalla più recente. Nulla qui dice chi era l’utente.',
  'page.text.requests_none':
    'Nessuna richiesta nell’ultimo giorno. Una nuova richiesta appare qui dopo un secondo.',
  'page.text.requests_off': 'Il registro delle richieste è disattivato.',
  'page.text.requests_omitted': 'Altre {count} richieste di questo momento non sono elencate.',
  'page.link.requests_all': 'Tutte le richieste',
  'page.link.requests_failed': 'Solo rifiutate e fallite',
  'page.label.operation': 'Operazione',
  'page.label.status': 'Stato',
  'page.label.request_id': 'ID della richiesta',
  'page.activity.application.created': 'Applicazione registrata',
  'page.activity.application.updated': 'Applicazione modificata',
  'page.activity.application.secret_rotated': 'Nuovo segreto di un’applicazione creato',
  'page.activity.application.secret_withdrawn': 'Segreto precedente di un’applicazione revocato',
  'page.activity.application.disabled': 'Applicazione disattivata',
  'page.activity.application.enabled': 'Applicazione attivata',
  'page.activity.application.deleted': 'Applicazione eliminata',
  'page.activity.webhook.pinged': 'Ping inviato a un webhook',
  'page.activity.webhook.redelivered': 'Consegna di un webhook inviata di nuovo',
  'page.title.application_logo': 'Logo di {name}',
  'page.label.logo': 'Logo',
  'page.hint.logo':
    'Un’immagine PNG o WebP, da {min} a {max} pixel di larghezza e di altezza, di {kib} KiB al massimo. Gli utenti la vedono quando autorizzano l’applicazione.',
  'page.button.logo': 'Cambia il logo',
  'page.button.logo_remove': 'Rimuovi il logo',
  'page.text.logo_saved': 'Il logo è stato salvato.',
  'page.text.logo_removed': 'Il logo è stato rimosso.',
} as const
