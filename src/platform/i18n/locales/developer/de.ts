/** The pages for developers, in German. */
export const developer = {
  'page.link.developer': 'Für Entwickler',
  'page.link.application_overview': 'Übersicht',
  'page.link.application_webhooks': 'Webhooks',
  'page.link.application_requests': 'Anfragen',
  'page.link.newer': 'Neuere',
  'page.link.older': 'Ältere',
  'page.title.developer': 'Ihre Anwendungen',
  'page.text.developer':
    'Anwendungen, die Sie registriert haben. Nur Sie sehen und ändern sie hier.',
  'page.text.developer_none':
    'Sie haben noch keine Anwendung registriert. Registrieren Sie eine, um Benutzer anzumelden oder Veranstaltungen und Angebote zu lesen.',
  'page.text.developer_most':
    'Sie haben {max} Anwendungen, mehr sind nicht möglich. Löschen Sie eine, um eine andere zu registrieren.',
  'page.button.register': 'Anwendung registrieren',
  'page.text.types': 'Wählen Sie, wo Ihre Anwendung läuft.',
  'page.name.type_web': 'Webanwendung',
  'page.name.type_spa': 'Anwendung im Browser',
  'page.name.type_native': 'App für Geräte',
  'page.name.type_server': 'Serveranwendung',
  'page.text.type_web': 'Läuft auf Ihrem Server und meldet Benutzer an. Sie hat ein Geheimnis.',
  'page.text.type_spa':
    'Läuft im Browser und meldet Benutzer an. Sie kann kein Geheimnis bewahren und erhält deshalb keines.',
  'page.text.type_native':
    'Läuft auf Telefonen oder Computern und meldet Benutzer an. Sie kann kein Geheimnis bewahren und erhält deshalb keines.',
  'page.text.type_server':
    'Läuft auf Ihrem Server ohne Benutzer. Sie liest Veranstaltungen und Angebote, aber keine Daten von Benutzern.',
  'page.title.register_web': 'Webanwendung registrieren',
  'page.title.register_spa': 'Anwendung im Browser registrieren',
  'page.title.register_native': 'App für Geräte registrieren',
  'page.title.register_server': 'Serveranwendung registrieren',
  'page.title.application_edit': '{name} bearbeiten',
  'page.label.type': 'Art',
  'page.label.client_id': 'Client-ID',
  'page.label.application_name': 'Name',
  'page.hint.application_name': 'Benutzer sehen diesen Namen bei der Anmeldung.',
  'page.label.redirect_uris': 'Umleitungsadressen',
  'page.label.redirect_uri': 'Umleitungsadresse',
  'page.hint.redirect_uris':
    'Die Adressen, zu denen Benutzer nach der Anmeldung zurückkehren, eine je Zeile. Jede muss eine HTTPS-Adresse sein und wird genau verglichen.',
  'page.hint.redirect_uris_native':
    'Die Adressen, zu denen Benutzer nach der Anmeldung zurückkehren, eine je Zeile: eine HTTPS-Adresse, eine Adresse auf demselben Gerät oder ein Schema Ihrer Domain wie com.example.app.',
  'page.label.post_logout_redirect_uris': 'Adressen nach dem Abmelden',
  'page.label.post_logout_redirect_uri': 'Adresse nach dem Abmelden',
  'page.hint.post_logout_redirect_uris':
    'Die Adressen, zu denen Benutzer nach dem Abmelden zurückkehren dürfen, eine je Zeile.',
  'page.label.scopes': 'Was die Anwendung darf',
  'page.text.scopes_narrower':
    'Wenn Sie eine Berechtigung entfernen, enden alle Tokens der Anwendung, und ihre Benutzer melden sich neu an.',
  'page.name.disabled': 'Deaktiviert',
  'page.name.application': 'Über die Anwendung',
  'page.label.registered': 'Registriert',
  'page.name.secrets': 'Geheimnisse',
  'page.name.secret_current': 'Aktuelles Geheimnis',
  'page.name.secret_former': 'Bisheriges Geheimnis',
  'page.label.created': 'Erstellt',
  'page.label.ends': 'Endet',
  'page.button.secret_rotate': 'Neues Geheimnis erstellen',
  'page.button.secret_withdraw': 'Bisheriges Geheimnis entziehen',
  'page.name.try': 'Ausprobieren',
  'page.text.try':
    'Fügen Sie diese Zeilen in ein Terminal oder Ihr Programm ein. Ersetzen Sie, was in Großbuchstaben steht.',
  'page.name.try_own': 'Das eigene Token der Anwendung holen',
  'page.name.try_authorize':
    'Die Adresse ausgeben, an der sich ein Benutzer anmeldet, und sie öffnen',
  'page.name.try_exchange': 'Im selben Terminal den Code aus der Adresse des Browsers eintauschen',
  'page.name.try_use': 'Den Benutzer lesen',
  'page.name.try_client': 'In einem Programm',
  'page.name.application_end': 'Deaktivieren oder löschen',
  'page.button.application_enable': 'Anwendung aktivieren',
  'page.button.application_disable': 'Anwendung deaktivieren',
  'page.button.application_delete': 'Anwendung löschen',
  'page.title.act_rotate': 'Ein neues Geheimnis für {name}?',
  'page.title.act_withdraw': 'Das bisherige Geheimnis von {name} entziehen?',
  'page.title.act_disable': '{name} deaktivieren?',
  'page.title.act_delete': '{name} löschen?',
  'page.text.act_rotate':
    'Das aktuelle Geheimnis gilt noch einen Tag, damit Sie es überall ersetzen können. Ein früher ersetztes Geheimnis endet sofort.',
  'page.text.act_withdraw':
    'Programme, die noch das bisherige Geheimnis verwenden, erhalten keine Tokens mehr. Das aktuelle Geheimnis bleibt.',
  'page.text.act_disable':
    'Alle Tokens von {name} enden, und niemand kann sich dort anmelden. Sie können die Anwendung wieder aktivieren.',
  'page.text.act_delete':
    'Alle Benutzer verlieren die Verbindung zu {name}. Geheimnisse, Tokens und Webhooks werden gelöscht. Dies kann nicht rückgängig gemacht werden.',
  'page.text.application_registered': 'Die Anwendung wurde registriert.',
  'page.text.application_saved': 'Die Anwendung wurde gespeichert.',
  'page.text.application_narrowed':
    'Die Anwendung wurde gespeichert. Sie hat eine Berechtigung verloren, daher sind alle ihre Tokens beendet.',
  'page.text.application_disabled_now':
    'Die Anwendung ist deaktiviert. Alle ihre Tokens sind beendet.',
  'page.text.application_enabled': 'Die Anwendung ist aktiviert. Ihre Geheimnisse gelten wieder.',
  'page.text.application_deleted': 'Die Anwendung wurde gelöscht.',
  'page.title.application_disabled': 'Diese Anwendung ist deaktiviert',
  'page.text.application_disabled':
    'Ein Betreiber hat diese Anwendung deaktiviert. Sie kann hier deshalb nicht geändert werden. Bitte wenden Sie sich an den Support.',
  'page.text.application_disabled_with_owner':
    'Diese Anwendung wurde deaktiviert, weil Ihr Konto gesperrt wurde oder kein Entwicklerkonto mehr ist. Sie kann hier nicht geändert werden. Bitte wenden Sie sich an den Support.',
  'page.text.secret_withdrawn': 'Das bisherige Geheimnis gilt nicht mehr.',
  'page.text.secret_once':
    'Dies ist das Geheimnis der Anwendung. Es wird nur jetzt angezeigt: Bewahren Sie es sicher auf.',
  'page.link.secret_kept': 'Weiter zur Anwendung',
  'page.title.registered': '{name} ist bereit',
  'page.title.secret': 'Ein neues Geheimnis für {name}',
  'page.title.not_a_developer': 'Diese Seiten sind für Entwickler',
  'page.text.not_a_developer':
    'Ihr Konto kann keine Anwendungen registrieren. Bitten Sie den Support, Sie als Entwickler zuzulassen.',
  'page.text.webhooks':
    'Webhooks, die diese Anwendung für ihre Benutzer angelegt hat. Sie werden ohne die Benutzer angezeigt.',
  'page.text.webhooks_none':
    'Diese Anwendung hat keine Webhooks. Sie kann welche für ihre Benutzer anlegen, wenn sie Webhooks ändern darf.',
  'page.label.url': 'Adresse',
  'page.label.topics': 'Themen',
  'page.label.waiting': 'Wartende Zustellungen',
  'page.name.webhook_owner': 'Aus',
  'page.name.webhook_gone': 'Der Empfänger ist weg (410)',
  'page.name.webhook_failing': 'Der Empfänger war tagelang gestört oder weit im Rückstand',
  'page.name.webhook_not_allowed': 'Anwendung oder Benutzer ist deaktiviert',
  'page.name.deliveries': 'Zustellungen',
  'page.text.deliveries': 'Was in den letzten sieben Tagen gesendet wurde, das Neueste zuerst.',
  'page.text.deliveries_none':
    'In den letzten sieben Tagen wurde nichts gesendet. Senden Sie einen Ping, um den Empfänger zu prüfen.',
  'page.name.delivery_waiting': 'Wartet',
  'page.name.delivery_delivered': 'Zugestellt',
  'page.label.number': 'Nummer',
  'page.label.time': 'Zeit',
  'page.label.attempts': 'Versuche',
  'page.label.result': 'Letztes Ergebnis',
  'page.label.redeliver': 'Zustellung {number} erneut senden',
  'page.button.ping': 'Ping senden',
  'page.button.redeliver': 'Erneut senden',
  'page.text.pinged': 'Gleich wird ein Ping gesendet.',
  'page.text.redelivered': 'Die Zustellung wird gleich erneut gesendet.',
  'page.text.webhook_off':
    'Der Webhook ist aus, deshalb wurde nichts gesendet. Die Anwendung kann ihn wieder einschalten.',
  'application.name': 'Muss 1 bis {max} Zeichen lang sein, ohne Steuerzeichen.',
  'application.name.letters': 'Muss Buchstaben oder Ziffern enthalten.',
  'application.name.service':
    'Darf nicht wie {service} aussehen. Wählen Sie einen Namen, der sagt, wer die Anwendung betreibt.',
  'application.name.taken': 'Eine andere Anwendung hat diesen Namen. Wählen Sie einen anderen.',
  'application.name.script':
    'Darf nur Buchstaben einer Schrift haben, etwa lateinische oder kyrillische. Japanisch, Koreanisch und Chinesisch dürfen mit lateinischen Buchstaben gemischt werden.',
  'application.redirect_uri.malformed':
    '„{uri}“ ist keine gültige Umleitungsadresse. Sie muss absolut sein, ohne Fragment und ohne Zugangsdaten.',
  'application.redirect_uri.pattern':
    '„{uri}“ darf keinen Platzhalter enthalten. Führen Sie jede Adresse auf.',
  'application.redirect_uri.https':
    '„{uri}“ muss eine HTTPS-Adresse sein, oder eine HTTP-Adresse auf localhost.',
  'application.redirect_uri.native':
    '„{uri}“ muss eine HTTPS-Adresse sein, eine HTTP-Adresse auf localhost, oder ein Schema mit einem Punkt haben, wie com.example.app.',
  'application.redirect_uri.loopback':
    '„{uri}“ führt zum Gerät des Benutzers. Schreiben Sie http statt https.',
  'application.redirect_uris.missing': 'Geben Sie mindestens eine Adresse ein.',
  'application.redirect_uris.server': 'Eine Serveranwendung hat keine Umleitungsadressen.',
  'application.redirect_uris.most': 'Geben Sie höchstens {max} Adressen ein.',
  'application.redirect_uris.long': 'Jede Adresse darf höchstens {max} Zeichen lang sein.',
  'application.redirect_uris.service':
    '„{uri}“ ist eine Adresse dieses Dienstes. Es muss eine Adresse Ihrer Anwendung sein.',
  'application.redirect_uris.loopback':
    '„{uri}“ führt zum Gerät des Benutzers. Nur Apps für Geräte dürfen das verwenden.',
  'application.scopes': 'Wählen Sie mindestens eines aus.',
  'page.hint.application_link': 'Eine HTTPS-Adresse, die Benutzer bei der Anmeldung sehen.',
  'page.text.consent_developer':
    '{service} betreibt {application} nicht. Ein Entwickler hat die Anwendung registriert, und sie führt zu {host}.',
  'page.text.requests':
    'Anfragen des letzten Tages, die neuesten zuerst. Nichts hier sagt, wer der Benutzer war.',
  'page.text.requests_none':
    'Keine Anfragen am letzten Tag. Eine neue Anfrage erscheint hier nach einer Sekunde.',
  'page.text.requests_off': 'Das Protokoll der Anfragen ist ausgeschaltet.',
  'page.text.requests_omitted': '{count} weitere Anfragen zu dieser Zeit sind nicht aufgeführt.',
  'page.link.requests_all': 'Alle Anfragen',
  'page.link.requests_failed': 'Nur abgelehnte und fehlgeschlagene',
  'page.label.operation': 'Operation',
  'page.label.status': 'Status',
  'page.label.request_id': 'Anfrage-ID',
  'page.activity.application.created': 'Eine Anwendung registriert',
  'page.activity.application.updated': 'Eine Anwendung geändert',
  'page.activity.application.secret_rotated': 'Ein neues Geheimnis einer Anwendung erstellt',
  'page.activity.application.secret_withdrawn': 'Das bisherige Geheimnis einer Anwendung entzogen',
  'page.activity.application.disabled': 'Eine Anwendung deaktiviert',
  'page.activity.application.enabled': 'Eine Anwendung aktiviert',
  'page.activity.application.deleted': 'Eine Anwendung gelöscht',
  'page.activity.webhook.pinged': 'Einen Ping an einen Webhook gesendet',
  'page.activity.webhook.redelivered': 'Eine Zustellung eines Webhooks erneut gesendet',
  'page.title.application_logo': 'Logo von {name}',
  'page.label.logo': 'Logo',
  'page.hint.logo':
    'Ein PNG- oder WebP-Bild, {min} bis {max} Pixel breit und hoch, höchstens {kib} KiB. Nutzer sehen es, wenn sie der Anwendung zustimmen.',
  'page.button.logo': 'Logo ändern',
  'page.button.logo_remove': 'Logo entfernen',
  'page.text.logo_saved': 'Das Logo wurde gespeichert.',
  'page.text.logo_removed': 'Das Logo wurde entfernt.',
} as const
