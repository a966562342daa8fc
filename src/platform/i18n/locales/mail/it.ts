import type { mail as en } from './en.ts'

/** The texts of emails, in Italian. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Conferma il tuo indirizzo e-mail per {service}',
  'mail.subject.account_exists': 'Hai già un account su {service}',
  'mail.subject.reset_password': 'Scegli una nuova password per {service}',
  'mail.subject.password_changed': 'La tua password di {service} è stata modificata',
  'mail.subject.address_confirmed': 'Il tuo indirizzo e-mail per {service} è stato confermato',
  'mail.subject.confirm_new_email': 'Conferma il tuo nuovo indirizzo e-mail per {service}',
  'mail.subject.email_changed': 'Il tuo indirizzo e-mail di {service} è stato modificato',
  'mail.subject.second_factor_changed':
    'I tuoi metodi di accesso a {service} sono stati modificati',
  'mail.subject.totp_added': 'App di autenticazione aggiunta su {service}',
  'mail.subject.totp_removed': 'App di autenticazione rimossa da {service}',
  'mail.subject.passkey_added': 'Passkey aggiunta su {service}',
  'mail.subject.passkey_removed': 'Passkey rimossa da {service}',
  'mail.subject.recovery_codes_renewed': 'Nuovi codici di recupero su {service}',
  'mail.subject.sign_in_link': 'Conferma il tuo accesso a {service}',
  'mail.subject.erasure_requested': 'Il tuo account su {service} verrà eliminato',
  'mail.subject.erasure_cancelled': 'Il tuo account su {service} non verrà eliminato',
  'mail.subject.account_erased': 'Il tuo account su {service} è stato eliminato',
  'mail.subject.support_factors_reset':
    'I tuoi metodi di accesso a {service} sono stati reimpostati',
  'mail.subject.support_password_set':
    'Il nostro team di assistenza ha modificato la tua password di {service}',
  'mail.subject.sign_in_code': 'Il tuo codice per accedere a {service}',
  'mail.subject.identity_added': 'Accesso con {provider} aggiunto su {service}',
  'mail.subject.identity_removed': 'Accesso con {provider} rimosso da {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Apri il link qui sotto per confermare il tuo indirizzo e-mail e completare la creazione del tuo account su {service}.',
  'mail.text.account_exists':
    'Qualcuno, probabilmente tu, ha cercato di creare un account su {service} con questo indirizzo e-mail. Questo indirizzo ha già un account, quindi accedi con quello. Se hai dimenticato la password, puoi sceglierne una nuova nella pagina di accesso.',
  'mail.text.reset_password':
    'Qualcuno, probabilmente tu, ha richiesto una nuova password per il tuo account su {service}. Apri il link qui sotto per scegliere una nuova password.',
  'mail.text.password_changed':
    'La password del tuo account su {service} è stata modificata. Tutte le altre sessioni sono state chiuse. Le applicazioni non potranno usare il tuo account finché non accedi di nuovo da lì. Restano collegate e continuano a essere informate delle modifiche. Scollega quelle che non conosci nella pagina «Applicazioni collegate».',
  'mail.text.address_confirmed':
    'Hai scelto una nuova password per il tuo account su {service}. In questo modo hai anche confermato il tuo indirizzo e-mail. Finora nessuno lo aveva confermato, quindi un’altra persona potrebbe avere usato l’account. Per questo abbiamo chiuso tutte le sessioni, scollegato tutte le applicazioni e rimosso l’app di autenticazione, le passkey e i codici di recupero. Controlla gli indirizzi e i metodi di pagamento del tuo account.',
  'mail.text.confirm_new_email':
    'Apri il link qui sotto per usare questo indirizzo e-mail per il tuo account su {service}. Fino ad allora il tuo account mantiene l’indirizzo attuale.',
  'mail.text.email_changed':
    'L’indirizzo e-mail del tuo account su {service} è stato modificato. D’ora in poi invieremo le e-mail solo al nuovo indirizzo.',
  'mail.text.second_factor_changed':
    'I tuoi metodi di accesso a {service} sono stati modificati. Un’app di autenticazione, una passkey o i codici di recupero sono stati aggiunti, modificati o rimossi.',
  'mail.text.totp_added':
    'Un’app di autenticazione è stata aggiunta al tuo account su {service}. D’ora in poi, per accedere con la password ti serve anche un codice di questa app.',
  'mail.text.totp_removed':
    'L’app di autenticazione è stata rimossa dal tuo account su {service}. Per accedere non ti serve più un codice dell’app.',
  'mail.text.passkey_added':
    'Una passkey è stata aggiunta al tuo account su {service}. Chi ha questa passkey può usarla per accedere.',
  'mail.text.passkey_removed':
    'Una passkey è stata rimossa dal tuo account su {service}. Nessuno può più accedere con questa passkey.',
  'mail.text.recovery_codes_renewed':
    'Sono stati creati nuovi codici di recupero per il tuo account su {service}. I vecchi codici non funzionano più.',
  'mail.text.sign_in_link':
    'Ci sono stati molti tentativi di accesso al tuo account su {service}. Se stai accedendo ora, apri il link qui sotto e inserisci la password. Puoi anche inserire questo codice nella pagina che lo chiede.',
  'mail.text.erasure_requested':
    'Qualcuno, probabilmente tu, ci ha chiesto di eliminare il tuo account su {service}. Data di eliminazione dell’account e di tutti i suoi dati: {date}. Fino ad allora puoi conservare il tuo account: accedi e apri la pagina «I tuoi dati». Le applicazioni non possono più usare il tuo account.',
  'mail.text.erasure_cancelled':
    'L’eliminazione del tuo account su {service} è stata annullata. Il tuo account e i suoi dati restano. Per usare di nuovo un’applicazione, accedi di nuovo da lì.',
  'mail.text.account_erased':
    'Il tuo account su {service} e tutti i suoi dati sono stati eliminati. Questo è l’ultimo messaggio su questo account.',
  'mail.text.support_factors_reset':
    'Il nostro team di assistenza ha reimpostato i tuoi metodi di accesso a {service}: l’app di autenticazione, le passkey e i codici di recupero sono stati rimossi. Tutte le sessioni sono state chiuse. Ora per accedere basta la password. Per proteggere di nuovo il tuo account, aggiungi un’app di autenticazione o una passkey nelle impostazioni di sicurezza.',
  'mail.text.support_password_set':
    'Il nostro team di assistenza ha impostato una nuova password per il tuo account su {service}. Tutte le sessioni sono state chiuse. Le applicazioni non potranno usare il tuo account finché non accedi di nuovo da lì. Restano collegate e continuano a essere informate delle modifiche. Scegli una password che conosci solo tu.',
  'mail.text.sign_in_code':
    'Inserisci questo codice entro 15 minuti nella pagina in cui lo hai richiesto. Oppure apri il link qui sotto per accedere al tuo account su {service} in qualsiasi browser.',
  'mail.text.identity_added':
    'Al tuo account su {service} è stato aggiunto un accesso con {provider}. Chiunque possa usare quell’account {provider} può accedere con esso.',
  'mail.text.identity_removed':
    'L’accesso con {provider} è stato rimosso dal tuo account su {service}. Nessuno può più accedere in questo modo.',

  // For people who did not request the email
  'mail.unasked.ignore':
    'Se non sei stato tu, non devi fare nulla. Se nessuno apre il link, non succede niente.',
  'mail.unasked.unchanged':
    'Se non sei stato tu, non devi fare nulla. Il tuo account non è cambiato.',
  'mail.unasked.takeover':
    'Se non sei stato tu, qualcun altro potrebbe avere accesso al tuo account. Scegli subito una nuova password.',
  'mail.unasked.undo':
    'Se non sei stato tu, qualcun altro potrebbe avere accesso al tuo account. Annulla subito la modifica. Questo chiude ogni accesso al tuo account e potrai scegliere una nuova password.',
  'mail.unasked.sign_in':
    'Se non sei stato tu, non devi fare nulla. Per ora la sola password non basta per accedere. Non comunicare questo codice a nessuno.',
  'mail.unasked.erasure':
    'Se non sei stato tu, qualcun altro potrebbe avere accesso al tuo account. Apri subito la pagina «I tuoi dati», conserva lì il tuo account e poi scegli una nuova password.',
  'mail.unasked.erased': 'Se non sei stato tu, contatta {service}.',
  'mail.unasked.support':
    'Se non lo hai chiesto tu al team di assistenza, qualcun altro potrebbe cercare di entrare nel tuo account. Scegli subito una nuova password e contatta {service}.',
  'mail.button.confirm_email': 'Conferma indirizzo e-mail',
  'mail.button.sign_in': 'Accedi',
  'mail.button.new_password': 'Scegli una nuova password',
  'mail.button.security': 'Apri impostazioni di sicurezza',
  'mail.button.privacy': 'Apri «I tuoi dati»',
  'mail.label.time': 'Data',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Codice',
  'mail.name.unknown_browser': 'Browser sconosciuto',
  'mail.link_address': 'Se il pulsante non funziona, copia questo link nel browser.',
  'mail.unasked.code':
    'Se non sei stato tu, non devi fare nulla. Non dare il codice a nessuno e non inoltrare questa e-mail.',
  'mail.subject.webhook_disabled':
    'Un webhook della tua applicazione su {service} è stato disattivato',
  'mail.text.webhook_disabled':
    'Un destinatario della tua applicazione su {service} non ha accettato alcuna consegna per circa tre giorni, o è rimasto molto indietro, quindi abbiamo disattivato il suo webhook. Potrebbero seguire altri webhook di questo destinatario. Le consegne in attesa vengono conservate per sette giorni e inviate quando la tua applicazione riattiva il webhook.',
  'mail.unasked.webhook':
    'Ricevi questa e-mail perché hai registrato l’applicazione. Ne inviamo al massimo una al giorno per ogni destinatario.',
  'mail.button.webhooks': 'Mostra i webhook',
  'mail.subject.data_exported': 'È stato creato un file con i tuoi dati su {service}',
  'mail.text.data_exported':
    'Tutti i dati del tuo account su {service} sono stati salvati in un file da scaricare: tra l’altro il tuo nome, i tuoi indirizzi, come paghi e come vieni pagato e che cosa è successo nel tuo account. Password e numeri di carta non ne fanno parte.',
  'mail.subject.application_secret_changed': 'La tua applicazione su {service} ha un nuovo segreto',
  'mail.text.application_secret_changed':
    'È stato creato un nuovo segreto per la tua applicazione su {service}. Quello precedente funziona ancora per un giorno.',
  'mail.subject.application_uris_changed':
    'Gli indirizzi di reindirizzamento della tua applicazione su {service} sono stati modificati',
  'mail.text.application_uris_changed':
    'Gli indirizzi di reindirizzamento della tua applicazione su {service} sono stati modificati. Dopo l’accesso, gli utenti e i loro codici di autorizzazione vengono ora inviati ai nuovi indirizzi.',
  'mail.unasked.application':
    'Se non sei stato tu e nemmeno il nostro team di assistenza, qualcun altro potrebbe avere accesso al tuo account. Scegli subito una nuova password. Poi crea un nuovo segreto per l’applicazione e controlla i suoi indirizzi di reindirizzamento.',
  'mail.button.application': 'Mostra l’applicazione',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'Il link funziona una sola volta e scade dopo un’ora.',
  'mail.link_life.24': 'Il link funziona una sola volta e scade dopo 24 ore.',
  'mail.link_life.48': 'Il link funziona una sola volta e scade dopo 48 ore.',
  'mail.link_life.168': 'Il link funziona una sola volta e scade dopo sette giorni.',
  'mail.automatic': 'Questo è un messaggio automatico di {service}. Non rispondere.',
  'mail.subject.support_disabled': 'Il tuo account {service} è stato disattivato',
  'mail.subject.support_enabled': 'Il tuo account {service} è stato riattivato',
  'mail.subject.developer_admitted': 'Ora puoi registrare applicazioni su {service}',
  'mail.text.support_disabled':
    'Il nostro team di assistenza ha disattivato il tuo account {service}. Tutte le sessioni sono state chiuse e le applicazioni non possono più usare il tuo account.',
  'mail.text.support_enabled':
    'Il nostro team di assistenza ha riattivato il tuo account {service}. Puoi accedere come prima. Per usare di nuovo un’applicazione, accedi di nuovo da lì.',
  'mail.text.developer_admitted':
    'Il tuo account {service} ora è un account da sviluppatore. Puoi registrare applicazioni a cui si accede con {service}.',
  'mail.unasked.support_disabled': 'Se pensi che si tratti di un errore, contatta {service}.',
  'mail.unasked.developer': 'Se non l’hai chiesto tu, non devi fare nulla.',
  'mail.button.developer': 'Registra un’applicazione',
  'mail.subject.confirm_payout': 'Conferma che puoi essere pagato con {method}',
  'mail.subject.confirm_bank_account': 'Conferma che puoi essere pagato con {method}',
  'mail.text.confirm_bank_account':
    '{method} è stato aggiunto al tuo account di {service} per ricevere pagamenti. Se sei stato tu, apri il link qui sotto e conferma. Prima non viene pagato nulla.',
  'mail.unasked.bank_account':
    'Se non sei stato tu, non confermare. Scegli una nuova password, perché qualcun altro potrebbe avere accesso al tuo account.',
  'mail.subject.payout_changed': 'Il conto su cui {service} ti paga cambierà',
  'mail.subject.payout_cleared': 'Al momento {service} non ti paga',
  'mail.subject.payout_deleted': 'Al momento {service} non ti paga',
  'mail.subject.payout_details': 'I dati con cui {service} ti paga sono stati modificati',
  'mail.text.confirm_payout':
    '{method} è stato aggiunto a un account di {service} per ricevere pagamenti. Se sei stato tu, apri il link qui sotto, accedi e conferma. Prima non viene pagato nulla.',
  'mail.text.payout_changed':
    'Dal {date}, {service} ti paga con {method}. Fino ad allora non cambia nulla. Se è corretto, non devi fare nulla.',
  'mail.text.payout_cleared':
    '{method} non è più il tuo metodo predefinito per essere pagato da {service}. Il denaro resta in attesa finché non si può usare un altro metodo di pagamento.',
  'mail.text.payout_deleted':
    '{method} è stato eliminato, quindi {service} non può più pagarti lì. Il denaro resta in attesa finché non si può usare un altro metodo di pagamento.',
  'mail.text.payout_details':
    'Il nome dell’intestatario o il tipo di {method} è stato modificato. Se è corretto, non devi fare nulla.',
  'mail.unasked.payout':
    'Se non sei stato tu, ignora questa e-mail. In tal caso non viene pagato nulla e non devi fare nulla.',
  'mail.unasked.payout_takeover':
    'Se non hai fatto tu questa modifica, annullala subito. Poi scegli una nuova password, perché qualcun altro potrebbe avere accesso al tuo account.',
  'mail.button.confirm_payout': 'Conferma',
  'mail.button.payout_undo': 'Annulla la modifica',
  'mail.subject.account_recovered': 'Il tuo account su {service} è di nuovo tuo',
  'mail.subject.address_taken_back': 'Un account su {service} non ha più il tuo indirizzo e-mail',
  'mail.subject.support_email_set':
    'Il nostro team di assistenza ha impostato l’indirizzo e-mail del tuo account su {service}',
  'mail.subject.support_email_removed':
    'Il nostro team di assistenza ha modificato l’indirizzo e-mail di un account su {service}',
  'mail.subject.payout_undone': 'Una modifica di dove ti paga {service} è stata annullata',
  'mail.text.account_recovered':
    'Alcune modifiche dell’accesso al tuo account su {service} sono state annullate con il link di un’e-mail. L’account ha di nuovo questo indirizzo e-mail. La password e tutte le sessioni non sono più valide e tutte le applicazioni sono state scollegate. Apri il link qui sotto per scegliere una nuova password. Poi controlla dove vieni pagato. Se hai registrato applicazioni qui, controlla anche i loro segreti e indirizzi di reindirizzamento.',
  'mail.text.address_taken_back':
    'Il passaggio di un account su {service} a questo indirizzo e-mail è stato annullato. L’account ha di nuovo il suo indirizzo precedente e non ha più questo.',
  'mail.text.support_email_set':
    'Il nostro team di assistenza ha impostato questo indirizzo come e-mail del tuo account su {service}. La password, tutte le sessioni e tutti gli altri metodi di accesso non sono più validi e tutte le applicazioni sono state scollegate. Apri il link qui sotto per scegliere una nuova password. Poi controlla dove vieni pagato. Se hai registrato applicazioni qui, controlla anche i loro segreti e indirizzi di reindirizzamento.',
  'mail.text.support_email_removed':
    'Il nostro team di assistenza ha dato un altro indirizzo e-mail a un account su {service}, perché qualcuno ci ha dimostrato che l’account gli appartiene. L’account non ha più questo indirizzo e tutte le sue sessioni sono state chiuse.',
  'mail.text.payout_undone':
    'Una modifica di dove ti paga {service} è stata annullata. I tuoi metodi di pagamento mostrano dove va ora il denaro.',
  'mail.unasked.recovered':
    'Se non lo hai chiesto tu, qualcun altro potrebbe leggere le tue e-mail. Scegli subito una nuova password, qui e per la tua casella di posta.',
  'mail.unasked.support_undo':
    'Se non lo hai chiesto tu al team di assistenza, annulla subito la modifica. Questo chiude ogni accesso al tuo account e potrai scegliere una nuova password.',
  'mail.button.sign_in_undo': 'Annulla la modifica',
}
