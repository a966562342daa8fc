import type { pages as en } from './en.ts'

/** The texts of the pages, in Italian. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Errore: {title}',
  'page.link.skip': 'Vai al contenuto',
  'page.label.language': 'Lingua',
  'page.label.account': 'Account',
  'page.text.check': 'Controlla i dati inseriti.',
  'page.link.terms': 'Condizioni',
  'page.link.privacy_policy': 'Informativa sulla privacy',
  'page.label.links_of': 'Altro su {application}',
  'page.button.reveal': 'Mostra la password',
  'page.label.language_is': 'Lingua: {name}',
  'page.link.support': 'Assistenza',

  // Signing in
  'page.title.sign_in': 'Accedi',
  'page.text.sign_in_first': 'Prima accedi.',
  'page.text.password_set': 'La nuova password è stata salvata. Ora puoi usarla per accedere.',
  'page.label.email': 'Indirizzo e-mail',
  'page.label.password': 'Password',
  'page.button.sign_in': 'Accedi',
  'page.button.passkey': 'Accedi con una passkey',
  'page.link.forgotten': 'Hai dimenticato la password?',
  'page.link.sign_up': 'Crea un account',
  'page.link.sign_in': 'Accedi',
  'page.link.go_on': 'Ho confermato il mio indirizzo e-mail',
  'page.error.wrong': 'L’indirizzo e-mail o la password non è corretta.',
  'page.error.required': 'Compila questo campo.',
  'page.error.email': 'Inserisci un indirizzo e-mail, per esempio ada@example.com.',
  'page.error.passkey': 'Questa passkey non ha funzionato. Riprova o usa la password.',
  'page.error.too_many': 'Troppi tentativi. Riprova tra {minutes} min.',
  'page.title.sign_in_to': 'Accedi per continuare su {application}',
  'page.link.email_code': 'Ricevi un codice via e-mail',
  'page.title.email_code': 'Accedi con un codice',
  'page.text.email_code':
    'Inserisci il tuo indirizzo e-mail. Ti invieremo un codice e un link. Non ti serve la password.',
  'page.button.email_code': 'Invia codice',
  'page.text.email_code_sent':
    'Se esiste un account per {email}, abbiamo inviato un’e-mail a questo indirizzo. Inserisci qui il codice dell’e-mail entro 15 minuti oppure apri il link nell’e-mail.',
  'page.text.email_code_recent':
    'Se esiste un account per {email}, nell’ultima ora abbiamo già inviato diverse e-mail a questo indirizzo. Apri il link nella più recente. Funziona in qualsiasi browser.',
  'page.text.email_link': 'Vuoi accedere come {email}?',
  'page.link.email_code_again': 'Invia un altro codice',
  'page.link.use_password': 'Accedi con la password',
  'page.label.or': 'oppure',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'Ci sono stati molti tentativi di accesso a questo account. Se {email} ha un account, abbiamo inviato un’e-mail con un codice a questo indirizzo. Inserisci il codice e la password, oppure apri il link nell’e-mail. Puoi usare anche un codice inviato nell’ultima ora.',
  'page.text.email_proof_linked': 'Inserisci la password per accedere come {email}.',
  'page.label.email_code': 'Codice ricevuto via e-mail',
  'page.error.email_code':
    'Questo codice non è corretto o è scaduto. Usa il codice dell’e-mail più recente.',
  'page.error.wrong_password': 'La password non è corretta.',
  'page.text.second_factor_emailed':
    'Per questo account sono stati inseriti molti codici errati, quindi ti abbiamo inviato un’e-mail con un codice. Inserisci prima il codice ricevuto via e-mail.',

  // The second step
  'page.title.second_factor': 'Conferma la tua identità',
  'page.text.second_factor':
    'Inserisci il codice di sei cifre dell’app di autenticazione, oppure uno dei tuoi codici di recupero.',
  'page.text.second_factor_app': 'Inserisci il codice di sei cifre dell’app di autenticazione.',
  'page.text.second_factor_codes':
    'Usa la tua passkey, oppure inserisci uno dei tuoi codici di recupero.',
  'page.text.second_factor_passkey': 'Usa la tua passkey per continuare.',
  'page.text.passkey_script':
    'Usa un browser che supporta le passkey e in cui JavaScript è attivo.',
  'page.label.code': 'Codice',
  'page.button.continue': 'Continua',
  'page.button.use_passkey': 'Usa una passkey',
  'page.link.start_again': 'Ricomincia',
  'page.error.code': 'Questo codice non è corretto o è già stato usato.',
  'page.button.provider': 'Continua con {provider}',
  'page.title.provider': 'Accedi con {provider}',
  'page.text.provider_new':
    '{provider} ha confermato che {email} è il tuo indirizzo e-mail. Non esiste ancora un account con questo indirizzo.',
  'page.text.provider_other_account':
    'Hai già un account con un altro indirizzo e-mail? Allora accedi a quello. {provider} può essere aggiunto solo a un account con lo stesso indirizzo e-mail.',
  'page.text.provider_known':
    'Esiste già un account per {email}. Accedi una volta per aggiungere {provider}. In seguito potrai accedere con {provider}.',
  'page.text.provider_connect':
    'Potrai accedere a questo account con il tuo account {provider} {email}.',
  'page.button.provider_add': 'Aggiungi {provider}',
  'page.text.provider_mismatch':
    'Hai effettuato l’accesso come {own}, ma il tuo account {provider} ha l’indirizzo e-mail {email}. {provider} può essere aggiunto solo a un account con lo stesso indirizzo. Prima cambia l’indirizzo e-mail nelle impostazioni di sicurezza oppure esci.',

  // Signing up
  'page.title.sign_up': 'Crea un account',
  'page.label.full_name': 'Nome e cognome (facoltativo)',
  'page.text.password_rule': 'Almeno 8 caratteri. Consigliamo alcune parole facili da ricordare.',
  'page.button.sign_up': 'Crea un account',
  'page.error.password_short': 'Usa almeno 8 caratteri.',
  'page.error.password_long': 'Usa al massimo 256 caratteri.',
  'page.error.password_common':
    'Molte persone usano questa password, quindi è facile da indovinare. Scegline un’altra.',
  'page.error.password_same':
    'Scegli una password diversa dal tuo indirizzo e-mail e dal tuo nome.',
  'page.error.full_name':
    'Inserisci un nome di al massimo 128 caratteri, senza interruzioni di riga.',
  'page.title.check_email': 'Controlla la tua e-mail',
  'page.text.check_email':
    'Se {email} è corretto, riceverai una nostra e-mail. Apri il link nell’e-mail per continuare.',
  'page.text.no_email':
    'Non hai ricevuto l’e-mail dopo qualche minuto? Controlla la cartella dello spam.',
  'page.link.other_email': 'Usa un altro indirizzo e-mail',
  'page.title.confirm_email': 'Conferma il tuo indirizzo e-mail',
  'page.text.confirm_email': 'Ultimo passaggio: inserisci la password che hai scelto per {email}.',
  'page.button.confirm_email': 'Conferma',
  'page.link.sign_up_again': 'Hai dimenticato questa password? Crea di nuovo l’account',

  // A forgotten password
  'page.title.forgotten': 'Hai dimenticato la password?',
  'page.text.forgotten':
    'Inserisci il tuo indirizzo e-mail. Ti invieremo un link per scegliere una nuova password.',
  'page.button.forgotten': 'Invia link',
  'page.title.new_password': 'Scegli una nuova password',
  'page.label.new_password': 'Nuova password',
  'page.button.new_password': 'Salva password',
  'page.title.continue': 'Hai effettuato l’accesso',
  'page.text.continue':
    'Hai iniziato in un altro browser oppure molto tempo fa. Torna a {application} e ricomincia da lì. Non devi accedere di nuovo.',
  'page.link.to_application': 'Vai a {application}',
  'page.link.to_account': 'Vai al tuo account',

  // Consent to an application
  'page.title.consent': 'Consentire a {application} di usare il tuo account?',
  'page.label.consent': '{application} vuole:',
  'page.text.consent_account': 'Hai effettuato l’accesso come {email}.',
  'page.text.consent_host': 'In entrambi i casi tornerai a {host}.',
  'page.text.consent_withdraw':
    'Puoi revocare questo accesso in qualsiasi momento in «Applicazioni collegate».',
  'page.button.allow': 'Consenti',
  'page.button.deny': 'Non consentire',
  'page.link.other_account': 'Usa un altro account',
  'page.scope.openid': 'Identificare il tuo account',
  'page.scope.profile': 'Vedere il tuo nome e la tua lingua',
  'page.scope.email': 'Vedere il tuo indirizzo e-mail',
  'page.scope.phone': 'Vedere il tuo numero di telefono',
  'page.scope.address': 'Vedere il tuo indirizzo predefinito',
  'page.scope.offline_access': 'Mantenere questo accesso quando non usi l’applicazione',
  'page.scope.read:events': 'Vedere eventi e annunci',
  'page.scope.read:user': 'Vedere il tuo profilo, i tuoi indirizzi e i tuoi metodi di pagamento',
  'page.scope.write:user':
    'Modificare il tuo profilo, i tuoi indirizzi e i tuoi metodi di pagamento',
  'page.scope.read:webhooks':
    'Vedere dove vengono inviate le notifiche del tuo account e che cosa hanno segnalato',
  'page.scope.write:webhooks':
    'Far segnalare le modifiche del tuo profilo, dei tuoi indirizzi e dei tuoi metodi di pagamento, anche in tua assenza (che cosa è cambiato, ma non il contenuto)',
  'page.scope.read:payment': 'Vedere i tuoi pagamenti',
  'page.scope.read:sales': 'Vedere le tue vendite',
  'page.scope.write:sales': 'Modificare le tue vendite',
  'page.scope.read:sellerlistings': 'Vedere i tuoi annunci',
  'page.scope.write:sellerlistings': 'Modificare i tuoi annunci',
  'page.scope.write:purchases': 'Acquistare biglietti per tuo conto',
  'page.scope.write:requestedevents': 'Richiedere nuovi eventi per tuo conto',

  // Signing out
  'page.title.form_post': 'Continua su {host}',
  'page.title.sign_out': 'Vuoi uscire?',
  'page.text.sign_out': 'Uscirai dal tuo account in questo browser.',
  'page.button.sign_out': 'Esci',
  'page.link.stay': 'Resta connesso',
  'page.title.signed_out': 'Sei uscito dall’account',
  'page.text.signed_out': 'Per usare di nuovo il tuo account, accedi.',

  // The account: sessions
  'page.title.sessions': 'Dove hai effettuato l’accesso',
  'page.link.sessions': 'Sessioni',
  'page.text.sessions': 'Se non riconosci una sessione, chiudila e cambia la password.',
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
  'page.text.applications': 'Queste applicazioni possono usare il tuo account.',
  'page.text.no_applications':
    'Nessuna applicazione può usare il tuo account. Se accedi a un’applicazione con questo account, la trovi qui e puoi scollegarla.',
  'page.label.since': 'Collegata dal',
  'page.label.may': 'Autorizzazioni',
  'page.button.disconnect': 'Scollega',
  'page.label.disconnect': 'Scollega {application}',
  'page.text.disconnected': 'L’applicazione non può più usare il tuo account.',
  'page.title.disconnect': 'Scollegare {application}?',
  'page.text.disconnect':
    'Perde subito l’accesso al tuo account e non viene più informata delle modifiche. Per consentirle di nuovo l’accesso, accedi da lì e dai il consenso.',

  // The account: security
  'page.title.security': 'Impostazioni di sicurezza',
  'page.link.security': 'Sicurezza',
  'page.text.confirm_identity': 'Conferma la tua identità prima di fare questa modifica.',
  'page.link.cancel': 'Annulla',
  'page.text.totp_remove': 'Se non hai una passkey, per accedere basterà la password.',
  'page.text.recovery_renew':
    'Riceverai dieci nuovi codici di recupero. I vecchi codici non funzioneranno più.',
  'page.text.passkey_remove': 'Nessuno potrà più accedere con questa passkey.',
  'page.name.password': 'Password',
  'page.label.current_password': 'Password attuale',
  'page.button.change_password': 'Cambia password',
  'page.text.password_changed':
    'La password è stata cambiata. Tutte le altre sessioni sono state chiuse. Le applicazioni non potranno usare il tuo account finché non accedi di nuovo da lì. Restano collegate e continuano a essere informate delle modifiche. Scollega quelle che non conosci.',
  'page.error.current_password': 'Questa non è la tua password attuale.',
  'page.name.totp': 'App di autenticazione',
  'page.text.totp_off':
    'Un’app sul telefono mostra un codice. Inserisci questo codice dopo la password. Così chi conosce solo la tua password non può accedere.',
  'page.text.totp_on':
    'Quando accedi, dopo la password ti chiediamo un codice dell’app di autenticazione.',
  'page.text.recovery_left': 'Codici di recupero rimanenti: {count}.',
  'page.button.totp_add': 'Configura l’app di autenticazione',
  'page.button.totp_remove': 'Rimuovi l’app di autenticazione',
  'page.title.totp': 'Configura un’app di autenticazione',
  'page.text.totp_scan':
    'Scansiona questo codice QR con l’app di autenticazione, oppure inserisci la chiave nell’app.',
  'page.label.qr': 'Codice QR con la chiave per la tua app di autenticazione',
  'page.label.secret': 'Chiave',
  'page.text.totp_confirm': 'Poi inserisci il codice di sei cifre mostrato dall’app.',
  'page.button.totp_confirm': 'Conferma',
  'page.title.recovery_codes': 'I tuoi codici di recupero',
  'page.text.recovery_codes':
    'Conserva questi codici in un luogo sicuro. Ogni codice ti permette di accedere una volta senza l’app di autenticazione o la passkey. I codici non verranno più mostrati.',
  'page.link.recovery_kept': 'Ho salvato i miei codici di recupero',
  'page.text.totp_confirmed':
    'L’app di autenticazione è configurata. Se non hai salvato i tuoi codici di recupero, creane di nuovi.',
  'page.text.totp_removed': 'L’app di autenticazione è stata rimossa.',
  'page.name.passkeys': 'Passkey',
  'page.text.passkeys':
    'Con una passkey accedi con l’impronta digitale, il volto o il blocco schermo del dispositivo.',
  'page.text.passkeys_script':
    'Per aggiungere una passkey, usa un browser che supporta le passkey e in cui JavaScript è attivo.',
  'page.text.passkeys_full':
    'Hai {max} passkey. È il numero massimo. Rimuovine una prima di aggiungerne un’altra.',
  'page.label.passkey_name': 'Nome della passkey',
  'page.button.passkey_add': 'Aggiungi passkey',
  'page.button.passkey_rename': 'Rinomina',
  'page.button.passkey_remove': 'Rimuovi',
  'page.label.passkey_rename': 'Rinomina la passkey: {name}',
  'page.label.passkey_remove': 'Rimuovi la passkey: {name}',
  'page.label.added': 'Aggiunta',
  'page.text.passkey_added': 'La passkey è stata aggiunta.',
  'page.text.passkey_renamed': 'La passkey è stata rinominata.',
  'page.text.passkey_removed': 'La passkey è stata rimossa.',
  'page.error.passkey_add': 'Non è stato possibile aggiungere la passkey. Riprova.',
  'page.error.passkey_name':
    'Inserisci un nome di al massimo 64 caratteri, senza interruzioni di riga.',
  'page.error.totp_present':
    'Hai già un’app di autenticazione. Rimuovila prima, se vuoi configurarne un’altra.',
  'page.error.no_second_factor':
    'Solo gli account con un’app di autenticazione o una passkey hanno codici di recupero. Aggiungine prima una.',
  'page.name.email': 'Indirizzo e-mail',
  'page.text.email': 'Il tuo indirizzo e-mail è {email}.',
  'page.label.new_email': 'Nuovo indirizzo e-mail',
  'page.button.change_email': 'Cambia indirizzo e-mail',
  'page.text.new_email': 'Vuoi usare {email} come nuovo indirizzo e-mail del tuo account?',
  'page.text.new_email_other_user':
    'Questo link cambia l’indirizzo e-mail di un altro account in {email}. Esci e apri di nuovo il link per accedere con quell’account.',
  'page.name.erasure': 'Eliminazione del tuo account',
  'page.text.erasure_planned':
    'Il tuo account e tutti i suoi dati verranno eliminati. Data: {date}. Fino ad allora le applicazioni non possono usare il tuo account.',
  'page.button.keep_account': 'Conserva il mio account',
  'page.text.erasure_cancelled': 'Il tuo account resta attivo.',
  'page.text.email_changed': 'Il tuo indirizzo e-mail è stato cambiato.',
  'page.button.recovery_renew': 'Crea nuovi codici di recupero',
  'page.name.identities': 'Account esterni',
  'page.text.identities': 'Qui puoi accedere anche con questi account.',
  'page.text.no_identities':
    'Se aggiungi un account esterno con lo stesso indirizzo e-mail, potrai usarlo per accedere qui.',
  'page.label.identity_remove': 'Rimuovi {provider}',
  'page.text.identity_remove': 'Non potrai più accedere con {provider}.',
  'page.text.provider_added': 'Ora puoi accedere con l’altro account.',
  'page.text.provider_removed': 'L’altro account è stato rimosso.',
  'page.text.provider_add': 'Passerai a {provider}. Poi ti chiederemo di confermare.',
  'page.text.no_password':
    'Il tuo account non ha una password. Possiamo inviarti un link via e-mail per sceglierne una.',
  'page.button.choose_password': 'Scegli una password',
  'page.title.payout_confirm': 'Conferma come vieni pagato',
  'page.text.payout_confirm':
    'Vuoi essere pagato con {method} per un account di {service}? Conferma solo se l’hai aggiunto tu.',
  'page.button.payout_confirm': 'Conferma',
  'page.title.payout_confirmed': 'Confermato',
  'page.text.payout_confirmed':
    'Ora è possibile pagare con {method}. Se è il metodo predefinito per essere pagato, i pagamenti iniziano lì tra 48 ore.',
  'page.title.payout_undo': 'Annulla la modifica',
  'page.text.payout_undo': 'Vuoi essere pagato di nuovo con {method}, come prima della modifica?',
  'page.text.payout_undo_held':
    'Vuoi essere pagato di nuovo con {method}, come prima della modifica? Qualcun altro potrebbe aver confermato questo metodo di pagamento, quindi i pagamenti iniziano il {date}.',
  'page.text.payout_undo_none':
    'Vuoi rinunciare a essere pagato con il nuovo metodo di pagamento? In tal caso non verrai pagato con nessun metodo finché non ne scegli uno.',
  'page.button.payout_undo': 'Annulla la modifica',
  'page.title.payout_undone': 'La modifica è stata annullata',
  'page.text.payout_undone':
    'I tuoi metodi di pagamento mostrano dove va ora il denaro. Se non hai fatto tu la modifica, qualcun altro potrebbe avere accesso al tuo account: scegli subito una nuova password.',
  'page.text.payout_sign_in':
    'Accedi a {service} per confermare che vuoi essere pagato con {method}. Fallo solo se l’hai aggiunto tu.',
  'page.text.payout_other_user':
    'Questo metodo di pagamento appartiene a un altro account di {service}. Esci e apri di nuovo il link per accedere con quell’account.',
  'page.text.password_unique': 'Usa una password che non usi altrove.',
  'page.text.activity_about': 'Gli accessi e le modifiche del tuo account.',
  'page.button.paypal_confirm': 'Conferma con PayPal',
  'page.text.paypal_confirm':
    'Andrai su PayPal e vi accederai. PayPal ci comunicherà poi l’indirizzo e-mail confermato del tuo conto PayPal. Deve essere {email}.',
  'page.title.paypal_other': 'Questo è un altro conto PayPal',
  'page.text.paypal_other':
    'Il conto PayPal a cui hai effettuato l’accesso non ha {email} come indirizzo e-mail confermato. Accedi al conto con questo indirizzo o apri il link che abbiamo inviato lì.',

  'page.title.demo': 'Di nuovo nell’applicazione dimostrativa',
  'page.title.demo_state': 'Questa risposta appartiene a un’altra richiesta',
  'page.label.demo_exchange':
    'Entro un minuto, scambia il codice con i token in un terminale di questo computer:',
  'page.label.demo_use': 'Poi usa il token di accesso:',
  'page.text.demo_no_code': 'Non c’è alcun codice da scambiare.',
  'page.text.demo_state':
    'Questo browser non ha avviato una richiesta con questo «state». La risposta potrebbe essere destinata a un’altra persona. Un’applicazione deve fermarsi qui e non deve scambiare il codice.',

  // What goes wrong
  'page.title.step_expired': 'Questa pagina è scaduta',
  'page.text.step_expired':
    'È passato troppo tempo, oppure hai continuato in un’altra scheda. Torna all’applicazione e ricomincia.',
  'page.title.sign_in_expired': 'Accedi di nuovo',
  'page.text.sign_in_expired':
    'È passato troppo tempo, oppure hai continuato in un’altra scheda. Non è andato perso alcun dato. Ricomincia.',
  'page.title.link_expired': 'Questo link non funziona più',
  'page.text.link_expired':
    'Questo link è già stato usato o è scaduto. Se ti serve ancora un link, richiedine uno nuovo.',
  'page.text.link_used': 'Questo link è già stato usato. Ogni link funziona una sola volta.',
  'page.text.link_used_sign_up':
    'Questo link è già stato usato e il tuo indirizzo e-mail è confermato. Ora puoi accedere.',
  'page.text.link_used_new_email':
    'Questo link è già stato usato e il tuo nuovo indirizzo e-mail è confermato.',
  'page.text.link_too_old': 'Questo link è scaduto.',
  'page.text.link_replaced':
    'Esiste un link più recente, oppure il tuo account è stato modificato dopo l’invio di questo. Usa il link dell’e-mail più recente.',
  'page.title.sign_in_undo': 'Annulla la modifica',
  'page.text.sign_in_undo':
    'Se qualcun altro ha modificato l’accesso al tuo account su {service}, annulla qui la modifica. Tutte le modifiche dei metodi di accesso dal {date} vengono annullate.',
  'page.text.sign_in_undo_effect':
    'L’account ha di nuovo l’indirizzo e-mail {email} e accedi come prima. La password e tutte le sessioni non sono più valide e tutte le applicazioni vengono scollegate. Inviamo un link per una nuova password a {email}.',
  'page.button.sign_in_undo': 'Annulla la modifica',
  'page.title.taken_back': 'La modifica è stata annullata',
  'page.text.taken_back':
    'Abbiamo inviato un link per una nuova password a {email}. Scegli una nuova password e poi controlla dove vieni pagato.',
  'page.text.taken_back_methods':
    'Anche con questi si può ancora accedere all’account, come prima della modifica. Se uno di questi non è tuo, chiedi a {service} di rimuoverlo prima di continuare.',
  'page.title.undo_disabled': 'Questo account è disattivato',
  'page.text.undo_disabled':
    'Non è possibile annullare nulla finché l’account è disattivato. Contatta il team di assistenza. Se l’account viene riattivato prima della scadenza del link, il link funziona ancora.',
  'page.title.undo_taken': 'Un altro account ha questo indirizzo e-mail',
  'page.text.undo_taken':
    'Nel frattempo un altro account ha l’indirizzo e-mail precedente. Dai un altro indirizzo a quell’account e apri di nuovo il link, oppure contatta il team di assistenza.',
  'page.text.another_link': 'Possiamo inviare un nuovo link a {email}.',
  'page.button.another_link': 'Invia un nuovo link',
  'page.link.to_security': 'Vai alle impostazioni di sicurezza',
  'page.title.application_request': 'L’applicazione ha inviato una richiesta non valida',
  'page.text.application_request':
    'Non puoi continuare da qui. L’errore dipende dall’applicazione, non da te. Contatta il fornitore dell’applicazione.',
  'page.title.foreign_form': 'Non è stato possibile inviare il modulo',
  'page.text.foreign_form':
    'Il modulo proveniva da un altro sito, oppure il browser ha eliminato il nostro cookie. Non è stato modificato nulla. Consenti i cookie, torna indietro, ricarica la pagina e inserisci di nuovo i dati.',
  'page.title.bad_form': 'Non è stato possibile leggere il modulo',
  'page.text.bad_form':
    'Non è stato modificato nulla. Torna indietro, ricarica la pagina e inserisci di nuovo i dati.',
  'page.title.not_possible': 'Questa azione non è possibile',
  'page.text.not_possible':
    'Non è stato modificato nulla. La pagina precedente potrebbe non essere più aggiornata. Torna indietro e ricaricala.',
  'page.title.card_number': 'Non inserire qui un numero di carta',
  'page.text.card_number':
    'Uno dei campi sembra contenere il numero di una carta di pagamento. Non è stato salvato nulla. Torna indietro e rimuovi il numero.',
  'page.title.not_found': 'Pagina non trovata',
  'page.text.not_found':
    'L’indirizzo web potrebbe essere sbagliato, oppure la pagina non esiste più.',
  'page.title.too_many': 'Troppi tentativi',
  'page.text.too_many': 'Riprova tra {minutes} min.',
  'page.title.too_many_requests': 'Troppe richieste',
  'page.text.too_many_requests':
    'Dalla tua rete sono arrivate molte richieste. Riprova tra {minutes} min.',
  'page.title.unavailable': 'Il servizio è temporaneamente non disponibile',
  'page.text.unavailable': 'Riprova tra poco.',
  'page.title.internal': 'Si è verificato un errore',
  'page.text.internal':
    'L’errore è nostro. Riprova più tardi. Se si ripete, contattaci e comunicaci questo numero: {reference}.',
  'page.title.provider_failed': 'Questo accesso al momento non funziona',
  'page.text.provider_failed':
    'L’altro fornitore non ha risposto come previsto. Riprova più tardi oppure accedi in un altro modo.',
  'page.title.provider_email': 'Il tuo indirizzo e-mail non è confermato',
  'page.text.provider_email':
    'L’altro fornitore non ci ha dato nessun indirizzo e-mail confermato. Conferma prima il tuo indirizzo lì oppure crea qui un account con una password.',
  'page.title.provider_taken': 'Questo account è già in uso',
  'page.text.provider_taken':
    'Il tuo account presso l’altro fornitore appartiene qui a un altro account, oppure il tuo account qui ne ha già un altro di questo fornitore. Non è stato modificato nulla.',
  'page.title.provider_account': 'Non puoi accedere in questo modo',
  'page.text.provider_account':
    'Il tuo account qui è disattivato, oppure ha un altro indirizzo e-mail o uno non confermato. Non è stato modificato nulla. Se hai bisogno di aiuto, contattaci.',
  'page.title.last_way_in': 'È il tuo ultimo modo per accedere',
  'page.text.last_way_in':
    'Non è stato modificato nulla. Scegli prima una password o aggiungi una passkey. Poi potrai rimuovere questo modo di accedere.',
}
