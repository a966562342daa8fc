import type { pages as en } from './en.ts'

/** What the pages say, in Italian. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Errore: {title}',
  'page.link.skip': 'Vai al contenuto',
  'page.label.language': 'Lingua',
  'page.label.account': 'Account',
  'page.text.check': 'Si prega di controllare i dati inseriti.',

  // Signing in
  'page.title.sign_in': 'Accedi',
  'page.text.sign_in_first': 'Si prega prima di accedere.',
  'page.text.password_set': 'La nuova password è impostata. Ora è possibile usarla per accedere.',
  'page.label.email': 'Indirizzo e-mail',
  'page.label.password': 'Password',
  'page.button.sign_in': 'Accedi',
  'page.button.passkey': 'Accedi con una passkey',
  'page.link.forgotten': 'Password dimenticata?',
  'page.link.sign_up': 'Crea un account',
  'page.link.sign_in': 'Accedi invece',
  'page.link.go_on': 'Indirizzo confermato: continua',
  'page.error.wrong': 'L’indirizzo e-mail o la password non è corretta.',
  'page.error.required': 'Si prega di compilare questo campo.',
  'page.error.email': 'Si prega di inserire un indirizzo e-mail, per esempio ada@example.com.',
  'page.error.passkey':
    'Questa passkey non ha funzionato. Si prega di riprovare o di usare la password.',
  'page.error.too_many': 'Ci sono stati troppi tentativi. Si prega di riprovare tra {minutes} min.',

  // Many have guessed: an email confirms who it is
  'page.text.email_proof':
    'Ci sono stati molti tentativi di accesso a questo account. Se esiste un account per {email}, abbiamo inviato un codice a questo indirizzo. Inserire il codice e la password, oppure aprire il link nell’e-mail. Vale anche un codice inviato nell’ultima ora.',
  'page.text.email_proof_linked': 'Inserire la password per accedere come {email}.',
  'page.label.email_code': 'Codice ricevuto via e-mail',
  'page.error.email_code':
    'Questo codice non è corretto o è scaduto. Usare il codice dell’e-mail più recente.',
  'page.error.wrong_password': 'La password non è corretta.',
  'page.text.second_factor_emailed':
    'Per questo account sono stati inseriti molti codici errati: si prega di confermare la propria identità. Abbiamo inviato un’e-mail con un codice. Inserirlo qui e, sotto, le sei cifre mostrate dall’app di autenticazione o uno dei codici di recupero.',

  // The second step
  'page.title.second_factor': 'Conferma dell’identità',
  'page.text.second_factor':
    'Inserire le sei cifre mostrate dall’app di autenticazione oppure uno dei codici di recupero.',
  'page.label.code': 'Codice',
  'page.button.continue': 'Continua',
  'page.button.use_passkey': 'Usa una passkey',
  'page.link.start_again': 'Ricomincia',
  'page.error.code': 'Questo codice non è corretto o è già stato usato.',

  // Signing up
  'page.title.sign_up': 'Crea un account',
  'page.label.full_name': 'Nome completo (facoltativo)',
  'page.text.password_rule': 'Almeno 8 caratteri. Meglio alcune parole facili da ricordare.',
  'page.button.sign_up': 'Crea un account',
  'page.error.password_short': 'Si prega di usare almeno 8 caratteri.',
  'page.error.password_long': 'Si prega di usare al massimo 256 caratteri.',
  'page.error.password_common':
    'Questa password è facile da indovinare: la usano in molti. Si prega di sceglierne un’altra.',
  'page.error.password_same':
    'Si prega di scegliere una password diversa dall’indirizzo e-mail e dal nome.',
  'page.error.full_name':
    'Si prega di inserire un nome di al massimo 128 caratteri, su una sola riga.',
  'page.title.check_email': 'Controllare la posta',
  'page.text.check_email':
    'Se {email} è corretto, abbiamo inviato un’e-mail a questo indirizzo. Per continuare, aprire il link che contiene.',
  'page.text.no_email':
    'Ancora niente dopo qualche minuto? Controllare la cartella della posta indesiderata.',
  'page.link.other_email': 'Usa un altro indirizzo e-mail',
  'page.title.confirm_email': 'Conferma dell’indirizzo e-mail',
  'page.text.confirm_email': 'Ancora un passo: inserire la password scelta per {email}.',
  'page.button.confirm_email': 'Conferma',
  'page.link.sign_up_again': 'Password dimenticata? Registrati di nuovo',

  // A forgotten password
  'page.title.forgotten': 'Password dimenticata',
  'page.text.forgotten':
    'Inserire l’indirizzo e-mail. Invieremo un link per scegliere una nuova password.',
  'page.button.forgotten': 'Invia il link',
  'page.title.new_password': 'Nuova password per l’account',
  'page.label.new_password': 'Nuova password',
  'page.button.new_password': 'Imposta la password',
  'page.title.continue': 'Accesso effettuato',
  'page.text.continue':
    'L’operazione era iniziata in un altro browser o da tempo. Tornare a {application} e ricominciare da lì. Non occorre accedere di nuovo.',
  'page.link.to_application': 'Vai a {application}',
  'page.link.to_account': 'Vai al tuo account',

  // An application asks
  'page.title.consent': 'Consentire a {application} di usare l’account?',
  'page.label.consent': '{application} vorrebbe:',
  'page.text.consent_account': 'L’accesso è stato effettuato come {email}.',
  'page.text.consent_host': 'In ogni caso si torna a {host}.',
  'page.text.consent_withdraw':
    'Il consenso si può revocare in qualsiasi momento tra le applicazioni collegate.',
  'page.button.allow': 'Consenti',
  'page.button.deny': 'Non consentire',
  'page.link.other_account': 'Usa un altro account',
  'page.scope.openid': 'Sapere chi ha effettuato l’accesso',
  'page.scope.profile': 'Vedere nome e lingua',
  'page.scope.email': 'Vedere l’indirizzo e-mail',
  'page.scope.phone': 'Vedere il numero di telefono',
  'page.scope.address': 'Vedere l’indirizzo predefinito',
  'page.scope.offline_access': 'Farlo anche in assenza dell’utente',
  'page.scope.read:events': 'Vedere eventi e annunci',
  'page.scope.read:user': 'Vedere profilo, indirizzi e metodi di pagamento',
  'page.scope.write:user': 'Modificare profilo, indirizzi e metodi di pagamento',
  'page.scope.read:webhooks': 'Vedere dove vengono inviate le novità dell’account',
  'page.scope.write:webhooks': 'Modificare dove vengono inviate le novità dell’account',
  'page.scope.read:payment': 'Vedere i pagamenti',
  'page.scope.read:sales': 'Vedere le vendite',
  'page.scope.write:sales': 'Modificare le vendite',
  'page.scope.read:sellerlistings': 'Vedere ciò che è in vendita',
  'page.scope.write:sellerlistings': 'Modificare ciò che è in vendita',
  'page.scope.write:purchases': 'Acquistare biglietti per conto dell’utente',
  'page.scope.write:requestedevents': 'Chiedere nuovi eventi per conto dell’utente',

  // Signing out
  'page.title.sign_out': 'Uscire?',
  'page.text.sign_out': 'L’accesso in questo browser verrà chiuso.',
  'page.button.sign_out': 'Esci',
  'page.link.stay': 'Resta connesso',
  'page.title.signed_out': 'Uscita effettuata',
  'page.text.signed_out': 'A presto.',

  // The account: sessions
  'page.title.sessions': 'Dove è attivo l’accesso',
  'page.link.sessions': 'Sessioni',
  'page.text.sessions':
    'Chiudere ogni sessione sconosciuta e, se ce n’è una, cambiare la password.',
  'page.name.this_session': 'Questo browser',
  'page.name.unknown_device': 'Dispositivo sconosciuto',
  'page.label.signed_in': 'Accesso',
  'page.label.last_used': 'Ultimo utilizzo',
  'page.button.end_session': 'Chiudi',
  'page.label.end_session': 'Chiudi la sessione: {device}',
  'page.button.end_others': 'Chiudi tutte le altre sessioni',
  'page.text.session_ended': 'La sessione è stata chiusa.',
  'page.text.others_ended': 'Tutte le altre sessioni sono state chiuse.',

  // The account: connected applications
  'page.title.applications': 'Applicazioni collegate',
  'page.link.applications': 'Applicazioni',
  'page.text.applications': 'Queste applicazioni possono usare l’account.',
  'page.text.no_applications': 'Nessuna applicazione può usare l’account.',
  'page.label.since': 'Collegata dal',
  'page.label.may': 'Può',
  'page.button.disconnect': 'Scollega',
  'page.label.disconnect': 'Scollega {application}',
  'page.text.disconnected': 'L’applicazione non può più usare l’account.',

  // The account: security
  'page.title.security': 'Metodi di accesso',
  'page.link.security': 'Sicurezza',
  'page.text.confirm_identity':
    'Si prega di confermare di nuovo la propria identità prima di questa modifica.',
  'page.link.cancel': 'Annulla',
  'page.text.totp_remove':
    'Dopo, per accedere basterà la password, a meno che non ci sia una passkey.',
  'page.text.recovery_renew': 'Vengono creati dieci nuovi codici. Quelli vecchi non valgono più.',
  'page.text.passkey_remove': 'Dopo, nessuno potrà più usarla per accedere.',
  'page.name.password': 'Password',
  'page.label.current_password': 'Password attuale',
  'page.button.change_password': 'Cambia la password',
  'page.text.password_changed':
    'La password è stata cambiata. Tutte le altre sessioni sono chiuse e tutte le applicazioni scollegate.',
  'page.error.current_password': 'Questa non è la password attuale.',
  'page.name.totp': 'App di autenticazione',
  'page.text.totp_off':
    'Un’app sul telefono mostra un codice da inserire dopo la password: chi ha solo la password non può accedere.',
  'page.text.totp_on': 'Dopo la password viene chiesto un codice dell’app.',
  'page.text.recovery_left': 'Codici di recupero rimasti: {count}.',
  'page.button.totp_add': 'Configura un’app',
  'page.button.totp_remove': 'Rimuovi l’app',
  'page.title.totp': 'Configurazione di un’app di autenticazione',
  'page.text.totp_scan': 'Inquadrare questa immagine con l’app oppure inserirvi la chiave.',
  'page.label.qr': 'Immagine della chiave per l’app di autenticazione',
  'page.label.secret': 'Chiave',
  'page.text.totp_confirm': 'Inserire poi le sei cifre mostrate dall’app.',
  'page.button.totp_confirm': 'Conferma',
  'page.title.recovery_codes': 'Codici di recupero',
  'page.text.recovery_codes':
    'Conservare questi codici in un luogo sicuro. Ognuno permette di accedere una volta senza l’app. Non verranno più mostrati.',
  'page.link.recovery_kept': 'Li ho conservati',
  'page.text.totp_removed': 'L’app è stata rimossa.',
  'page.name.passkeys': 'Passkey',
  'page.text.passkeys':
    'Con una passkey si accede tramite l’impronta, il volto o il blocco del dispositivo.',
  'page.text.passkeys_script': 'Per aggiungere una passkey, il browser ha bisogno di JavaScript.',
  'page.label.passkey_name': 'Nome della passkey',
  'page.button.passkey_add': 'Aggiungi una passkey',
  'page.button.passkey_rename': 'Rinomina',
  'page.button.passkey_remove': 'Rimuovi',
  'page.label.passkey_rename': 'Rinomina la passkey: {name}',
  'page.label.passkey_remove': 'Rimuovi la passkey: {name}',
  'page.label.added': 'Aggiunta',
  'page.text.passkey_added': 'La passkey è stata aggiunta.',
  'page.text.passkey_renamed': 'La passkey è stata rinominata.',
  'page.text.passkey_removed': 'La passkey è stata rimossa.',
  'page.error.passkey_add': 'Non è stato possibile aggiungere la passkey. Si prega di riprovare.',
  'page.error.passkey_name':
    'Si prega di inserire un nome di al massimo 64 caratteri, su una sola riga.',
  'page.name.email': 'Indirizzo e-mail',
  'page.text.email': 'L’indirizzo e-mail dell’account è {email}.',
  'page.label.new_email': 'Nuovo indirizzo e-mail',
  'page.button.change_email': 'Cambia l’indirizzo',
  'page.text.new_email':
    'Confermare che {email} deve essere il nuovo indirizzo e-mail dell’account.',
  'page.text.email_changed': 'L’indirizzo e-mail è stato cambiato.',
  'page.button.recovery_renew': 'Crea nuovi codici di recupero',

  'page.title.demo': 'Di ritorno all’applicazione dimostrativa',
  'page.title.demo_state': 'Questa risposta appartiene a un’altra richiesta',
  'page.label.demo_exchange':
    'Scambiare il codice con i token entro un minuto, in un terminale di questo computer:',
  'page.label.demo_use': 'Poi usi il token di accesso:',
  'page.text.demo_no_code': 'Non c’è alcun codice da scambiare.',
  'page.text.demo_state':
    'Questo browser non ha iniziato una richiesta con questo «state», quindi la risposta potrebbe essere destinata ad altri. Un’applicazione deve fermarsi qui e non scambiare il codice.',

  // What goes wrong
  'page.title.step_expired': 'Questo passaggio è finito',
  'page.text.step_expired':
    'È durato troppo a lungo o è stato completato in un’altra scheda. Si prega di tornare all’applicazione e di ricominciare.',
  'page.title.sign_in_expired': 'È necessario accedere di nuovo',
  'page.text.sign_in_expired':
    'È passato troppo tempo o l’accesso è stato completato in un’altra scheda. Niente è perduto: basta ricominciare.',
  'page.title.link_expired': 'Questo link non funziona più',
  'page.text.link_expired':
    'È già stato usato o è troppo vecchio. Se serve ancora, occorre richiederne uno nuovo.',
  'page.text.link_used': 'È già stato usato: ogni link funziona una sola volta.',
  'page.text.link_used_sign_up':
    'È già stato usato, quindi l’indirizzo è confermato. È possibile accedere.',
  'page.text.link_used_new_email': 'È già stato usato: il nuovo indirizzo e-mail è confermato.',
  'page.text.link_too_old': 'È scaduto.',
  'page.text.link_replaced':
    'Un link più recente lo ha sostituito, oppure l’account è stato modificato nel frattempo. Usare il link dell’e-mail più recente.',
  'page.text.another_link': 'Possiamo inviare un’altra e-mail a {email}.',
  'page.button.another_link': 'Invia un altro link',
  'page.link.to_security': 'Vai alle impostazioni di sicurezza',
  'page.title.application_request': 'L’applicazione ha inviato una richiesta non valida',
  'page.text.application_request':
    'Da qui non è possibile continuare. La causa è nell’applicazione: si prega di avvisare chi la gestisce.',
  'page.title.foreign_form': 'Questo modulo non si può usare',
  'page.text.foreign_form':
    'Proveniva da un altro sito, oppure nel frattempo il browser ci ha dimenticati. Non è stato modificato nulla. Tornare indietro, ricaricare la pagina e ripetere l’inserimento; i cookie devono essere consentiti.',
  'page.title.bad_form': 'Questo modulo non si può leggere',
  'page.text.bad_form':
    'Non è stato modificato nulla. Tornare indietro, ricaricare la pagina e ripetere l’inserimento.',
  'page.title.card_number': 'Nessun numero di carta in questo modulo, per favore',
  'page.text.card_number':
    'Uno dei campi contiene ciò che sembra il numero di una carta di pagamento. Non è stato conservato nulla. Tornare indietro e modificarlo.',
  'page.title.not_found': 'Pagina non trovata',
  'page.text.not_found': 'L’indirizzo potrebbe essere sbagliato, oppure la pagina non esiste più.',
  'page.title.too_many': 'Troppi tentativi',
  'page.text.too_many': 'Si prega di riprovare tra {minutes} min.',
  'page.title.unavailable': 'Al momento non possiamo rispondere',
  'page.text.unavailable': 'Si prega di riprovare tra poco.',
  'page.title.internal': 'Qualcosa è andato storto',
  'page.text.internal':
    'La colpa è nostra. Si prega di riprovare più tardi; se il problema resta, comunicateci questo numero: {reference}.',
}
