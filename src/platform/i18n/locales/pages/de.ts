import type { pages as en } from './en.ts'

/** The texts of the pages, in German. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Fehler: {title}',
  'page.link.skip': 'Zum Inhalt springen',
  'page.label.language': 'Sprache',
  'page.label.account': 'Konto',
  'page.text.check': 'Bitte prüfen Sie Ihre Eingaben.',
  'page.link.terms': 'Nutzungsbedingungen',
  'page.link.privacy_policy': 'Datenschutzerklärung',
  'page.label.links_of': 'Mehr zu {application}',
  'page.button.reveal': 'Passwort anzeigen',
  'page.label.language_is': 'Sprache: {name}',
  'page.link.support': 'Hilfe',

  // Signing in
  'page.title.sign_in': 'Anmelden',
  'page.text.sign_in_first': 'Bitte melden Sie sich zuerst an.',
  'page.text.password_set':
    'Ihr neues Passwort ist gespeichert. Sie können sich jetzt damit anmelden.',
  'page.label.email': 'E-Mail-Adresse',
  'page.label.password': 'Passwort',
  'page.button.sign_in': 'Anmelden',
  'page.button.passkey': 'Mit einem Passkey anmelden',
  'page.link.forgotten': 'Passwort vergessen?',
  'page.link.sign_up': 'Konto erstellen',
  'page.link.sign_in': 'Zur Anmeldung',
  'page.link.go_on': 'Ich habe meine E-Mail-Adresse bestätigt',
  'page.error.wrong': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'page.error.required': 'Bitte füllen Sie dieses Feld aus.',
  'page.error.email': 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
  'page.error.passkey':
    'Dieser Passkey hat nicht funktioniert. Bitte versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.',
  'page.error.too_many': 'Zu viele Versuche. Bitte versuchen Sie es in {minutes} Min. noch einmal.',
  'page.title.sign_in_to': 'Melden Sie sich an, um mit {application} fortzufahren',
  'page.link.email_code': 'Code per E-Mail erhalten',
  'page.title.email_code': 'Mit einem Code anmelden',
  'page.text.email_code':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Code und einen Link. Sie brauchen Ihr Passwort nicht.',
  'page.button.email_code': 'Code senden',
  'page.text.email_code_sent':
    'Wenn es zu {email} ein Konto gibt, haben wir eine E-Mail an diese Adresse gesendet. Geben Sie den Code aus der E-Mail innerhalb von 15 Minuten hier ein oder öffnen Sie den Link in der E-Mail.',
  'page.text.email_code_recent':
    'Wenn es zu {email} ein Konto gibt, haben wir in der letzten Stunde schon mehrere E-Mails an diese Adresse gesendet. Öffnen Sie den Link in der neuesten. Er funktioniert in jedem Browser.',
  'page.text.email_link': 'Möchten Sie sich als {email} anmelden?',
  'page.link.email_code_again': 'Neuen Code senden',
  'page.link.use_password': 'Mit Passwort anmelden',
  'page.label.or': 'oder',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'Es gab viele Versuche, sich bei diesem Konto anzumelden. Wenn es zu {email} ein Konto gibt, haben wir eine E-Mail mit einem Code an diese Adresse gesendet. Geben Sie den Code und Ihr Passwort ein oder öffnen Sie den Link in der E-Mail. Sie können auch einen Code verwenden, den wir in der letzten Stunde gesendet haben.',
  'page.text.email_proof_linked': 'Geben Sie Ihr Passwort ein, um sich als {email} anzumelden.',
  'page.label.email_code': 'Code aus der E-Mail',
  'page.error.email_code':
    'Dieser Code ist falsch oder abgelaufen. Verwenden Sie den Code aus der neuesten E-Mail.',
  'page.error.wrong_password': 'Das Passwort ist falsch.',
  'page.text.second_factor_emailed':
    'Für dieses Konto wurden viele falsche Codes eingegeben. Deshalb haben wir Ihnen eine E-Mail mit einem Code gesendet. Geben Sie zuerst den Code aus der E-Mail ein.',

  // The second step
  'page.title.second_factor': 'Bestätigen Sie Ihre Identität',
  'page.text.second_factor':
    'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  'page.text.second_factor_app':
    'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App ein.',
  'page.text.second_factor_codes':
    'Verwenden Sie Ihren Passkey oder geben Sie einen Ihrer Wiederherstellungscodes ein.',
  'page.text.second_factor_passkey': 'Verwenden Sie Ihren Passkey, um fortzufahren.',
  'page.text.passkey_script':
    'Verwenden Sie einen Browser, der Passkeys unterstützt und in dem JavaScript eingeschaltet ist.',
  'page.label.code': 'Code',
  'page.button.continue': 'Weiter',
  'page.button.use_passkey': 'Passkey verwenden',
  'page.link.start_again': 'Neu beginnen',
  'page.error.code': 'Dieser Code ist falsch oder wurde schon verwendet.',
  'page.button.provider': 'Mit {provider} fortfahren',
  'page.title.provider': 'Mit {provider} anmelden',
  'page.text.provider_new':
    '{provider} hat bestätigt, dass {email} Ihre E-Mail-Adresse ist. Es gibt noch kein Konto mit dieser Adresse.',
  'page.text.provider_other_account':
    'Haben Sie schon ein Konto mit einer anderen E-Mail-Adresse? Dann melden Sie sich dort an. {provider} kann nur zu einem Konto mit derselben E-Mail-Adresse hinzugefügt werden.',
  'page.text.provider_known':
    'Es gibt schon ein Konto für {email}. Melden Sie sich einmal dort an, um {provider} hinzuzufügen. Danach können Sie sich mit {provider} anmelden.',
  'page.text.provider_connect':
    'Sie können sich dann mit Ihrem {provider}-Konto {email} bei diesem Konto anmelden.',
  'page.button.provider_add': '{provider} hinzufügen',
  'page.text.provider_mismatch':
    'Sie sind als {own} angemeldet, aber Ihr {provider}-Konto hat die E-Mail-Adresse {email}. {provider} kann nur zu einem Konto mit derselben Adresse hinzugefügt werden. Ändern Sie zuerst die E-Mail-Adresse in Ihren Sicherheitseinstellungen oder melden Sie sich ab.',

  // Signing up
  'page.title.sign_up': 'Konto erstellen',
  'page.label.full_name': 'Vollständiger Name (optional)',
  'page.text.password_rule':
    'Mindestens 8 Zeichen. Wir empfehlen einige Wörter, die Sie sich merken können.',
  'page.button.sign_up': 'Konto erstellen',
  'page.error.password_short': 'Bitte verwenden Sie mindestens 8 Zeichen.',
  'page.error.password_long': 'Bitte verwenden Sie höchstens 256 Zeichen.',
  'page.error.password_common':
    'Viele Menschen verwenden dieses Passwort, daher ist es leicht zu erraten. Bitte wählen Sie ein anderes.',
  'page.error.password_same':
    'Bitte wählen Sie ein Passwort, das nicht Ihre E-Mail-Adresse oder Ihr Name ist.',
  'page.error.full_name':
    'Bitte geben Sie einen Namen mit höchstens 128 Zeichen und ohne Zeilenumbrüche ein.',
  'page.title.check_email': 'Prüfen Sie Ihre E-Mails',
  'page.text.check_email':
    'Wenn {email} stimmt, erhalten Sie eine E-Mail von uns. Öffnen Sie den Link in der E-Mail, um fortzufahren.',
  'page.text.no_email':
    'Haben Sie nach einigen Minuten keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach.',
  'page.link.other_email': 'Andere E-Mail-Adresse verwenden',
  'page.title.confirm_email': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'page.text.confirm_email':
    'Letzter Schritt: Geben Sie das Passwort ein, das Sie für {email} gewählt haben.',
  'page.button.confirm_email': 'Bestätigen',
  'page.link.sign_up_again': 'Passwort vergessen? Konto noch einmal erstellen',

  // A forgotten password
  'page.title.forgotten': 'Passwort vergessen?',
  'page.text.forgotten':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen können.',
  'page.button.forgotten': 'Link senden',
  'page.title.new_password': 'Wählen Sie ein neues Passwort',
  'page.label.new_password': 'Neues Passwort',
  'page.button.new_password': 'Passwort speichern',
  'page.title.continue': 'Sie sind angemeldet',
  'page.text.continue':
    'Sie haben in einem anderen Browser oder vor längerer Zeit begonnen. Gehen Sie zurück zu {application} und beginnen Sie dort neu. Sie müssen sich nicht noch einmal anmelden.',
  'page.link.to_application': 'Zu {application}',
  'page.link.to_account': 'Zu Ihrem Konto',

  // Consent to an application
  'page.title.consent': 'Darf {application} Ihr Konto verwenden?',
  'page.label.consent': '{application} möchte Folgendes:',
  'page.text.consent_account': 'Sie sind als {email} angemeldet.',
  'page.text.consent_host': 'In beiden Fällen kehren Sie zu {host} zurück.',
  'page.text.consent_withdraw':
    'Sie können diesen Zugriff jederzeit unter „Verbundene Anwendungen“ entziehen.',
  'page.button.allow': 'Zulassen',
  'page.button.deny': 'Nicht zulassen',
  'page.link.other_account': 'Anderes Konto verwenden',
  'page.scope.openid': 'Ihr Konto erkennen',
  'page.scope.profile': 'Ihren Namen und Ihre Sprache sehen',
  'page.scope.email': 'Ihre E-Mail-Adresse sehen',
  'page.scope.phone': 'Ihre Telefonnummer sehen',
  'page.scope.address': 'Ihre Standardadresse sehen',
  'page.scope.offline_access':
    'Diesen Zugriff behalten, auch wenn Sie die Anwendung nicht verwenden',
  'page.scope.read:events': 'Veranstaltungen und Angebote sehen',
  'page.scope.read:user': 'Ihr Profil, Ihre Adressen und Ihre Zahlungsmethoden sehen',
  'page.scope.write:user': 'Ihr Profil, Ihre Adressen und Ihre Zahlungsmethoden ändern',
  'page.scope.read:webhooks':
    'Sehen, wohin Benachrichtigungen zu Ihrem Konto gesendet werden und was sie gemeldet haben',
  'page.scope.write:webhooks':
    'Änderungen an Ihrem Profil, Ihren Adressen und Zahlungsmethoden melden lassen, auch in Ihrer Abwesenheit (was sich geändert hat, aber nicht der Inhalt)',
  'page.scope.read:payment': 'Ihre Zahlungen sehen',
  'page.scope.read:sales': 'Ihre Verkäufe sehen',
  'page.scope.write:sales': 'Ihre Verkäufe ändern',
  'page.scope.read:sellerlistings': 'Ihre Angebote sehen',
  'page.scope.write:sellerlistings': 'Ihre Angebote ändern',
  'page.scope.write:purchases': 'In Ihrem Namen Tickets kaufen',
  'page.scope.write:requestedevents': 'In Ihrem Namen neue Veranstaltungen anfragen',

  // Signing out
  'page.title.form_post': 'Weiter zu {host}',
  'page.title.sign_out': 'Abmelden?',
  'page.text.sign_out': 'Sie werden in diesem Browser abgemeldet.',
  'page.button.sign_out': 'Abmelden',
  'page.link.stay': 'Angemeldet bleiben',
  'page.title.signed_out': 'Sie sind abgemeldet',
  'page.text.signed_out': 'Um Ihr Konto wieder zu verwenden, melden Sie sich an.',

  // The account: sessions
  'page.title.sessions': 'Wo Sie angemeldet sind',
  'page.link.sessions': 'Sitzungen',
  'page.text.sessions':
    'Wenn Sie eine Sitzung nicht kennen, beenden Sie sie und ändern Sie Ihr Passwort.',
  'page.name.this_session': 'Dieser Browser',
  'page.name.unknown_device': 'Unbekanntes Gerät',
  'page.label.signed_in': 'Angemeldet',
  'page.label.last_used': 'Zuletzt verwendet',
  'page.button.end_session': 'Beenden',
  'page.label.end_session': 'Sitzung beenden: {device}',
  'page.button.end_others': 'Alle anderen Sitzungen beenden',
  'page.text.session_ended': 'Die Sitzung wurde beendet.',
  'page.text.others_ended': 'Alle anderen Sitzungen wurden beendet.',

  // The account: connected applications
  'page.title.applications': 'Verbundene Anwendungen',
  'page.link.applications': 'Anwendungen',
  'page.text.applications': 'Diese Anwendungen können Ihr Konto verwenden.',
  'page.text.no_applications':
    'Keine Anwendung kann Ihr Konto verwenden. Wenn Sie sich mit diesem Konto bei einer anmelden, steht sie hier, und Sie können sie trennen.',
  'page.label.since': 'Verbunden seit',
  'page.label.may': 'Berechtigungen',
  'page.button.disconnect': 'Trennen',
  'page.label.disconnect': '{application} trennen',
  'page.text.disconnected': 'Die Anwendung kann Ihr Konto nicht mehr verwenden.',
  'page.title.disconnect': '{application} trennen?',
  'page.text.disconnect':
    'Die Anwendung verliert sofort den Zugriff auf Ihr Konto und erfährt keine Änderungen mehr. Um sie wieder zuzulassen, melden Sie sich dort an und stimmen Sie zu.',

  // The account: security
  'page.title.security': 'Sicherheitseinstellungen',
  'page.link.security': 'Sicherheit',
  'page.text.confirm_identity':
    'Bitte bestätigen Sie Ihre Identität, bevor Sie diese Änderung vornehmen.',
  'page.link.cancel': 'Abbrechen',
  'page.text.totp_remove':
    'Wenn Sie keinen Passkey haben, genügt danach Ihr Passwort allein, um sich anzumelden.',
  'page.text.recovery_renew':
    'Sie erhalten zehn neue Wiederherstellungscodes. Ihre alten Codes gelten dann nicht mehr.',
  'page.text.passkey_remove': 'Danach kann sich niemand mehr mit diesem Passkey anmelden.',
  'page.name.password': 'Passwort',
  'page.label.current_password': 'Aktuelles Passwort',
  'page.button.change_password': 'Passwort ändern',
  'page.text.password_changed':
    'Ihr Passwort wurde geändert. Alle anderen Sitzungen wurden beendet. Anwendungen können Ihr Konto erst wieder verwenden, wenn Sie sich dort neu anmelden. Alle Anwendungen bleiben verbunden und erfahren weiterhin von Änderungen. Trennen Sie diejenigen, die Sie nicht kennen.',
  'page.error.current_password': 'Das ist nicht Ihr aktuelles Passwort.',
  'page.name.totp': 'Authenticator-App',
  'page.text.totp_off':
    'Eine App auf Ihrem Telefon zeigt einen Code an. Diesen Code geben Sie nach Ihrem Passwort ein. Wer nur Ihr Passwort kennt, kann sich dann nicht anmelden.',
  'page.text.totp_on':
    'Beim Anmelden fragen wir nach Ihrem Passwort auch nach einem Code aus Ihrer Authenticator-App.',
  'page.text.recovery_left': 'Verbleibende Wiederherstellungscodes: {count}.',
  'page.button.totp_add': 'Authenticator-App einrichten',
  'page.button.totp_remove': 'Authenticator-App entfernen',
  'page.title.totp': 'Authenticator-App einrichten',
  'page.text.totp_scan':
    'Scannen Sie diesen QR-Code mit Ihrer Authenticator-App oder geben Sie den Schlüssel in der App ein.',
  'page.label.qr': 'QR-Code mit dem Schlüssel für Ihre Authenticator-App',
  'page.label.secret': 'Schlüssel',
  'page.text.totp_confirm': 'Geben Sie dann den sechsstelligen Code ein, den die App anzeigt.',
  'page.button.totp_confirm': 'Bestätigen',
  'page.title.recovery_codes': 'Ihre Wiederherstellungscodes',
  'page.text.recovery_codes':
    'Bewahren Sie diese Codes an einem sicheren Ort auf. Mit jedem Code können Sie sich einmal ohne Ihre Authenticator-App oder Ihren Passkey anmelden. Die Codes werden nicht noch einmal angezeigt.',
  'page.link.recovery_kept': 'Ich habe meine Wiederherstellungscodes gespeichert',
  'page.text.totp_confirmed':
    'Die Authenticator-App ist eingerichtet. Wenn Sie Ihre Wiederherstellungscodes nicht gespeichert haben, erstellen Sie neue.',
  'page.text.totp_removed': 'Die Authenticator-App wurde entfernt.',
  'page.name.passkeys': 'Passkeys',
  'page.text.passkeys':
    'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesichtserkennung oder der Displaysperre Ihres Geräts an.',
  'page.text.passkeys_script':
    'Um einen Passkey hinzuzufügen, verwenden Sie einen Browser, der Passkeys unterstützt und in dem JavaScript aktiviert ist.',
  'page.text.passkeys_full':
    'Sie haben {max} Passkeys. Das ist die Höchstzahl. Entfernen Sie einen, bevor Sie einen weiteren hinzufügen.',
  'page.label.passkey_name': 'Name des Passkeys',
  'page.button.passkey_add': 'Passkey hinzufügen',
  'page.button.passkey_rename': 'Umbenennen',
  'page.button.passkey_remove': 'Entfernen',
  'page.label.passkey_rename': 'Passkey umbenennen: {name}',
  'page.label.passkey_remove': 'Passkey entfernen: {name}',
  'page.label.added': 'Hinzugefügt',
  'page.text.passkey_added': 'Der Passkey wurde hinzugefügt.',
  'page.text.passkey_renamed': 'Der Passkey wurde umbenannt.',
  'page.text.passkey_removed': 'Der Passkey wurde entfernt.',
  'page.error.passkey_add':
    'Der Passkey konnte nicht hinzugefügt werden. Bitte versuchen Sie es noch einmal.',
  'page.error.passkey_name':
    'Bitte geben Sie einen Namen mit höchstens 64 Zeichen und ohne Zeilenumbrüche ein.',
  'page.error.totp_present':
    'Sie haben bereits eine Authenticator-App. Entfernen Sie diese zuerst, wenn Sie eine andere einrichten möchten.',
  'page.error.no_second_factor':
    'Nur Konten mit einer Authenticator-App oder einem Passkey haben Wiederherstellungscodes. Fügen Sie zuerst eines davon hinzu.',
  'page.name.email': 'E-Mail-Adresse',
  'page.text.email': 'Ihre E-Mail-Adresse ist {email}.',
  'page.label.new_email': 'Neue E-Mail-Adresse',
  'page.button.change_email': 'E-Mail-Adresse ändern',
  'page.text.new_email': 'Möchten Sie {email} als neue E-Mail-Adresse Ihres Kontos verwenden?',
  'page.text.new_email_other_user':
    'Dieser Link ändert die E-Mail-Adresse eines anderen Kontos in {email}. Melden Sie sich ab und öffnen Sie den Link noch einmal, um sich mit jenem Konto anzumelden.',
  'page.name.erasure': 'Löschung Ihres Kontos',
  'page.text.erasure_planned':
    'Ihr Konto und alle seine Daten werden gelöscht. Zeitpunkt: {date}. Bis dahin können Anwendungen Ihr Konto nicht verwenden.',
  'page.button.keep_account': 'Konto behalten',
  'page.text.erasure_cancelled': 'Ihr Konto bleibt erhalten.',
  'page.text.email_changed': 'Ihre E-Mail-Adresse wurde geändert.',
  'page.button.recovery_renew': 'Neue Wiederherstellungscodes erstellen',
  'page.name.identities': 'Konten anderswo',
  'page.text.identities': 'Sie können sich hier auch mit diesen Konten anmelden.',
  'page.text.no_identities':
    'Wenn Sie ein Konto anderswo mit derselben E-Mail-Adresse hinzufügen, können Sie sich hier damit anmelden.',
  'page.label.identity_remove': '{provider} entfernen',
  'page.text.identity_remove': 'Sie können sich dann nicht mehr mit {provider} anmelden.',
  'page.text.provider_added': 'Sie können sich jetzt mit dem anderen Konto anmelden.',
  'page.text.provider_removed': 'Das andere Konto wurde entfernt.',
  'page.text.provider_add':
    'Sie gelangen zu {provider}. Danach bitten wir Sie um Ihre Bestätigung.',
  'page.text.no_password':
    'Ihr Konto hat kein Passwort. Wir können Ihnen per E-Mail einen Link senden, um eines zu wählen.',
  'page.button.choose_password': 'Passwort wählen',
  'page.title.payout_confirm': 'Auszahlungsweg bestätigen',
  'page.text.payout_confirm':
    'Möchten Sie für ein Konto bei {service} über {method} ausgezahlt werden? Bestätigen Sie das nur, wenn Sie es selbst hinzugefügt haben.',
  'page.button.payout_confirm': 'Bestätigen',
  'page.title.payout_confirmed': 'Bestätigt',
  'page.text.payout_confirmed':
    'Über {method} kann jetzt ausgezahlt werden. Wenn es der Standard für Auszahlungen ist, beginnen sie dort in 48 Stunden.',
  'page.title.payout_undo': 'Änderung rückgängig machen',
  'page.text.payout_undo':
    'Möchten Sie wieder über {method} ausgezahlt werden, wie vor der Änderung?',
  'page.text.payout_undo_held':
    'Möchten Sie wieder über {method} ausgezahlt werden, wie vor der Änderung? Diese Zahlungsmethode hat vielleicht jemand anderes bestätigt. Auszahlungen dorthin beginnen deshalb erst am {date}.',
  'page.text.payout_undo_none':
    'Möchten Sie doch nicht über die neue Zahlungsmethode ausgezahlt werden? Dann wird Ihnen über keine Methode ausgezahlt, bis Sie eine wählen.',
  'page.button.payout_undo': 'Änderung rückgängig machen',
  'page.title.payout_undone': 'Die Änderung wurde rückgängig gemacht',
  'page.text.payout_undone':
    'Ihre Zahlungsmethoden zeigen, wohin Ihr Geld jetzt geht. Wenn Sie das nicht geändert haben, hat möglicherweise jemand anderes Zugriff auf Ihr Konto: Wählen Sie jetzt ein neues Passwort.',
  'page.text.payout_sign_in':
    'Melden Sie sich bei {service} an, um zu bestätigen, dass Sie über {method} ausgezahlt werden möchten. Tun Sie das nur, wenn Sie es selbst hinzugefügt haben.',
  'page.text.payout_other_user':
    'Diese Zahlungsmethode gehört zu einem anderen Konto bei {service}. Melden Sie sich ab und öffnen Sie den Link noch einmal, um sich mit jenem Konto anzumelden.',
  'page.text.password_unique': 'Verwenden Sie ein Passwort, das Sie sonst nirgends verwenden.',
  'page.text.activity_about': 'Anmeldungen und Änderungen Ihres Kontos.',
  'page.button.paypal_confirm': 'Mit PayPal bestätigen',
  'page.text.paypal_confirm':
    'Sie gehen zu PayPal und melden sich dort an. PayPal nennt uns dann die bestätigte E-Mail-Adresse Ihres PayPal-Kontos. Sie muss {email} sein.',
  'page.title.paypal_other': 'Das ist ein anderes PayPal-Konto',
  'page.text.paypal_other':
    'Das PayPal-Konto, bei dem Sie sich angemeldet haben, hat {email} nicht als bestätigte E-Mail-Adresse. Melden Sie sich bei dem Konto mit dieser Adresse an, oder öffnen Sie den Link, den wir dorthin gesendet haben.',

  'page.title.demo': 'Zurück in der Demo-Anwendung',
  'page.title.demo_state': 'Diese Antwort gehört zu einer anderen Anfrage',
  'page.label.demo_exchange':
    'Tauschen Sie den Code innerhalb einer Minute in einem Terminal auf diesem Computer gegen Tokens ein:',
  'page.label.demo_use': 'Verwenden Sie dann das Zugriffstoken:',
  'page.text.demo_no_code': 'Es gibt keinen Code zum Eintauschen.',
  'page.text.demo_state':
    'Dieser Browser hat keine Anfrage mit diesem „state“ gestartet. Die Antwort ist vielleicht für jemand anderen bestimmt. Eine Anwendung muss hier abbrechen und darf den Code nicht eintauschen.',

  // What goes wrong
  'page.title.step_expired': 'Diese Seite ist abgelaufen',
  'page.text.step_expired':
    'Sie haben zu lange gewartet oder in einem anderen Tab weitergemacht. Bitte gehen Sie zurück zur Anwendung und beginnen Sie neu.',
  'page.title.sign_in_expired': 'Bitte melden Sie sich noch einmal an',
  'page.text.sign_in_expired':
    'Sie haben zu lange gewartet oder in einem anderen Tab weitergemacht. Es sind keine Daten verloren gegangen. Bitte beginnen Sie neu.',
  'page.title.link_expired': 'Dieser Link funktioniert nicht mehr',
  'page.text.link_expired':
    'Dieser Link wurde schon verwendet oder ist abgelaufen. Wenn Sie noch einen Link brauchen, fordern Sie einen neuen an.',
  'page.text.link_used': 'Dieser Link wurde schon verwendet. Jeder Link funktioniert nur einmal.',
  'page.text.link_used_sign_up':
    'Dieser Link wurde schon verwendet, und Ihre E-Mail-Adresse ist bestätigt. Sie können sich jetzt anmelden.',
  'page.text.link_used_new_email':
    'Dieser Link wurde schon verwendet, und Ihre neue E-Mail-Adresse ist bestätigt.',
  'page.text.link_too_old': 'Dieser Link ist abgelaufen.',
  'page.text.link_replaced':
    'Es gibt einen neueren Link, oder Ihr Konto wurde geändert, seit wir diesen Link gesendet haben. Verwenden Sie den Link in der neuesten E-Mail.',
  'page.title.sign_in_undo': 'Änderung zurücknehmen',
  'page.text.sign_in_undo':
    'Wenn jemand anderes die Anmeldung bei Ihrem Konto bei {service} geändert hat, nehmen Sie das hier zurück. Dann werden alle Änderungen der Anmeldemethoden seit {date} rückgängig gemacht.',
  'page.text.sign_in_undo_effect':
    'Das Konto hat wieder die E-Mail-Adresse {email}, und Sie melden sich an wie zuvor. Das Passwort und alle Sitzungen enden, und alle Anwendungen werden getrennt. Wir senden einen Link für ein neues Passwort an {email}.',
  'page.button.sign_in_undo': 'Änderung zurücknehmen',
  'page.title.taken_back': 'Die Änderung wurde zurückgenommen',
  'page.text.taken_back':
    'Wir haben einen Link für ein neues Passwort an {email} gesendet. Wählen Sie ein neues Passwort und prüfen Sie danach, wohin Ihr Geld ausgezahlt wird.',
  'page.text.taken_back_methods':
    'Auch damit kann man sich wie vor der Änderung weiterhin bei dem Konto anmelden. Wenn etwas davon nicht Ihnen gehört, bitten Sie {service}, es zu entfernen, bevor Sie weitermachen.',
  'page.title.undo_disabled': 'Dieses Konto ist gesperrt',
  'page.text.undo_disabled':
    'Solange das Konto gesperrt ist, kann nichts zurückgenommen werden. Bitte wenden Sie sich an das Support-Team. Wird das Konto entsperrt, bevor der Link abläuft, funktioniert der Link noch.',
  'page.title.undo_taken': 'Ein anderes Konto hat diese E-Mail-Adresse',
  'page.text.undo_taken':
    'Inzwischen hat ein anderes Konto die frühere E-Mail-Adresse. Geben Sie jenem Konto eine andere Adresse und öffnen Sie den Link noch einmal, oder wenden Sie sich an das Support-Team.',
  'page.text.another_link': 'Wir können einen neuen Link an {email} senden.',
  'page.button.another_link': 'Neuen Link senden',
  'page.link.to_security': 'Zu den Sicherheitseinstellungen',
  'page.title.application_request': 'Die Anwendung hat eine ungültige Anfrage gesendet',
  'page.text.application_request':
    'Sie können hier nicht fortfahren. Den Fehler hat die Anwendung verursacht, nicht Sie. Bitte wenden Sie sich an den Anbieter der Anwendung.',
  'page.title.foreign_form': 'Das Formular konnte nicht gesendet werden',
  'page.text.foreign_form':
    'Das Formular kam von einer anderen Website, oder Ihr Browser hat unser Cookie gelöscht. Es wurde nichts geändert. Lassen Sie Cookies zu, gehen Sie zurück, laden Sie die Seite neu und geben Sie Ihre Daten noch einmal ein.',
  'page.title.bad_form': 'Wir konnten das Formular nicht lesen',
  'page.text.bad_form':
    'Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und geben Sie Ihre Daten noch einmal ein.',
  'page.title.not_possible': 'Das ist nicht möglich',
  'page.text.not_possible':
    'Es wurde nichts geändert. Die vorige Seite ist vielleicht nicht mehr aktuell. Gehen Sie zurück und laden Sie sie neu.',
  'page.title.card_number': 'Geben Sie hier keine Kartennummer ein',
  'page.text.card_number':
    'Eines der Felder scheint die Nummer einer Zahlungskarte zu enthalten. Es wurde nichts gespeichert. Gehen Sie zurück und entfernen Sie die Nummer.',
  'page.title.not_found': 'Seite nicht gefunden',
  'page.text.not_found': 'Vielleicht ist die Webadresse falsch, oder die Seite gibt es nicht mehr.',
  'page.title.too_many': 'Zu viele Versuche',
  'page.text.too_many': 'Bitte versuchen Sie es in {minutes} Min. noch einmal.',
  'page.title.too_many_requests': 'Zu viele Anfragen',
  'page.text.too_many_requests':
    'Aus Ihrem Netz kamen sehr viele Anfragen. Bitte versuchen Sie es in {minutes} Min. noch einmal.',
  'page.title.unavailable': 'Der Dienst ist vorübergehend nicht verfügbar',
  'page.text.unavailable': 'Bitte versuchen Sie es gleich noch einmal.',
  'page.title.internal': 'Es ist ein Fehler aufgetreten',
  'page.text.internal':
    'Der Fehler liegt bei uns. Bitte versuchen Sie es später noch einmal. Wenn der Fehler wieder auftritt, wenden Sie sich an uns und nennen Sie uns diese Nummer: {reference}.',
  'page.title.provider_failed': 'Diese Anmeldung funktioniert gerade nicht',
  'page.text.provider_failed':
    'Der andere Anbieter hat nicht wie erwartet geantwortet. Bitte versuchen Sie es später noch einmal oder melden Sie sich auf andere Weise an.',
  'page.title.provider_email': 'Ihre E-Mail-Adresse ist nicht bestätigt',
  'page.text.provider_email':
    'Der andere Anbieter hat uns keine bestätigte E-Mail-Adresse genannt. Bestätigen Sie Ihre Adresse zuerst dort oder erstellen Sie hier ein Konto mit einem Passwort.',
  'page.title.provider_taken': 'Dieses Konto wird schon verwendet',
  'page.text.provider_taken':
    'Ihr Konto beim anderen Anbieter gehört hier zu einem anderen Konto, oder Ihr Konto hier hat schon ein anderes dieses Anbieters. Es wurde nichts geändert.',
  'page.title.provider_account': 'So können Sie sich nicht anmelden',
  'page.text.provider_account':
    'Ihr Konto hier ist deaktiviert, oder es hat eine andere oder eine nicht bestätigte E-Mail-Adresse. Es wurde nichts geändert. Wenn Sie Hilfe brauchen, wenden Sie sich bitte an uns.',
  'page.title.last_way_in': 'Das ist Ihre letzte Möglichkeit, sich anzumelden',
  'page.text.last_way_in':
    'Es wurde nichts geändert. Wählen Sie zuerst ein Passwort oder fügen Sie einen Passkey hinzu. Danach können Sie diese Möglichkeit entfernen.',
}
