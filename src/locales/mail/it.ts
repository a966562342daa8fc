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

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Per confermare questo indirizzo e-mail e completare la creazione dell’account presso {service}, aprire il link qui sotto.',
  'mail.text.account_exists':
    'È stata richiesta la creazione di un account presso {service} con questo indirizzo e-mail, per il quale esiste già un account: basta accedere con quello. Se la password è stata dimenticata, lì è possibile sceglierne una nuova.',
  'mail.text.reset_password':
    'È stata richiesta una nuova password per l’account presso {service}. Per sceglierla, aprire il link qui sotto.',
  'mail.text.password_changed':
    'La password dell’account presso {service} è stata modificata. Su tutti gli altri dispositivi la sessione è stata chiusa.',
  'mail.text.confirm_new_email':
    'Per usare questo indirizzo e-mail per l’account presso {service}, aprire il link qui sotto. Fino ad allora l’account mantiene il vecchio indirizzo.',
  'mail.text.email_changed':
    'L’indirizzo e-mail dell’account presso {service} è stato modificato. D’ora in poi i messaggi vengono inviati solo al nuovo indirizzo.',
  'mail.text.second_factor_changed':
    'Sono stati aggiunti, modificati o rimossi un’app di autenticazione, una passkey o i codici di recupero per accedere a {service}.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Se la richiesta è partita da altri, non occorre fare nulla: senza il link non succede niente.',
  'mail.unasked.unchanged':
    'Se la richiesta è partita da altri, non occorre fare nulla: l’account è invariato.',
  'mail.unasked.takeover':
    'Se la modifica è opera di altri, qualcuno potrebbe avere accesso all’account. Scegliere subito una nuova password dalla pagina di accesso di {service}.',
  'mail.unasked.contact':
    'Se la modifica è opera di altri, qualcuno potrebbe avere accesso all’account. Contattare subito {service}.',

  // What every letter says
  'mail.link_life.1': 'Il link funziona una sola volta, per un’ora.',
  'mail.link_life.24': 'Il link funziona una sola volta, per 24 ore.',
  'mail.automatic':
    '{service} ha inviato questo messaggio automaticamente. Si prega di non rispondere.',
}
