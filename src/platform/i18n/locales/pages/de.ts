import type { pages as en } from './en.ts'

/** What the pages say, in German. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Fehler: {title}',
  'page.link.skip': 'Zum Inhalt springen',
  'page.label.language': 'Sprache',
  'page.label.account': 'Konto',
  'page.text.check': 'Bitte prüfen Sie Ihre Eingaben.',

  // Signing in
  'page.title.sign_in': 'Anmelden',
  'page.text.sign_in_first': 'Bitte melden Sie sich zuerst an.',
  'page.text.password_set': 'Ihr neues Passwort ist gesetzt. Sie können sich jetzt damit anmelden.',
  'page.label.email': 'E-Mail-Adresse',
  'page.label.password': 'Passwort',
  'page.button.sign_in': 'Anmelden',
  'page.button.passkey': 'Mit einem Passkey anmelden',
  'page.link.forgotten': 'Passwort vergessen?',
  'page.link.sign_up': 'Konto anlegen',
  'page.link.sign_in': 'Stattdessen anmelden',
  'page.link.go_on': 'Ich habe meine Adresse bestätigt: weiter',
  'page.error.wrong': 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  'page.error.required': 'Bitte füllen Sie dieses Feld aus.',
  'page.error.email': 'Bitte geben Sie eine E-Mail-Adresse an, zum Beispiel ada@example.com.',
  'page.error.passkey':
    'Dieser Passkey hat nicht funktioniert. Bitte versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.',
  'page.error.too_many':
    'Es waren zu viele Versuche. Bitte versuchen Sie es in {minutes} Min. noch einmal.',

  // Many have guessed: an email confirms who it is
  'page.text.email_proof':
    'Es gab viele Versuche, sich bei diesem Konto anzumelden. Wenn es zu {email} ein Konto gibt, haben wir einen Code dorthin gesendet. Geben Sie den Code und Ihr Passwort ein oder öffnen Sie den Link in der E-Mail. Ein Code aus der letzten Stunde gilt ebenfalls.',
  'page.text.email_proof_linked': 'Geben Sie Ihr Passwort ein, um sich als {email} anzumelden.',
  'page.label.email_code': 'Code aus der E-Mail',
  'page.error.email_code':
    'Dieser Code stimmt nicht oder ist abgelaufen. Verwenden Sie den Code aus der neuesten E-Mail.',
  'page.error.wrong_password': 'Das Passwort stimmt nicht.',
  'page.text.second_factor_emailed':
    'Für dieses Konto wurden viele falsche Codes eingegeben. Wir haben Ihnen eine E-Mail mit einem Code gesendet. Geben Sie ihn hier ein und darunter die sechs Ziffern aus Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes.',

  // The second step
  'page.title.second_factor': 'Bestätigen Sie, dass Sie es sind',
  'page.text.second_factor':
    'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App anzeigt, oder einen Ihrer Wiederherstellungscodes.',
  'page.label.code': 'Code',
  'page.button.continue': 'Weiter',
  'page.button.use_passkey': 'Passkey verwenden',
  'page.link.start_again': 'Von vorn beginnen',
  'page.error.code': 'Dieser Code stimmt nicht oder wurde schon verwendet.',

  // Signing up
  'page.title.sign_up': 'Konto anlegen',
  'page.label.full_name': 'Vollständiger Name (freiwillig)',
  'page.text.password_rule':
    'Mindestens 8 Zeichen. Am besten sind einige Wörter, die Sie sich merken können.',
  'page.button.sign_up': 'Konto anlegen',
  'page.error.password_short': 'Bitte verwenden Sie mindestens 8 Zeichen.',
  'page.error.password_long': 'Bitte verwenden Sie höchstens 256 Zeichen.',
  'page.error.password_common':
    'Dieses Passwort ist leicht zu erraten: Viele verwenden es. Bitte wählen Sie ein anderes.',
  'page.error.password_same':
    'Bitte wählen Sie als Passwort etwas anderes als Ihre E-Mail-Adresse oder Ihren Namen.',
  'page.error.full_name':
    'Bitte geben Sie einen Namen mit höchstens 128 Zeichen in einer Zeile an.',
  'page.title.check_email': 'Prüfen Sie Ihre E-Mails',
  'page.text.check_email':
    'Wenn {email} stimmt, haben wir eine E-Mail dorthin gesendet. Öffnen Sie den Link darin, um fortzufahren.',
  'page.text.no_email': 'Nach einigen Minuten ist keine E-Mail da? Sehen Sie im Spam-Ordner nach.',
  'page.link.other_email': 'Andere E-Mail-Adresse verwenden',
  'page.title.confirm_email': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'page.text.confirm_email':
    'Noch ein Schritt: Geben Sie das Passwort ein, das Sie für {email} gewählt haben.',
  'page.button.confirm_email': 'Bestätigen',
  'page.link.sign_up_again': 'Dieses Passwort vergessen? Noch einmal registrieren',

  // A forgotten password
  'page.title.forgotten': 'Passwort vergessen',
  'page.text.forgotten':
    'Nennen Sie uns Ihre E-Mail-Adresse. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  'page.button.forgotten': 'Link senden',
  'page.title.new_password': 'Wählen Sie ein neues Passwort',
  'page.label.new_password': 'Neues Passwort',
  'page.button.new_password': 'Passwort setzen',
  'page.title.continue': 'Sie sind angemeldet',
  'page.text.continue':
    'Sie haben in einem anderen Browser oder vor längerer Zeit begonnen. Gehen Sie zu {application} zurück und beginnen Sie dort noch einmal. Sie müssen sich nicht erneut anmelden.',
  'page.link.to_application': 'Weiter zu {application}',
  'page.link.to_account': 'Zu Ihrem Konto',

  // An application asks
  'page.title.consent': 'Darf {application} Ihr Konto verwenden?',
  'page.label.consent': '{application} möchte:',
  'page.text.consent_account': 'Sie sind als {email} angemeldet.',
  'page.text.consent_host': 'In jedem Fall kehren Sie zu {host} zurück.',
  'page.text.consent_withdraw':
    'Sie können dies jederzeit unter den verbundenen Anwendungen zurücknehmen.',
  'page.button.allow': 'Erlauben',
  'page.button.deny': 'Nicht erlauben',
  'page.link.other_account': 'Anderes Konto verwenden',
  'page.scope.openid': 'Wissen, dass Sie es sind',
  'page.scope.profile': 'Ihren Namen und Ihre Sprache sehen',
  'page.scope.email': 'Ihre E-Mail-Adresse sehen',
  'page.scope.phone': 'Ihre Telefonnummer sehen',
  'page.scope.address': 'Ihre Standardadresse sehen',
  'page.scope.offline_access': 'Dies auch tun, während Sie nicht da sind',
  'page.scope.read:events': 'Veranstaltungen und Angebote sehen',
  'page.scope.read:user': 'Ihr Profil, Ihre Adressen und Ihre Zahlungsmethoden sehen',
  'page.scope.write:user': 'Ihr Profil, Ihre Adressen und Ihre Zahlungsmethoden ändern',
  'page.scope.read:webhooks': 'Sehen, wohin Neuigkeiten Ihres Kontos gesendet werden',
  'page.scope.write:webhooks': 'Ändern, wohin Neuigkeiten Ihres Kontos gesendet werden',
  'page.scope.read:payment': 'Ihre Zahlungen sehen',
  'page.scope.read:sales': 'Ihre Verkäufe sehen',
  'page.scope.write:sales': 'Ihre Verkäufe ändern',
  'page.scope.read:sellerlistings': 'Sehen, was Sie zum Verkauf anbieten',
  'page.scope.write:sellerlistings': 'Ändern, was Sie zum Verkauf anbieten',
  'page.scope.write:purchases': 'Für Sie Tickets kaufen',
  'page.scope.write:requestedevents': 'In Ihrem Namen um neue Veranstaltungen bitten',

  // Signing out
  'page.title.sign_out': 'Abmelden?',
  'page.text.sign_out': 'Sie werden in diesem Browser abgemeldet.',
  'page.button.sign_out': 'Abmelden',
  'page.link.stay': 'Angemeldet bleiben',
  'page.title.signed_out': 'Sie sind abgemeldet',
  'page.text.signed_out': 'Bis bald.',

  // The account: sessions
  'page.title.sessions': 'Wo Sie angemeldet sind',
  'page.link.sessions': 'Sitzungen',
  'page.text.sessions':
    'Beenden Sie jede Sitzung, die Sie nicht kennen, und ändern Sie Ihr Passwort, wenn Sie eine solche finden.',
  'page.name.this_session': 'Dieser Browser',
  'page.name.unknown_device': 'Unbekanntes Gerät',
  'page.label.signed_in': 'Angemeldet',
  'page.label.last_used': 'Zuletzt verwendet',
  'page.button.end_session': 'Beenden',
  'page.label.end_session': 'Sitzung beenden: {device}',
  'page.button.end_others': 'Alle anderen Sitzungen beenden',
  'page.text.session_ended': 'Die Sitzung ist beendet.',
  'page.text.others_ended': 'Alle anderen Sitzungen sind beendet.',

  // The account: connected applications
  'page.title.applications': 'Verbundene Anwendungen',
  'page.link.applications': 'Anwendungen',
  'page.text.applications': 'Diese Anwendungen dürfen Ihr Konto verwenden.',
  'page.text.no_applications': 'Keine Anwendung darf Ihr Konto verwenden.',
  'page.label.since': 'Verbunden seit',
  'page.label.may': 'Sie darf',
  'page.button.disconnect': 'Trennen',
  'page.label.disconnect': '{application} trennen',
  'page.text.disconnected': 'Die Anwendung kann Ihr Konto nicht mehr verwenden.',

  // The account: security
  'page.title.security': 'Wie Sie sich anmelden',
  'page.link.security': 'Sicherheit',
  'page.text.confirm_identity':
    'Bitte bestätigen Sie noch einmal, dass Sie es sind, bevor Sie dies ändern.',
  'page.link.cancel': 'Abbrechen',
  'page.text.totp_remove':
    'Danach genügt Ihr Passwort, um sich anzumelden, es sei denn, Sie haben einen Passkey.',
  'page.text.recovery_renew': 'Sie erhalten zehn neue Codes. Die alten gelten dann nicht mehr.',
  'page.text.passkey_remove': 'Danach kann sich niemand mehr damit anmelden.',
  'page.name.password': 'Passwort',
  'page.label.current_password': 'Aktuelles Passwort',
  'page.button.change_password': 'Passwort ändern',
  'page.text.password_changed':
    'Ihr Passwort ist geändert. Alle anderen Sitzungen und alle verbundenen Anwendungen sind beendet.',
  'page.error.current_password': 'Das ist nicht Ihr aktuelles Passwort.',
  'page.name.totp': 'Authenticator-App',
  'page.text.totp_off':
    'Eine App auf Ihrem Telefon zeigt einen Code, den Sie nach dem Passwort eingeben: Wer nur das Passwort hat, kann sich nicht anmelden.',
  'page.text.totp_on': 'Nach dem Passwort werden Sie nach einem Code Ihrer App gefragt.',
  'page.text.recovery_left': 'Übrige Wiederherstellungscodes: {count}.',
  'page.button.totp_add': 'App einrichten',
  'page.button.totp_remove': 'App entfernen',
  'page.title.totp': 'Authenticator-App einrichten',
  'page.text.totp_scan':
    'Erfassen Sie dieses Bild mit Ihrer App oder geben Sie den Schlüssel dort ein.',
  'page.label.qr': 'Bild des Schlüssels für Ihre Authenticator-App',
  'page.label.secret': 'Schlüssel',
  'page.text.totp_confirm': 'Geben Sie danach die sechs Ziffern ein, die die App anzeigt.',
  'page.button.totp_confirm': 'Bestätigen',
  'page.title.recovery_codes': 'Ihre Wiederherstellungscodes',
  'page.text.recovery_codes':
    'Bewahren Sie diese Codes an einem sicheren Ort auf. Mit jedem können Sie sich einmal ohne Ihre App anmelden. Sie werden nicht noch einmal angezeigt.',
  'page.link.recovery_kept': 'Ich habe sie gesichert',
  'page.text.totp_removed': 'Die App ist entfernt.',
  'page.name.passkeys': 'Passkeys',
  'page.text.passkeys':
    'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder der Sperre Ihres Geräts an.',
  'page.text.passkeys_script': 'Um einen Passkey hinzuzufügen, braucht Ihr Browser JavaScript.',
  'page.label.passkey_name': 'Name des Passkeys',
  'page.button.passkey_add': 'Passkey hinzufügen',
  'page.button.passkey_rename': 'Umbenennen',
  'page.button.passkey_remove': 'Entfernen',
  'page.label.passkey_rename': 'Passkey umbenennen: {name}',
  'page.label.passkey_remove': 'Passkey entfernen: {name}',
  'page.label.added': 'Hinzugefügt',
  'page.text.passkey_added': 'Der Passkey ist hinzugefügt.',
  'page.text.passkey_renamed': 'Der Passkey ist umbenannt.',
  'page.text.passkey_removed': 'Der Passkey ist entfernt.',
  'page.error.passkey_add':
    'Der Passkey konnte nicht hinzugefügt werden. Bitte versuchen Sie es noch einmal.',
  'page.error.passkey_name':
    'Bitte geben Sie einen Namen mit höchstens 64 Zeichen in einer Zeile an.',
  'page.name.email': 'E-Mail-Adresse',
  'page.text.email': 'Ihre E-Mail-Adresse ist {email}.',
  'page.label.new_email': 'Neue E-Mail-Adresse',
  'page.button.change_email': 'Adresse ändern',
  'page.text.new_email':
    'Bestätigen Sie, dass {email} die neue E-Mail-Adresse Ihres Kontos sein soll.',
  'page.text.email_changed': 'Ihre E-Mail-Adresse ist geändert.',
  'page.button.recovery_renew': 'Neue Wiederherstellungscodes erstellen',

  'page.title.demo': 'Zurück bei der Demo-Anwendung',
  'page.title.demo_state': 'Diese Antwort gehört zu einer anderen Anfrage',
  'page.label.demo_exchange':
    'Tauschen Sie den Code innerhalb einer Minute in einer Shell auf diesem Rechner gegen Tokens ein:',
  'page.label.demo_use': 'Verwenden Sie dann das Zugriffstoken:',
  'page.text.demo_no_code': 'Es gibt keinen Code zum Eintauschen.',
  'page.text.demo_state':
    'Dieser Browser hat keine Anfrage mit diesem „state“ begonnen. Die Antwort kann also für jemand anderen bestimmt sein. Eine Anwendung muss hier abbrechen und darf den Code nicht eintauschen.',

  // What goes wrong
  'page.title.step_expired': 'Dieser Schritt ist vorbei',
  'page.text.step_expired':
    'Er hat zu lange gedauert oder wurde in einem anderen Tab beendet. Bitte gehen Sie zur Anwendung zurück und beginnen Sie von vorn.',
  'page.title.sign_in_expired': 'Bitte melden Sie sich noch einmal an',
  'page.text.sign_in_expired':
    'Es hat zu lange gedauert oder wurde in einem anderen Tab beendet. Es ist nichts verloren: Beginnen Sie von vorn.',
  'page.title.link_expired': 'Dieser Link gilt nicht mehr',
  'page.text.link_expired':
    'Er wurde schon verwendet oder ist abgelaufen. Falls Sie ihn noch brauchen, fordern Sie einen neuen an.',
  'page.text.link_used': 'Er wurde schon verwendet. Jeder Link gilt nur einmal.',
  'page.text.link_used_sign_up':
    'Er wurde schon verwendet, Ihre Adresse ist also bestätigt. Sie können sich anmelden.',
  'page.text.link_used_new_email':
    'Er wurde schon verwendet. Ihre neue E-Mail-Adresse ist bestätigt.',
  'page.text.link_too_old': 'Er ist abgelaufen.',
  'page.text.link_replaced':
    'Ein neuerer Link hat ihn ersetzt, oder das Konto wurde seitdem geändert. Verwenden Sie den Link in der neuesten E-Mail.',
  'page.text.another_link': 'Wir können noch eine E-Mail an {email} senden.',
  'page.button.another_link': 'Neuen Link senden',
  'page.link.to_security': 'Zu Ihren Sicherheitseinstellungen',
  'page.title.application_request': 'Die Anwendung hat eine ungültige Anfrage gesendet',
  'page.text.application_request':
    'Hier geht es nicht weiter, und das liegt nicht an Ihnen. Bitte informieren Sie die Betreiber der Anwendung.',
  'page.title.foreign_form': 'Dieses Formular kann nicht verwendet werden',
  'page.text.foreign_form':
    'Es kam von einer anderen Website, oder Ihr Browser hat unser Cookie gelöscht. Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und wiederholen Sie Ihre Eingabe; Cookies müssen erlaubt sein.',
  'page.title.bad_form': 'Dieses Formular kann nicht gelesen werden',
  'page.text.bad_form':
    'Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und wiederholen Sie Ihre Eingabe.',
  'page.title.card_number': 'Bitte geben Sie hier keine Kartennummer ein',
  'page.text.card_number':
    'Eines der Felder enthält etwas, das wie die Nummer einer Zahlungskarte aussieht. Es wurde nichts gespeichert. Gehen Sie zurück und ändern Sie es.',
  'page.title.not_found': 'Seite nicht gefunden',
  'page.text.not_found':
    'Vielleicht ist die Adresse falsch geschrieben, oder es gibt die Seite nicht mehr.',
  'page.title.too_many': 'Zu viele Versuche',
  'page.text.too_many': 'Bitte versuchen Sie es in {minutes} Min. noch einmal.',
  'page.title.unavailable': 'Wir können gerade nicht antworten',
  'page.text.unavailable': 'Bitte versuchen Sie es gleich noch einmal.',
  'page.title.internal': 'Etwas ist schiefgegangen',
  'page.text.internal':
    'Das liegt an uns, nicht an Ihnen. Bitte versuchen Sie es später noch einmal; wenn es dabei bleibt, nennen Sie uns diese Nummer: {reference}.',
}
