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
  'mail.subject.totp_added': 'Authenticator-App bei {service} hinzugefügt',
  'mail.subject.totp_removed': 'Authenticator-App bei {service} entfernt',
  'mail.subject.passkey_added': 'Passkey bei {service} hinzugefügt',
  'mail.subject.passkey_removed': 'Passkey bei {service} entfernt',
  'mail.subject.recovery_codes_renewed': 'Neue Wiederherstellungscodes bei {service}',
  'mail.subject.sign_in_link': 'Bestätigen Sie Ihre Anmeldung bei {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Bitte öffnen Sie den folgenden Link, um Ihre E-Mail-Adresse zu bestätigen und Ihr Konto bei {service} fertig einzurichten.',
  'mail.text.account_exists':
    'Jemand, vermutlich Sie selbst, wollte mit dieser E-Mail-Adresse ein Konto bei {service} anlegen. Zu ihr gibt es schon ein Konto: Bitte melden Sie sich dort an. Falls Sie Ihr Passwort vergessen haben, können Sie dabei ein neues wählen.',
  'mail.text.reset_password':
    'Jemand, vermutlich Sie selbst, hat für Ihr Konto bei {service} ein neues Passwort angefordert. Bitte öffnen Sie den folgenden Link, um es zu wählen.',
  'mail.text.password_changed':
    'Das Passwort Ihres Kontos bei {service} wurde geändert. Auf allen anderen Geräten wurden Sie abgemeldet, und alle verbundenen Anwendungen wurden getrennt: Melden Sie sich dort neu an, um sie weiter zu nutzen.',
  'mail.text.confirm_new_email':
    'Bitte öffnen Sie den folgenden Link, um diese E-Mail-Adresse für Ihr Konto bei {service} zu verwenden. Bis dahin gilt die bisherige Adresse.',
  'mail.text.email_changed':
    'Die E-Mail-Adresse Ihres Kontos bei {service} wurde geändert. Nachrichten gehen ab jetzt nur noch an die neue Adresse.',
  'mail.text.second_factor_changed':
    'Eine Authenticator-App, ein Passkey oder die Wiederherstellungscodes, mit denen Sie sich bei {service} anmelden, wurden hinzugefügt, geändert oder entfernt.',
  'mail.text.totp_added':
    'Ihrem Konto bei {service} wurde eine Authenticator-App hinzugefügt. Ab jetzt brauchen Sie zur Anmeldung mit Passwort auch einen Code dieser App.',
  'mail.text.totp_removed':
    'Die Authenticator-App wurde aus Ihrem Konto bei {service} entfernt. Zur Anmeldung ist kein Code der App mehr nötig.',
  'mail.text.passkey_added':
    'Ihrem Konto bei {service} wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich damit anmelden.',
  'mail.text.passkey_removed':
    'Ein Passkey wurde aus Ihrem Konto bei {service} entfernt. Mit ihm kann sich niemand mehr anmelden.',
  'mail.text.recovery_codes_renewed':
    'Für Ihr Konto bei {service} wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.',
  'mail.text.sign_in_link':
    'Es gab viele Versuche, sich bei Ihrem Konto bei {service} anzumelden. Wenn Sie sich gerade anmelden, öffnen Sie den folgenden Link und geben Sie Ihr Passwort ein, oder geben Sie diesen Code auf der Seite ein, die danach fragt.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ohne den Link geschieht nichts.',
  'mail.unasked.unchanged':
    'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Konto ist unverändert.',
  'mail.unasked.takeover':
    'Falls Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wählen Sie sofort ein neues Passwort.',
  'mail.unasked.undo':
    'Falls Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Machen Sie die Änderung sofort in Ihren Sicherheitseinstellungen rückgängig und wählen Sie dort ein neues Passwort.',
  'mail.unasked.contact':
    'Falls Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wenden Sie sich sofort an {service}. Wenn Sie sich noch anmelden können, wählen Sie ein neues Passwort und berichtigen Sie die Adresse in Ihren Sicherheitseinstellungen.',
  'mail.unasked.sign_in':
    'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Mit Ihrem Passwort allein kann sich jetzt niemand anmelden. Geben Sie den Code an niemanden weiter.',
  'mail.button.confirm_email': 'Adresse bestätigen',
  'mail.button.sign_in': 'Anmelden',
  'mail.button.new_password': 'Neues Passwort wählen',
  'mail.button.security': 'Sicherheitseinstellungen öffnen',
  'mail.label.time': 'Zeitpunkt',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Unbekannter Browser',
  'mail.link_address':
    'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser.',

  // What every letter says
  'mail.link_life.1': 'Der Link gilt einmal und eine Stunde lang.',
  'mail.link_life.24': 'Der Link gilt einmal und 24 Stunden lang.',
  'mail.automatic':
    '{service} hat diese Nachricht automatisch verschickt. Bitte antworten Sie nicht darauf.',
}
