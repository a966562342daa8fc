import type { mail as en } from './en.ts'

/** What mail says, in German. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Bestätigen Sie Ihre E-Mail-Adresse für {service}',
  'mail.subject.account_exists': 'Sie haben bereits ein Konto bei {service}',
  'mail.subject.reset_password': 'Wählen Sie ein neues Passwort für {service}',
  'mail.subject.password_changed': 'Ihr Passwort für {service} wurde geändert',
  'mail.subject.confirm_new_email': 'Bestätigen Sie Ihre neue E-Mail-Adresse für {service}',
  'mail.subject.email_changed': 'Ihre E-Mail-Adresse für {service} wurde geändert',
  'mail.subject.second_factor_changed': 'Ihre Anmeldeverfahren für {service} wurden geändert',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Bitte öffnen Sie den folgenden Link, um Ihre E-Mail-Adresse zu bestätigen und Ihr Konto bei {service} fertig einzurichten.',
  'mail.text.account_exists':
    'Jemand, vermutlich Sie selbst, wollte mit dieser E-Mail-Adresse ein Konto bei {service} anlegen. Zu ihr gibt es schon ein Konto: Bitte melden Sie sich dort an. Falls Sie Ihr Passwort vergessen haben, können Sie dabei ein neues wählen.',
  'mail.text.reset_password':
    'Jemand, vermutlich Sie selbst, hat für Ihr Konto bei {service} ein neues Passwort angefordert. Bitte öffnen Sie den folgenden Link, um es zu wählen.',
  'mail.text.password_changed':
    'Das Passwort Ihres Kontos bei {service} wurde geändert. Auf allen anderen Geräten wurden Sie abgemeldet.',
  'mail.text.confirm_new_email':
    'Bitte öffnen Sie den folgenden Link, um diese E-Mail-Adresse für Ihr Konto bei {service} zu verwenden. Bis dahin gilt die bisherige Adresse.',
  'mail.text.email_changed':
    'Die E-Mail-Adresse Ihres Kontos bei {service} wurde geändert. Nachrichten gehen ab jetzt nur noch an die neue Adresse.',
  'mail.text.second_factor_changed':
    'Eine Authenticator-App, ein Passkey oder die Wiederherstellungscodes, mit denen Sie sich bei {service} anmelden, wurden hinzugefügt, geändert oder entfernt.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ohne den Link geschieht nichts.',
  'mail.unasked.unchanged':
    'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Konto ist unverändert.',
  'mail.unasked.takeover':
    'Falls Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Bitte wählen Sie sofort ein neues Passwort, über die Anmeldeseite von {service}.',
  'mail.unasked.contact':
    'Falls Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Bitte wenden Sie sich sofort an {service}.',

  // What every letter says
  'mail.link_life.1': 'Der Link gilt einmal und eine Stunde lang.',
  'mail.link_life.24': 'Der Link gilt einmal und 24 Stunden lang.',
  'mail.automatic':
    '{service} hat diese Nachricht automatisch verschickt. Bitte antworten Sie nicht darauf.',
}
