import type { mail as en } from './en.ts'

/** The texts of emails, in German. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Bestätigen Sie Ihre E-Mail-Adresse für {service}',
  'mail.subject.account_exists': 'Sie haben bereits ein Konto bei {service}',
  'mail.subject.reset_password': 'Wählen Sie ein neues Passwort für {service}',
  'mail.subject.password_changed': 'Ihr Passwort für {service} wurde geändert',
  'mail.subject.address_confirmed': 'Ihre E-Mail-Adresse für {service} wurde bestätigt',
  'mail.subject.confirm_new_email': 'Bestätigen Sie Ihre neue E-Mail-Adresse für {service}',
  'mail.subject.email_changed': 'Ihre E-Mail-Adresse für {service} wurde geändert',
  'mail.subject.second_factor_changed': 'Ihre Anmeldemethoden für {service} wurden geändert',
  'mail.subject.totp_added': 'Authenticator-App bei {service} hinzugefügt',
  'mail.subject.totp_removed': 'Authenticator-App bei {service} entfernt',
  'mail.subject.passkey_added': 'Passkey bei {service} hinzugefügt',
  'mail.subject.passkey_removed': 'Passkey bei {service} entfernt',
  'mail.subject.recovery_codes_renewed': 'Neue Wiederherstellungscodes bei {service}',
  'mail.subject.sign_in_link': 'Bestätigen Sie Ihre Anmeldung bei {service}',
  'mail.subject.erasure_requested': 'Ihr Konto bei {service} wird gelöscht',
  'mail.subject.erasure_cancelled': 'Ihr Konto bei {service} wird nicht gelöscht',
  'mail.subject.account_erased': 'Ihr Konto bei {service} wurde gelöscht',
  'mail.subject.support_factors_reset': 'Ihre Anmeldemethoden für {service} wurden zurückgesetzt',
  'mail.subject.support_password_set': 'Unser Support-Team hat Ihr Passwort für {service} geändert',
  'mail.subject.sign_in_code': 'Ihr Code für die Anmeldung bei {service}',
  'mail.subject.identity_added': 'Anmeldung mit {provider} bei {service} hinzugefügt',
  'mail.subject.identity_removed': 'Anmeldung mit {provider} bei {service} entfernt',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Bitte öffnen Sie den folgenden Link, um Ihre E-Mail-Adresse zu bestätigen. Damit ist Ihr Konto bei {service} fertig erstellt.',
  'mail.text.account_exists':
    'Jemand, vermutlich Sie selbst, wollte mit dieser E-Mail-Adresse ein Konto bei {service} erstellen. Zu dieser Adresse gibt es schon ein Konto. Bitte melden Sie sich an. Wenn Sie Ihr Passwort vergessen haben, können Sie auf der Anmeldeseite ein neues wählen.',
  'mail.text.reset_password':
    'Jemand, vermutlich Sie selbst, hat für Ihr Konto bei {service} ein neues Passwort angefordert. Bitte öffnen Sie den folgenden Link, um ein neues Passwort zu wählen.',
  'mail.text.password_changed':
    'Das Passwort Ihres Kontos bei {service} wurde geändert. Alle anderen Sitzungen wurden beendet. Anwendungen können Ihr Konto erst wieder verwenden, wenn Sie sich dort neu anmelden. Alle Anwendungen bleiben verbunden und erfahren weiterhin von Änderungen. Trennen Sie auf der Seite „Verbundene Anwendungen“ diejenigen, die Sie nicht kennen.',
  'mail.text.address_confirmed':
    'Sie haben ein neues Passwort für Ihr Konto bei {service} gewählt. Damit ist auch Ihre E-Mail-Adresse bestätigt. Bisher hatte sie niemand bestätigt, daher kann jemand anderes das Konto benutzt haben. Deshalb haben wir alle Sitzungen beendet, alle Anwendungen getrennt und die Authenticator-App, die Passkeys und die Wiederherstellungscodes entfernt. Bitte prüfen Sie die Adressen und die Zahlungsmethoden in Ihrem Konto.',
  'mail.text.confirm_new_email':
    'Bitte öffnen Sie den folgenden Link, um diese E-Mail-Adresse für Ihr Konto bei {service} zu verwenden. Bis dahin behält Ihr Konto die bisherige Adresse.',
  'mail.text.email_changed':
    'Die E-Mail-Adresse Ihres Kontos bei {service} wurde geändert. Ab jetzt senden wir E-Mails nur noch an die neue Adresse.',
  'mail.text.second_factor_changed':
    'Ihre Anmeldemethoden bei {service} wurden geändert. Eine Authenticator-App, ein Passkey oder Ihre Wiederherstellungscodes wurden hinzugefügt, geändert oder entfernt.',
  'mail.text.totp_added':
    'Ihrem Konto bei {service} wurde eine Authenticator-App hinzugefügt. Wenn Sie sich mit Ihrem Passwort anmelden, brauchen Sie ab jetzt auch einen Code aus dieser App.',
  'mail.text.totp_removed':
    'Die Authenticator-App wurde aus Ihrem Konto bei {service} entfernt. Zum Anmelden brauchen Sie keinen Code aus der App mehr.',
  'mail.text.passkey_added':
    'Ihrem Konto bei {service} wurde ein Passkey hinzugefügt. Wer diesen Passkey hat, kann sich damit anmelden.',
  'mail.text.passkey_removed':
    'Ein Passkey wurde aus Ihrem Konto bei {service} entfernt. Mit diesem Passkey kann sich niemand mehr anmelden.',
  'mail.text.recovery_codes_renewed':
    'Für Ihr Konto bei {service} wurden neue Wiederherstellungscodes erstellt. Die alten Codes funktionieren nicht mehr.',
  'mail.text.sign_in_link':
    'Es gab viele Versuche, sich bei Ihrem Konto bei {service} anzumelden. Wenn Sie sich gerade anmelden, öffnen Sie den folgenden Link und geben Sie Ihr Passwort ein. Sie können auch diesen Code auf der Seite eingeben, die danach fragt.',
  'mail.text.erasure_requested':
    'Jemand, vermutlich Sie selbst, hat uns gebeten, Ihr Konto bei {service} zu löschen. Zeitpunkt der Löschung des Kontos und aller seiner Daten: {date}. Bis dahin können Sie Ihr Konto behalten: Melden Sie sich an und öffnen Sie die Seite „Ihre Daten“. Anwendungen können Ihr Konto nicht mehr verwenden.',
  'mail.text.erasure_cancelled':
    'Die Löschung Ihres Kontos bei {service} wurde abgebrochen. Ihr Konto und seine Daten bleiben erhalten. Um eine Anwendung wieder zu verwenden, melden Sie sich dort neu an.',
  'mail.text.account_erased':
    'Ihr Konto bei {service} und alle seine Daten wurden gelöscht. Dies ist die letzte Nachricht zu diesem Konto.',
  'mail.text.support_factors_reset':
    'Unser Support-Team hat Ihre Anmeldemethoden bei {service} zurückgesetzt: Authenticator-App, Passkeys und Wiederherstellungscodes wurden entfernt. Alle Sitzungen wurden beendet. Zum Anmelden genügt jetzt Ihr Passwort. Um Ihr Konto wieder zu schützen, fügen Sie in Ihren Sicherheitseinstellungen eine Authenticator-App oder einen Passkey hinzu.',
  'mail.text.support_password_set':
    'Unser Support-Team hat für Ihr Konto bei {service} ein neues Passwort gesetzt. Alle Sitzungen wurden beendet. Anwendungen können Ihr Konto erst wieder verwenden, wenn Sie sich dort neu anmelden. Alle Anwendungen bleiben verbunden und erfahren weiterhin von Änderungen. Bitte wählen Sie ein Passwort, das nur Sie kennen.',
  'mail.text.sign_in_code':
    'Geben Sie diesen Code innerhalb von 15 Minuten auf der Seite ein, auf der Sie ihn angefordert haben. Oder öffnen Sie den Link unten, um sich in einem beliebigen Browser bei Ihrem Konto bei {service} anzumelden.',
  'mail.text.identity_added':
    'Zu Ihrem Konto bei {service} wurde eine Anmeldung mit {provider} hinzugefügt. Wer dieses {provider}-Konto benutzen kann, kann sich damit anmelden.',
  'mail.text.identity_removed':
    'Die Anmeldung mit {provider} wurde aus Ihrem Konto bei {service} entfernt. Damit kann sich niemand mehr anmelden.',

  // For people who did not request the email
  'mail.unasked.ignore':
    'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Solange niemand den Link öffnet, geschieht nichts.',
  'mail.unasked.unchanged':
    'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Ihr Konto ist unverändert.',
  'mail.unasked.takeover':
    'Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wählen Sie sofort ein neues Passwort.',
  'mail.unasked.undo':
    'Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Nehmen Sie die Änderung jetzt zurück. Das beendet jeden Zugriff auf Ihr Konto, und Sie wählen ein neues Passwort.',
  'mail.unasked.sign_in':
    'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Ihr Passwort allein genügt im Moment nicht, um sich anzumelden. Geben Sie diesen Code an niemanden weiter.',
  'mail.unasked.erasure':
    'Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Öffnen Sie sofort die Seite „Ihre Daten“, behalten Sie dort Ihr Konto und wählen Sie danach ein neues Passwort.',
  'mail.unasked.erased': 'Wenn Sie das nicht waren, wenden Sie sich an {service}.',
  'mail.unasked.support':
    'Wenn Sie das Support-Team nicht darum gebeten haben, versucht vielleicht jemand anderes, in Ihr Konto zu gelangen. Wählen Sie sofort ein neues Passwort und wenden Sie sich an {service}.',
  'mail.button.confirm_email': 'E-Mail-Adresse bestätigen',
  'mail.button.sign_in': 'Anmelden',
  'mail.button.new_password': 'Neues Passwort wählen',
  'mail.button.security': 'Sicherheitseinstellungen öffnen',
  'mail.button.privacy': '„Ihre Daten“ öffnen',
  'mail.label.time': 'Zeitpunkt',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Unbekannter Browser',
  'mail.link_address':
    'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diesen Link in Ihren Browser.',
  'mail.unasked.code':
    'Wenn Sie das nicht waren, müssen Sie nichts tun. Geben Sie den Code niemandem und leiten Sie diese E-Mail nicht weiter.',
  'mail.subject.webhook_disabled': 'Ein Webhook Ihrer Anwendung bei {service} wurde deaktiviert',
  'mail.text.webhook_disabled':
    'Ein Empfänger Ihrer Anwendung bei {service} hat etwa drei Tage lang keine Zustellung angenommen oder ist weit in Rückstand geraten. Deshalb haben wir seinen Webhook deaktiviert. Weitere Webhooks dieses Empfängers können folgen. Wartende Zustellungen werden sieben Tage lang aufbewahrt und gesendet, sobald Ihre Anwendung den Webhook wieder aktiviert.',
  'mail.unasked.webhook':
    'Sie erhalten diese E-Mail, weil Sie die Anwendung registriert haben. Wir senden höchstens eine pro Tag und Empfänger.',
  'mail.button.webhooks': 'Webhooks anzeigen',
  'mail.subject.data_exported': 'Eine Datei mit Ihren Daten bei {service} wurde erstellt',
  'mail.text.data_exported':
    'Alle Daten Ihres Kontos bei {service} wurden in eine Datei zum Herunterladen geschrieben: unter anderem Ihr Name, Ihre Adressen, wie Sie zahlen und bezahlt werden und was in Ihrem Konto geschehen ist. Passwörter und Kartennummern sind nicht darin.',
  'mail.subject.application_secret_changed': 'Ihre Anwendung bei {service} hat ein neues Geheimnis',
  'mail.text.application_secret_changed':
    'Für Ihre Anwendung bei {service} wurde ein neues Geheimnis erstellt. Das bisherige funktioniert noch einen Tag lang.',
  'mail.subject.application_uris_changed':
    'Die Umleitungsadressen Ihrer Anwendung bei {service} wurden geändert',
  'mail.text.application_uris_changed':
    'Die Umleitungsadressen Ihrer Anwendung bei {service} wurden geändert. Nach der Anmeldung werden Benutzer und ihre Autorisierungscodes jetzt an die neuen Adressen geschickt.',
  'mail.unasked.application':
    'Wenn das weder Sie noch unser Support-Team waren, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wählen Sie sofort ein neues Passwort. Erstellen Sie dann ein neues Geheimnis für die Anwendung und prüfen Sie ihre Umleitungsadressen.',
  'mail.button.application': 'Anwendung anzeigen',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'Der Link funktioniert einmal und läuft nach einer Stunde ab.',
  'mail.link_life.24': 'Der Link funktioniert einmal und läuft nach 24 Stunden ab.',
  'mail.link_life.48': 'Der Link funktioniert einmal und läuft nach 48 Stunden ab.',
  'mail.link_life.168': 'Der Link funktioniert einmal und läuft nach sieben Tagen ab.',
  'mail.automatic':
    'Dies ist eine automatische Nachricht von {service}. Bitte antworten Sie nicht darauf.',
  'mail.subject.support_disabled': 'Ihr Konto bei {service} wurde gesperrt',
  'mail.subject.support_enabled': 'Ihr Konto bei {service} wurde wieder freigegeben',
  'mail.subject.developer_admitted': 'Sie können jetzt Anwendungen bei {service} registrieren',
  'mail.text.support_disabled':
    'Unser Support-Team hat Ihr Konto bei {service} gesperrt. Sie wurden von allen Sitzungen abgemeldet, und Anwendungen können Ihr Konto nicht mehr nutzen.',
  'mail.text.support_enabled':
    'Unser Support-Team hat Ihr Konto bei {service} wieder freigegeben. Sie können sich wie zuvor anmelden. Um eine Anwendung wieder zu nutzen, melden Sie sich dort erneut an.',
  'mail.text.developer_admitted':
    'Ihr Konto bei {service} ist jetzt ein Entwicklerkonto. Sie können Anwendungen registrieren, die Nutzer mit {service} anmelden.',
  'mail.unasked.support_disabled':
    'Wenn Sie das für einen Irrtum halten, wenden Sie sich an {service}.',
  'mail.unasked.developer': 'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.',
  'mail.button.developer': 'Anwendung registrieren',
  'mail.subject.confirm_payout': 'Bestätigen Sie: Auszahlungen an {method}',
  'mail.subject.confirm_bank_account': 'Bestätigen Sie: Auszahlungen an {method}',
  'mail.text.confirm_bank_account':
    '{method} wurde Ihrem Konto bei {service} hinzugefügt, um darüber ausgezahlt zu werden. Wenn Sie das waren, öffnen Sie den Link unten und bestätigen Sie es. Vorher wird nichts dorthin ausgezahlt.',
  'mail.unasked.bank_account':
    'Wenn Sie das nicht waren, bestätigen Sie es nicht. Wählen Sie ein neues Passwort, denn jemand anderes hat möglicherweise Zugriff auf Ihr Konto.',
  'mail.subject.payout_changed': '{service}: Ihre Auszahlungen gehen bald woandershin',
  'mail.subject.payout_cleared': '{service} zahlt Ihnen derzeit nichts aus',
  'mail.subject.payout_deleted': '{service} zahlt Ihnen derzeit nichts aus',
  'mail.subject.payout_details': '{service}: Angaben zu Ihren Auszahlungen wurden geändert',
  'mail.text.confirm_payout':
    '{method} wurde einem Konto bei {service} hinzugefügt, um darüber ausgezahlt zu werden. Wenn Sie das waren, öffnen Sie den Link unten, melden Sie sich an und bestätigen Sie es. Vorher wird nichts dorthin ausgezahlt.',
  'mail.text.payout_changed':
    'Ab {date} zahlt {service} Ihnen über {method} aus. Bis dahin bleibt alles wie bisher. Wenn das stimmt, müssen Sie nichts tun.',
  'mail.text.payout_cleared':
    '{method} ist nicht mehr Ihr Standard für Auszahlungen von {service}. Ihr Geld wartet, bis eine andere Zahlungsmethode verwendet werden kann.',
  'mail.text.payout_deleted':
    '{method} wurde gelöscht. {service} kann Ihnen darüber nichts mehr auszahlen. Ihr Geld wartet, bis eine andere Zahlungsmethode verwendet werden kann.',
  'mail.text.payout_details':
    'Der Name der Inhaberin oder des Inhabers oder die Art von {method} wurde geändert. Wenn das stimmt, müssen Sie nichts tun.',
  'mail.unasked.payout':
    'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Dann wird nichts dorthin ausgezahlt, und Sie müssen nichts tun.',
  'mail.unasked.payout_takeover':
    'Wenn Sie das nicht geändert haben, machen Sie es jetzt rückgängig. Wählen Sie danach ein neues Passwort, denn jemand anderes hat möglicherweise Zugriff auf Ihr Konto.',
  'mail.button.confirm_payout': 'Bestätigen',
  'mail.button.payout_undo': 'Änderung rückgängig machen',
  'mail.subject.account_recovered': 'Ihr Konto bei {service} gehört wieder Ihnen',
  'mail.subject.address_taken_back': 'Ein Konto bei {service} hat Ihre E-Mail-Adresse nicht mehr',
  'mail.subject.support_email_set':
    'Unser Support-Team hat die E-Mail-Adresse Ihres Kontos bei {service} gesetzt',
  'mail.subject.support_email_removed':
    'Unser Support-Team hat die E-Mail-Adresse eines Kontos bei {service} geändert',
  'mail.subject.payout_undone':
    'Eine Änderung Ihrer Auszahlungen von {service} wurde rückgängig gemacht',
  'mail.text.account_recovered':
    'Änderungen der Anmeldung bei Ihrem Konto bei {service} wurden mit dem Link einer E-Mail zurückgenommen. Das Konto hat wieder diese E-Mail-Adresse. Das Passwort und alle Sitzungen wurden beendet, und alle Anwendungen wurden getrennt. Bitte öffnen Sie den Link unten und wählen Sie ein neues Passwort. Prüfen Sie danach, wohin Ihr Geld ausgezahlt wird. Wenn Sie hier Anwendungen registriert haben, prüfen Sie auch deren Geheimnisse und Umleitungsadressen.',
  'mail.text.address_taken_back':
    'Die Änderung auf diese E-Mail-Adresse bei einem Konto bei {service} wurde zurückgenommen. Das Konto hat wieder seine frühere Adresse und nicht mehr diese.',
  'mail.text.support_email_set':
    'Unser Support-Team hat diese Adresse zur E-Mail-Adresse Ihres Kontos bei {service} gemacht. Das Passwort, alle Sitzungen und alle anderen Anmeldemethoden wurden beendet, und alle Anwendungen wurden getrennt. Bitte öffnen Sie den Link unten und wählen Sie ein neues Passwort. Prüfen Sie danach, wohin Ihr Geld ausgezahlt wird. Wenn Sie hier Anwendungen registriert haben, prüfen Sie auch deren Geheimnisse und Umleitungsadressen.',
  'mail.text.support_email_removed':
    'Unser Support-Team hat einem Konto bei {service} eine andere E-Mail-Adresse gegeben, weil uns jemand nachgewiesen hat, dass ihm das Konto gehört. Das Konto hat diese Adresse nicht mehr, und alle seine Sitzungen wurden beendet.',
  'mail.text.payout_undone':
    'Eine Änderung, wohin {service} Ihnen Geld auszahlt, wurde rückgängig gemacht. Ihre Zahlungsmethoden zeigen, wohin Ihr Geld jetzt geht.',
  'mail.unasked.recovered':
    'Wenn Sie das nicht veranlasst haben, liest vielleicht jemand anderes Ihre E-Mails. Wählen Sie sofort ein neues Passwort, hier und für Ihr Postfach.',
  'mail.unasked.support_undo':
    'Wenn Sie das Support-Team nicht darum gebeten haben, nehmen Sie die Änderung jetzt zurück. Das beendet jeden Zugriff auf Ihr Konto, und Sie wählen ein neues Passwort.',
  'mail.button.sign_in_undo': 'Änderung zurücknehmen',
}
