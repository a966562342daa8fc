/** The pages for operators, in Italian. */
export const operator = {
  // Operators
  'page.link.operator': 'Assistenza',
  'page.title.operator': 'Cerca un utente',
  'page.title.operator_user': 'Utente {id}',
  'page.title.operator_request': 'Richiesta',
  'page.title.operator_application': 'Applicazione',
  'page.label.find': 'Indirizzo e-mail o numero',
  'page.text.find_hint':
    'Anche l’identificativo di una richiesta, da una pagina di errore o dal registro, o l’ID client di un’applicazione.',
  'page.button.find': 'Cerca',
  'page.error.nobody': 'Non è stato trovato nulla. Controlla quello che hai scritto.',
  'page.text.sign_up_waits':
    'Qualcuno si è registrato con questo indirizzo e-mail e non l’ha ancora confermato. Puoi inviare di nuovo l’e-mail con il link.',
  'page.text.sign_up_sent': 'L’e-mail di conferma è stata inviata.',
  'page.text.no_records':
    'Il registro di audit non contiene nulla su questa richiesta. La maggior parte delle richieste di sola lettura non lascia nulla. Cercala nel registro del servizio.',
  'page.name.account_state': 'Dati dell’account',
  'page.name.acts': 'Cosa puoi fare',
  'page.text.no_acts': 'Qui non puoi fare nulla per questo account.',
  'page.name.belongings': 'Cosa contiene l’account',
  'page.label.operator_name': 'Nome',
  'page.label.operator_state': 'Stato',
  'page.label.operator_created': 'Creazione',
  'page.label.wanted_email': 'Nuovo indirizzo e-mail, non confermato',
  'page.label.disabled': 'Disattivazione',
  'page.label.erases': 'Eliminazione prevista',
  'page.label.roles': 'Ruoli',
  'page.label.codes_left': 'Codici di recupero rimasti',
  'page.label.open_links': 'Link ancora validi',
  'page.label.queued_emails': 'E-mail in attesa di invio',
  'page.name.state_enabled': 'Attivo',
  'page.name.state_disabled': 'Disattivato',
  'page.name.state_erasing': 'Sarà eliminato',
  'page.name.role_operator': 'Operatore',
  'page.name.role_developer': 'Sviluppatore',
  'page.name.yes': 'Sì',
  'page.name.no': 'No',
  'page.name.none': 'Nessuno',
  'page.name.link_sign_up': 'Registrazione',
  'page.name.link_reset_password': 'Nuova password',
  'page.name.link_new_email': 'Nuovo indirizzo e-mail',
  'page.name.link_sign_in': 'Accesso',
  'page.label.reason': 'Motivo',
  'page.text.reason_hint':
    'Il numero di un ticket o una sola parola, per esempio SUP-4711. Resta nel registro di audit: non scrivere dati personali.',
  'page.error.reason':
    'Inserisci il numero di un ticket o una parola senza spazi, per esempio SUP-4711.',
  'page.label.check': 'Come hai verificato chi lo chiede?',
  'page.text.check_hint':
    'Non chiedere nulla che si possa leggere in una casella rubata. Se la casella potrebbe essere in mani sbagliate, disattiva invece l’account.',
  'page.name.choose': 'Scegli un’opzione',
  'page.name.email_and_day':
    'Richiesta dall’indirizzo dell’account, risposta a quell’indirizzo, un giorno di attesa',
  'page.name.document_in_person': 'Documento d’identità visto di persona',
  'page.name.document_by_video': 'Documento d’identità confrontato in videochiamata',
  'page.error.check': 'Scegli come hai verificato.',
  'page.button.operator_send_password_link': 'Invia un link per una nuova password',
  'page.text.operator_send_password_link':
    'L’utente riceve un’e-mail con un link per scegliere una nuova password. Il link funziona una volta, per un’ora. Fino ad allora la password resta invariata.',
  'page.text.operator_done_send_password_link': 'Il link per una nuova password è stato inviato.',
  'page.button.operator_resend_confirmation': 'Invia di nuovo l’e-mail di conferma',
  'page.text.operator_resend_confirmation':
    'L’utente riceve un’altra e-mail con un link per confermare l’indirizzo. I link precedenti per un nuovo indirizzo non funzionano più.',
  'page.text.operator_done_resend_confirmation': 'L’e-mail di conferma è stata inviata di nuovo.',
  'page.button.operator_reset_second_factors': 'Rimuovi tutti i secondi fattori',
  'page.text.operator_reset_second_factors':
    'L’app di autenticazione, tutte le passkey e i codici di recupero vengono rimossi. L’utente viene disconnesso ovunque, può poi accedere con la sola password e riceve un’e-mail. Chi ha la password e ti convince a farlo ha l’account, quindi verifica prima chi lo chiede.',
  'page.text.operator_done_reset_second_factors': 'Tutti i secondi fattori sono stati rimossi.',
  'page.button.operator_end_sessions': 'Disconnetti ovunque',
  'page.text.operator_end_sessions':
    'L’utente viene disconnesso in tutti i browser. Le applicazioni non possono più usare l’account finché l’utente non vi accede di nuovo.',
  'page.text.operator_done_end_sessions': 'L’utente è stato disconnesso ovunque.',
  'page.button.operator_disable': 'Disattiva l’account',
  'page.text.operator_disable':
    'L’utente non può più accedere, viene disconnesso ovunque e riceve un’e-mail. Le applicazioni non possono più usare l’account. Puoi riattivarlo.',
  'page.text.operator_done_disable': 'L’account è stato disattivato.',
  'page.button.operator_enable': 'Riattiva l’account',
  'page.text.operator_enable':
    'L’utente può accedere di nuovo e riceve un’e-mail. Le sessioni e l’accesso delle applicazioni non tornano da soli.',
  'page.text.operator_done_enable': 'L’account è stato riattivato.',
  'page.button.operator_admit_developer': 'Ammetti come sviluppatore',
  'page.text.operator_admit_developer':
    'L’utente può registrare applicazioni da ora in poi e riceve un’e-mail.',
  'page.text.operator_done_admit_developer': 'L’utente ora è uno sviluppatore.',
  'page.button.operator_remove_developer': 'Rimuovi come sviluppatore',
  'page.text.operator_remove_developer':
    'L’utente non può più registrare o modificare applicazioni. Le applicazioni continuano a funzionare. Per fermarle, disattivale una per una.',
  'page.text.operator_done_remove_developer': 'L’utente non è più uno sviluppatore.',
  'page.text.operator_done_nothing': 'Non è stato modificato nulla, perché era già così.',
  'page.button.application_disable': 'Disattiva l’applicazione',
  'page.text.application_disable':
    'Nessuno può più accedere a questa applicazione e tutti i suoi token terminano. Puoi riattivarla. I token terminati non tornano.',
  'page.text.application_done_disable': 'L’applicazione è stata disattivata.',
  'page.button.application_enable': 'Riattiva l’applicazione',
  'page.text.application_enable':
    'L’applicazione funziona di nuovo con i suoi segreti. I token terminati non tornano.',
  'page.text.application_done_enable': 'L’applicazione è stata riattivata.',
  'page.text.application_done_nothing': 'Non è stato modificato nulla, perché era già così.',
  'page.label.operator_client_id': 'ID client',
  'page.label.operator_kind': 'Tipo',
  'page.label.operator_redirect_uris': 'URI di reindirizzamento',
  'page.label.operator_scopes': 'Permessi',
  'page.title.second_factor_needed': 'Serve un secondo fattore',
  'page.text.second_factor_needed':
    'Puoi aprire questa pagina solo se hai effettuato l’accesso con un secondo fattore. Esci e accedi con la tua app di autenticazione o una passkey.',
  'page.title.own_account': 'Questo è il tuo account',
  'page.text.own_account':
    'Non puoi farlo per il tuo account. Usa le pagine del tuo account o chiedi a un altro operatore.',
  'page.title.operator_account': 'Questo account è di un operatore',
  'page.text.operator_account':
    'Per un operatore può farlo solo chi gestisce il servizio, dalla riga di comando.',
  'page.activity.user.viewed': 'Ha visualizzato l’account',
  'page.activity.access.ended': 'Disconnesso ovunque',
  'page.activity.email.confirmation_sent': 'E-mail di conferma inviata di nuovo',
  'page.activity.user.created': 'L’account è stato creato',
  'page.activity.second_factor.refused': 'Secondo fattore errato',
  'page.activity.sign_in.link_requested': 'Ha richiesto un link per accedere',
  'page.activity.consent.refused': 'Ha rifiutato di collegare un’applicazione',
  'page.name.link_payout_proof': 'Conferma di come viene pagato',
  'page.name.link_payout_undo': 'Annullamento di una modifica dei pagamenti',
} as const
