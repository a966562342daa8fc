import type { mail as en } from './en.ts'

/** What mail says, in Italian. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Conferma dell’indirizzo e-mail per {service}',
  'mail.subject.account_exists': 'Account {service} già esistente',
  'mail.subject.reset_password': 'Nuova password per {service}',
  'mail.subject.password_changed': 'Password di {service} modificata',
  'mail.subject.confirm_new_email': 'Conferma del nuovo indirizzo e-mail per {service}',
  'mail.subject.email_changed': 'Indirizzo e-mail di {service} modificato',
  'mail.subject.second_factor_changed': 'Metodi di accesso a {service} modificati',
  'mail.subject.totp_added': 'App di autenticazione aggiunta su {service}',
  'mail.subject.totp_removed': 'App di autenticazione rimossa da {service}',
  'mail.subject.passkey_added': 'Passkey aggiunta su {service}',
  'mail.subject.passkey_removed': 'Passkey rimossa da {service}',
  'mail.subject.recovery_codes_renewed': 'Nuovi codici di recupero su {service}',
  'mail.subject.sign_in_link': 'Conferma dell’accesso a {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Per confermare questo indirizzo e-mail e completare la creazione dell’account presso {service}, aprire il link qui sotto.',
  'mail.text.account_exists':
    'È stata richiesta la creazione di un account presso {service} con questo indirizzo e-mail, per il quale esiste già un account: basta accedere con quello. Se la password è stata dimenticata, lì è possibile sceglierne una nuova.',
  'mail.text.reset_password':
    'È stata richiesta una nuova password per l’account presso {service}. Per sceglierla, aprire il link qui sotto.',
  'mail.text.password_changed':
    'La password dell’account presso {service} è stata modificata. Su tutti gli altri dispositivi la sessione è stata chiusa e tutte le applicazioni collegate sono state scollegate: per continuare a usarle, accedere di nuovo.',
  'mail.text.confirm_new_email':
    'Per usare questo indirizzo e-mail per l’account presso {service}, aprire il link qui sotto. Fino ad allora l’account mantiene il vecchio indirizzo.',
  'mail.text.email_changed':
    'L’indirizzo e-mail dell’account presso {service} è stato modificato. D’ora in poi i messaggi vengono inviati solo al nuovo indirizzo.',
  'mail.text.second_factor_changed':
    'Sono stati aggiunti, modificati o rimossi un’app di autenticazione, una passkey o i codici di recupero per accedere a {service}.',
  'mail.text.totp_added':
    'Un’app di autenticazione è stata aggiunta all’account presso {service}. D’ora in poi, per accedere con la password serve anche un codice di questa app.',
  'mail.text.totp_removed':
    'L’app di autenticazione è stata rimossa dall’account presso {service}. Per accedere non serve più un suo codice.',
  'mail.text.passkey_added':
    'Una passkey è stata aggiunta all’account presso {service}. Chi la possiede può usarla per accedere.',
  'mail.text.passkey_removed':
    'Una passkey è stata rimossa dall’account presso {service}. Non consente più l’accesso a nessuno.',
  'mail.text.recovery_codes_renewed':
    'Sono stati creati nuovi codici di recupero per l’account presso {service}. Quelli vecchi non valgono più.',
  'mail.text.sign_in_link':
    'Ci sono stati molti tentativi di accesso all’account presso {service}. Per accedere ora, aprire il link seguente e inserire la password, oppure inserire questo codice nella pagina che lo chiede.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Se la richiesta è partita da altri, non occorre fare nulla: senza il link non succede niente.',
  'mail.unasked.unchanged':
    'Se la richiesta è partita da altri, non occorre fare nulla: l’account è invariato.',
  'mail.unasked.takeover':
    'Se la modifica è opera di altri, qualcuno potrebbe avere accesso all’account. Scegliere subito una nuova password.',
  'mail.unasked.undo':
    'Se la modifica è opera di altri, qualcuno potrebbe avere accesso all’account. Annullarla subito nelle impostazioni di sicurezza e scegliere lì una nuova password.',
  'mail.unasked.contact':
    'Se la modifica è opera di altri, qualcuno potrebbe avere accesso all’account. Contattare subito {service}. Se l’accesso è ancora possibile, scegliere una nuova password e correggere l’indirizzo nelle impostazioni di sicurezza.',
  'mail.unasked.sign_in':
    'Se la richiesta è partita da altri, non occorre fare nulla: ora nessuno può accedere con la sola password. Non comunicare il codice a nessuno.',
  'mail.button.confirm_email': 'Conferma l’indirizzo',
  'mail.button.sign_in': 'Accedi',
  'mail.button.new_password': 'Scegli una nuova password',
  'mail.button.security': 'Apri le impostazioni di sicurezza',
  'mail.label.time': 'Data',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Codice',
  'mail.name.unknown_browser': 'Browser sconosciuto',
  'mail.link_address': 'Se il pulsante non funziona, copiare questo indirizzo nel browser.',

  // What every letter says
  'mail.link_life.1': 'Il link funziona una sola volta, per un’ora.',
  'mail.link_life.24': 'Il link funziona una sola volta, per 24 ore.',
  'mail.automatic':
    '{service} ha inviato questo messaggio automaticamente. Si prega di non rispondere.',
}
