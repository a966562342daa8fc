/** The pages for operators, in German. */
export const operator = {
  // Operators
  'page.link.operator': 'Support',
  'page.title.operator': 'Nutzer suchen',
  'page.title.operator_user': 'Nutzer {id}',
  'page.title.operator_request': 'Anfrage',
  'page.title.operator_application': 'Anwendung',
  'page.label.find': 'E-Mail-Adresse oder Nummer',
  'page.text.find_hint':
    'Auch die Nummer einer Anfrage, von einer Fehlerseite oder aus dem Protokoll, oder die Client-ID einer Anwendung.',
  'page.button.find': 'Suchen',
  'page.error.nobody': 'Es wurde nichts gefunden. Bitte prüfen Sie Ihre Eingabe.',
  'page.text.sign_up_waits':
    'Jemand hat sich mit dieser E-Mail-Adresse registriert und sie noch nicht bestätigt. Sie können die E-Mail mit dem Link noch einmal senden.',
  'page.text.sign_up_sent': 'Die Bestätigungs-E-Mail wurde gesendet.',
  'page.text.no_records':
    'Im Prüfprotokoll steht nichts zu dieser Anfrage. Die meisten Anfragen, die nur lesen, hinterlassen dort nichts. Suchen Sie die Anfrage im Protokoll des Dienstes.',
  'page.name.account_state': 'Konto',
  'page.name.acts': 'Was Sie tun können',
  'page.text.no_acts': 'Für dieses Konto können Sie hier nichts tun.',
  'page.name.belongings': 'Was zum Konto gehört',
  'page.label.operator_name': 'Name',
  'page.label.operator_state': 'Zustand',
  'page.label.operator_created': 'Angelegt',
  'page.label.wanted_email': 'Neue E-Mail-Adresse, nicht bestätigt',
  'page.label.disabled': 'Gesperrt',
  'page.label.erases': 'Wird gelöscht',
  'page.label.roles': 'Rollen',
  'page.label.codes_left': 'Übrige Wiederherstellungscodes',
  'page.label.open_links': 'Links, die noch gelten',
  'page.label.queued_emails': 'E-Mails, die noch gesendet werden',
  'page.name.state_enabled': 'Aktiv',
  'page.name.state_disabled': 'Gesperrt',
  'page.name.state_erasing': 'Wird gelöscht',
  'page.name.role_operator': 'Support-Team',
  'page.name.role_developer': 'Entwickler',
  'page.name.yes': 'Ja',
  'page.name.no': 'Nein',
  'page.name.none': 'Keine',
  'page.name.link_sign_up': 'Registrierung',
  'page.name.link_reset_password': 'Neues Passwort',
  'page.name.link_new_email': 'Neue E-Mail-Adresse',
  'page.name.link_sign_in': 'Anmeldung',
  'page.label.reason': 'Grund',
  'page.text.reason_hint':
    'Die Nummer eines Tickets oder ein einzelnes Wort, zum Beispiel SUP-4711. Der Grund bleibt im Prüfprotokoll. Schreiben Sie daher keine persönlichen Daten.',
  'page.error.reason':
    'Bitte geben Sie die Nummer eines Tickets oder ein Wort ohne Leerzeichen ein, zum Beispiel SUP-4711.',
  'page.label.check': 'Wie haben Sie geprüft, wer darum bittet?',
  'page.text.check_hint':
    'Fragen Sie nach nichts, was ein Angreifer in einem gestohlenen Postfach lesen kann. Ist das Postfach vielleicht in falschen Händen, sperren Sie stattdessen das Konto.',
  'page.name.choose': 'Bitte wählen',
  'page.name.email_and_day':
    'Anfrage von der E-Mail-Adresse des Kontos, dorthin geantwortet, einen Tag gewartet',
  'page.name.document_in_person': 'Ausweis persönlich gesehen',
  'page.name.document_by_video': 'Ausweis in einem Videogespräch verglichen',
  'page.error.check': 'Bitte wählen Sie, wie Sie es geprüft haben.',
  'page.button.operator_send_password_link': 'Link für ein neues Passwort senden',
  'page.text.operator_send_password_link':
    'Der Nutzer erhält eine E-Mail mit einem Link, um ein neues Passwort zu wählen. Der Link gilt einmal und eine Stunde lang. Bis dahin bleibt das Passwort, wie es ist.',
  'page.text.operator_done_send_password_link': 'Der Link für ein neues Passwort wurde gesendet.',
  'page.button.operator_resend_confirmation': 'Bestätigungs-E-Mail erneut senden',
  'page.text.operator_resend_confirmation':
    'Der Nutzer erhält noch eine E-Mail mit einem Link, um die E-Mail-Adresse zu bestätigen. Frühere Links für eine neue Adresse gelten dann nicht mehr.',
  'page.text.operator_done_resend_confirmation': 'Die Bestätigungs-E-Mail wurde erneut gesendet.',
  'page.button.operator_reset_second_factors': 'Alle zweiten Faktoren entfernen',
  'page.text.operator_reset_second_factors':
    'Die Authenticator-App, alle Passkeys und die Wiederherstellungscodes werden entfernt. Der Nutzer wird überall abgemeldet, kann sich danach allein mit dem Passwort anmelden und erhält eine E-Mail. Wer das Passwort hat und Sie dazu überredet, hat das Konto. Prüfen Sie daher zuerst, wer darum bittet.',
  'page.text.operator_done_reset_second_factors': 'Alle zweiten Faktoren wurden entfernt.',
  'page.button.operator_end_sessions': 'Überall abmelden',
  'page.text.operator_end_sessions':
    'Der Nutzer wird in allen Browsern abgemeldet. Anwendungen können das Konto erst wieder nutzen, wenn sich der Nutzer dort erneut anmeldet.',
  'page.text.operator_done_end_sessions': 'Der Nutzer wurde überall abgemeldet.',
  'page.button.operator_disable': 'Konto sperren',
  'page.text.operator_disable':
    'Der Nutzer kann sich nicht mehr anmelden, wird überall abgemeldet und erhält eine E-Mail. Anwendungen können das Konto nicht mehr nutzen. Sie können es wieder freigeben.',
  'page.text.operator_done_disable': 'Das Konto wurde gesperrt.',
  'page.button.operator_enable': 'Konto freigeben',
  'page.text.operator_enable':
    'Der Nutzer kann sich wieder anmelden und erhält eine E-Mail. Sitzungen und der Zugriff von Anwendungen kommen nicht von selbst zurück.',
  'page.text.operator_done_enable': 'Das Konto wurde freigegeben.',
  'page.button.operator_admit_developer': 'Als Entwickler zulassen',
  'page.text.operator_admit_developer':
    'Der Nutzer kann ab jetzt Anwendungen registrieren und erhält eine E-Mail.',
  'page.text.operator_done_admit_developer': 'Der Nutzer ist jetzt Entwickler.',
  'page.button.operator_remove_developer': 'Als Entwickler ausschließen',
  'page.text.operator_remove_developer':
    'Der Nutzer kann keine Anwendungen mehr registrieren oder ändern. Die Anwendungen laufen weiter. Wenn sie aufhören sollen, sperren Sie sie einzeln.',
  'page.text.operator_done_remove_developer': 'Der Nutzer ist kein Entwickler mehr.',
  'page.text.operator_done_nothing': 'Es wurde nichts geändert, denn es war schon so.',
  'page.button.application_disable': 'Anwendung sperren',
  'page.text.application_disable':
    'Niemand kann sich mehr bei dieser Anwendung anmelden, und alle ihre Token enden. Sie können sie wieder freigeben. Beendete Token kommen nicht zurück.',
  'page.text.application_done_disable': 'Die Anwendung wurde gesperrt.',
  'page.button.application_enable': 'Anwendung freigeben',
  'page.text.application_enable':
    'Die Anwendung funktioniert wieder mit ihren Geheimnissen. Beendete Token kommen nicht zurück.',
  'page.text.application_done_enable': 'Die Anwendung wurde freigegeben.',
  'page.text.application_done_nothing': 'Es wurde nichts geändert, denn es war schon so.',
  'page.label.operator_client_id': 'Client-ID',
  'page.label.operator_kind': 'Art',
  'page.label.operator_redirect_uris': 'Redirect-URIs',
  'page.label.operator_scopes': 'Berechtigungen',
  'page.title.second_factor_needed': 'Zweiter Faktor nötig',
  'page.text.second_factor_needed':
    'Diese Seite können Sie nur öffnen, wenn Sie sich mit einem zweiten Faktor angemeldet haben. Melden Sie sich ab und dann mit Ihrer Authenticator-App oder einem Passkey wieder an.',
  'page.title.own_account': 'Das ist Ihr eigenes Konto',
  'page.text.own_account':
    'Für Ihr eigenes Konto können Sie das nicht tun. Nutzen Sie die Seiten Ihres Kontos oder bitten Sie jemand anderen aus dem Support-Team.',
  'page.title.operator_account': 'Dieses Konto gehört zum Support-Team',
  'page.text.operator_account':
    'Für das Support-Team können das nur die Betreiber des Dienstes tun, an der Befehlszeile.',
  'page.activity.user.viewed': 'Hat das Konto angesehen',
  'page.activity.access.ended': 'Überall abgemeldet',
  'page.activity.email.confirmation_sent': 'Bestätigungs-E-Mail erneut gesendet',
  'page.activity.user.created': 'Das Konto wurde angelegt',
  'page.activity.second_factor.refused': 'Falscher zweiter Faktor',
  'page.activity.sign_in.link_requested': 'Link zur Anmeldung angefordert',
  'page.activity.consent.refused': 'Verbindung mit einer Anwendung abgelehnt',
  'page.name.link_payout_proof': 'Auszahlungsweg bestätigen',
  'page.name.link_payout_undo': 'Änderung der Auszahlungen rückgängig machen',
} as const
