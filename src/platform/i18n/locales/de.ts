import { merge } from '../merge.ts'
import { account } from './account/de.ts'
import { developer } from './developer/de.ts'
import type { Catalogue } from './en.ts'
import { mail } from './mail/de.ts'
import { operator } from './operator/de.ts'
import { pages } from './pages/de.ts'

/** German, addressing people with “Sie”. */
export const de: Catalogue = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'Diese Angabe ist erforderlich.',
  'rule.type.string': 'Muss ein Text sein.',
  'rule.type.string_unquoted': 'Muss ein Text sein, in Anführungszeichen.',
  'rule.type.boolean': 'Muss „true“ oder „false“ sein.',
  'rule.type.boolean_quoted': 'Muss „true“ oder „false“ sein, ohne Anführungszeichen.',
  'rule.type.integer': 'Muss eine ganze Zahl sein.',
  'rule.type.integer_quoted': 'Muss eine ganze Zahl sein, ohne Anführungszeichen.',
  'rule.type.int32': 'Muss eine ganze Zahl bis höchstens 2147483647 sein.',
  'rule.type.array': 'Muss eine Liste sein.',
  'rule.phone':
    'Muss eine Telefonnummer mit Landesvorwahl sein, etwa +49 30 901820, oder eine Nummer des gewählten Landes.',
  'rule.time_zone': 'Muss eine Zeitzone sein, etwa Europe/Berlin.',
  'rule.year': 'Muss eine vierstellige Jahreszahl sein, zum Beispiel 2031.',
  'rule.invalid': 'Dieser Wert ist ungültig.',
  'rule.reference':
    'Muss aus 1 bis 64 Buchstaben, Ziffern, Bindestrichen und Unterstrichen bestehen.',
  'rule.repeated': 'Darf nur einmal angegeben werden.',
  'rule.hostile':
    'Darf {character} (Stelle {position}) nicht enthalten, auch keine anderen Zeilenumbrüche, Steuerzeichen oder Zeichen, die die Schreibrichtung ändern.',
  'rule.unknown': 'Diese Eigenschaft gibt es hier nicht, oder sie kann nicht geändert werden.',
  'rule.unknown_like': 'Diese Eigenschaft gibt es hier nicht. Meinten Sie {known}?',
  'rule.unknown_known':
    'Diese Eigenschaft gibt es hier nicht. Die bekannten Eigenschaften sind {known}.',
  'rule.unknown_id': 'Senden Sie die ID im Pfad, nicht im Inhalt der Anfrage.',
  'rule.read_only': 'Diese Eigenschaft kann hier nicht gesetzt werden.',
  'rule.account_pages': 'Nur Benutzer selbst können dies ändern, auf den Seiten ihres Kontos.',
  'rule.security_code': 'Der Prüfcode einer Karte wird hier nie angenommen. Senden Sie ihn nicht.',
  'rule.too_long': 'Darf höchstens {max} Zeichen lang sein.',
  'rule.too_short': 'Muss mindestens {min} Zeichen lang sein.',
  'rule.too_many': 'Darf höchstens {max} Einträge haben.',
  'rule.idempotency_key':
    'Muss aus 1 bis 255 druckbaren ASCII-Zeichen bestehen und darf nur einmal angegeben werden.',
  'rule.minimum': 'Muss mindestens {min} sein.',
  'rule.maximum': 'Darf höchstens {max} sein.',
  'rule.one_of': 'Muss einer dieser Werte sein: {values}.',
  'rule.sort':
    'Muss einer oder mehrere dieser Namen sein, durch Kommas getrennt: {fields}. Ein „-“ vor einem Namen kehrt die Reihenfolge um.',
  'rule.https_url': 'Muss eine URL sein, die mit https:// beginnt, mit höchstens {max} Zeichen.',
  'rule.logo.type': 'Muss ein vollständiges PNG- oder WebP-Bild ohne Animation sein.',
  'rule.logo.bytes': 'Darf höchstens {max} KiB groß sein.',
  'rule.logo.pixels': 'Muss {min} bis {max} Pixel breit und hoch sein.',

  // Errors
  'error.invalid_request_body': 'Der Inhalt der Anfrage muss ein JSON-Objekt sein.',
  'error.invalid_request_body.empty': 'Der Inhalt ist leer. Er muss ein JSON-Objekt sein.',
  'error.invalid_request_body.syntax':
    'Der Inhalt ist kein gültiges JSON. Der Fehler steht in Zeile {line}, Spalte {column}.',
  'error.invalid_request_body.encoding': 'Der Inhalt ist nicht in UTF-8.',
  'error.invalid_request_body.depth': 'Der Inhalt ist mehr als {max} Ebenen tief verschachtelt.',
  'error.validation_failed': 'Einige Angaben fehlen oder sind ungültig. Bitte prüfen Sie sie.',
  'error.https_required': 'Bitte senden Sie die Anfrage über HTTPS.',
  'error.malformed_request': 'Die Anfrage ist kein gültiges HTTP.',
  'error.malformed_request.if_match':
    'If-Match muss * oder eine Liste von Entity-Tags in Anführungszeichen sein.',
  'error.invalid_signature': 'Die Signatur ist nicht gültig.',
  'error.unauthorized':
    'Bitte melden Sie sich an. Für diese Anfrage ist ein Zugriffstoken erforderlich.',
  'error.unauthorized.query': 'Senden Sie das Zugriffstoken im Header {header}, nicht in der URL.',
  'error.unauthorized.scheme':
    'Senden Sie ein Zugriffstoken im Header {header}. Andere Authentifizierungsverfahren gelten nur für den Token-Endpunkt.',
  'error.invalid_token': 'Das Zugriffstoken ist ungültig oder abgelaufen.',
  'error.insufficient_scope': 'Diese Anwendung ist dazu nicht berechtigt.',
  'error.insufficient_scope.needed':
    'Für diese Anfrage ist ein Zugriffstoken mit dem Scope {scope} erforderlich.',
  'error.insufficient_scope.application':
    'Dieses Zugriffstoken gehört einer Anwendung, keinem Benutzer. Lassen Sie zuerst den Benutzer sich anmelden.',
  'error.insufficient_scope.user':
    'Dieses Zugriffstoken gehört zu einem Benutzer. Senden Sie das eigene Token der Anwendung (Client-Credentials-Grant).',
  'error.forbidden': 'Das ist nicht erlaubt.',
  'error.invalid_delete': 'Dies kann nicht gelöscht werden, solange es verwendet wird.',
  'error.invalid_delete.billed':
    'Diese Adresse kann nicht gelöscht werden, weil sie die Rechnungsadresse von {methods} ist.',
  'error.limit_reached': 'Die Höchstzahl ist erreicht. Bitte löschen Sie zuerst einen Eintrag.',
  'error.webhook_disabled': 'Dieser Webhook ist deaktiviert. Bitte aktivieren Sie ihn zuerst.',
  'error.purchase_not_allowed': 'Dieses Angebot kann nicht gekauft werden.',
  'error.not_found': 'Hier wurde nichts gefunden.',
  'error.not_found.path': 'Diesen Pfad gibt es nicht. Beginnen Sie bei {url}.',
  'error.method_not_allowed': 'Diese Methode ist hier nicht erlaubt.',
  'error.method_not_allowed.allowed':
    'Diese Methode ist hier nicht erlaubt. Die erlaubten Methoden sind {methods}.',
  'error.not_acceptable':
    'Der Accept-Header muss application/hal+json oder application/json zulassen.',
  'error.request_timeout':
    'Die Übertragung der Anfrage hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  'error.precondition_failed':
    'Die Daten wurden geändert, seit Sie sie geladen haben. Bitte laden Sie sie neu und wiederholen Sie Ihre Änderung.',
  'error.idempotency_key_in_use':
    'Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet. Bitte warten Sie einen Moment und wiederholen Sie sie.',
  'error.idempotency_key_reused':
    'Dieser Idempotency-Key wurde bereits für eine Anfrage mit anderem Inhalt verwendet. Verwenden Sie einen neuen Schlüssel.',
  'error.payload_too_large': 'Der Inhalt der Anfrage ist größer als 64 KiB.',
  'error.unsupported_media_type':
    'Der Inhalt der Anfrage muss application/json oder application/hal+json sein.',
  'error.unsupported_media_type.encoding': 'Der Inhalt muss in UTF-8 und unkomprimiert sein.',
  'error.headers_too_large': 'Die Header sind größer als 16 KiB.',
  'error.internal_server_error':
    'Der Fehler liegt bei uns. Bitte versuchen Sie es später noch einmal.',
  'error.too_many_requests': 'Zu viele Anfragen. Bitte warten Sie vor der nächsten.',
  'error.service_unavailable':
    'Der Dienst ist vorübergehend nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',

  // Titles of links
  'link.self': 'Diese Ressource',
  'link.first': 'Erste Seite',
  'link.last': 'Letzte Seite',
  'link.next': 'Nächste Seite',
  'link.prev': 'Vorherige Seite',
  'link.user': 'Ihr Profil',
  'link.addresses': 'Ihre Adressen',
  'link.paymentmethods': 'Ihre Zahlungsmethoden',
  'link.countries': 'Länder',
  'link.webhooks': 'Ihre Webhooks',
  'link.viagogo:user': 'Ihr Profil',
  'link.viagogo:countries': 'Länder',
  'link.address:create': 'Adresse hinzufügen',
  'link.address:update': 'Adresse ändern',
  'link.address:delete': 'Adresse löschen',
  'link.address:carrier': 'Versanddienst, der an dieser Adresse abholt',
  'link.country': 'Land',
  'link.country:events': 'Veranstaltungen in diesem Land',
  'link.country:localwebpage': 'Website für dieses Land',
  'link.country:addressrules': 'Adressformat dieses Landes',
  'link.paymentmethod:createcreditcard': 'Kredit- oder Debitkarte hinzufügen',
  'link.paymentmethod:setupcreditcard': 'Karte in den Feldern des Zahlungsdienstes einrichten',
  'link.paymentmethod:cardsetup': 'Diese Karte bestätigen',
  'link.paymentmethod:createpaypal': 'PayPal-Konto hinzufügen',
  'link.paymentmethod:updatecreditcard': 'Karte aktualisieren',
  'link.paymentmethod:updatepaypal': 'PayPal-Konto aktualisieren',
  'link.paymentmethod:updatedefaults': 'Als Standard festlegen oder aufheben',
  'link.paymentmethod:delete': 'Zahlungsmethode löschen',
  'link.user:addresses': 'Ihre Adressen',
  'link.user:paymentmethods': 'Ihre Zahlungsmethoden',
  'link.user:purchases': 'Ihre Käufe',
  'link.user:sales': 'Ihre Verkäufe',
  'link.user:salesaggregates': 'Übersicht Ihrer Verkäufe',
  'link.user:sellerlistings': 'Ihre Angebote',
  'link.user:update': 'Profil ändern',
  'link.user:webhooks': 'Ihre Webhooks',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Webhook hinzufügen',
  'link.webhook:update': 'Webhook ändern',
  'link.webhook:delete': 'Webhook löschen',
  'link.webhook:ping': 'Ping senden',
  'link.webhook:rotatesecret': 'Secret ersetzen',
  'link.webhook:deliveries': 'Zustellungen dieses Webhooks',
  'link.delivery:redeliver': 'Erneut senden',
  'link.paymentmethod:createbankaccount': 'Bankkonto hinzufügen',
  'link.paymentmethod:updatebankaccount': 'Bankkonto aktualisieren',

  // Webhooks
  'webhook.url.invalid':
    'Muss eine vollständige URL ohne Fragment sein, etwa https://example.com/hook.',
  'webhook.url.scheme': 'Muss mit https:// beginnen.',
  'webhook.url.credentials':
    'Darf weder Benutzernamen noch Passwort enthalten. Verwenden Sie authorization_header.',
  'webhook.url.port': 'Muss einen dieser Ports verwenden: {ports}.',
  'webhook.url.address': 'Muss zu einer öffentlichen Adresse im Internet führen.',
  'webhook.topics':
    'Muss eine Liste mit einem oder mehreren der Werte Addresses, PaymentMethods, User und Ping sein, jeder nur einmal.',
  'webhook.authorization_header': 'Muss 1 bis 1024 Zeichen haben, nur druckbare ASCII-Zeichen.',

  // Addresses
  'address.default.required':
    'Eine Adresse muss immer die Standardadresse sein. Legen Sie stattdessen eine andere Adresse als Standard fest.',
  'address.country_code.unknown':
    'Muss ein Ländercode aus zwei Buchstaben sein (ISO 3166-1), zum Beispiel DE.',
  'address.country_code.meant':
    'Muss ein Ländercode aus zwei Buchstaben sein (ISO 3166-1). Meinten Sie {code}?',
  'address.state_province.required':
    'In diesem Land ist ein Bundesstaat, eine Provinz oder Region erforderlich.',
  'address.state_province.required_like':
    'In diesem Land ist ein Bundesstaat, eine Provinz oder Region erforderlich, zum Beispiel {example}.',
  'address.postal_code.required':
    'In diesem Land ist eine Postleitzahl erforderlich, zum Beispiel {example}.',
  'address.postal_code.digits': 'Wie „{example}“: {count} Ziffern.',
  'address.postal_code.zip':
    'Wie „{example}“: fünf Ziffern, bei Bedarf gefolgt von Bindestrich und vier Ziffern.',
  'address.postal_code.canadian':
    'Wie „{example}“: Buchstabe, Ziffer, Buchstabe, dann Ziffer, Buchstabe, Ziffer.',
  'address.postal_code.british':
    'Wie „{example}“: Gebiet und Bezirk, dann eine Ziffer und zwei Buchstaben.',
  'address.postal_code.irish': 'Wie „{example}“: drei Zeichen, dann vier.',
  'address.postal_code.dutch': 'Wie „{example}“: vier Ziffern, dann zwei Buchstaben.',
  'address.postal_code.two_dash_three':
    'Wie „{example}“: zwei Ziffern, ein Bindestrich und drei Ziffern.',
  'address.postal_code.three_dash_four':
    'Wie „{example}“: drei Ziffern, ein Bindestrich und vier Ziffern.',
  'address.postal_code.three_space_two': 'Wie „{example}“: drei Ziffern, dann zwei.',
  'address.postal_code.four_dash_three':
    'Wie „{example}“: vier Ziffern, ein Bindestrich und drei Ziffern.',
  'address.postal_code.five_dash_three':
    'Wie „{example}“: fünf Ziffern, ein Bindestrich und drei Ziffern.',
  'address.postal_code.like': 'Muss aussehen wie {example}.',
  'address.postal_code.like_either': 'Muss aussehen wie {example} oder {second}.',

  // What countries call the parts of an address
  'address.label.full_name': 'Vollständiger Name',
  'address.label.address_1': 'Straße und Hausnummer',
  'address.label.address_2': 'Adresszeile 2',
  'address.label.address_3': 'Adresszeile 3',
  'address.label.country_code': 'Land',
  'address.label.city': 'Ort',
  'address.label.post_town': 'Postort',
  'address.label.suburb': 'Stadtteil',
  'address.label.district': 'Bezirk',
  'address.label.state': 'Bundesstaat',
  'address.label.province': 'Provinz',
  'address.label.county': 'Grafschaft oder Landkreis',
  'address.label.department': 'Departement',
  'address.label.emirate': 'Emirat',
  'address.label.prefecture': 'Präfektur',
  'address.label.oblast': 'Oblast',
  'address.label.do_si': 'Provinz oder Metropolstadt',
  'address.label.parish': 'Gemeinde (Parish)',
  'address.label.island': 'Insel',
  'address.label.area': 'Gebiet',
  'address.label.postal': 'Postleitzahl',
  'address.label.zip': 'Postleitzahl (ZIP)',
  'address.label.eircode': 'Eircode',
  'address.label.pin': 'Postleitzahl (PIN)',

  // Payment methods
  'paymentmethod.buyer_method':
    'Mit dieser Zahlungsmethode können Sie nicht kaufen. Sie kann deshalb nicht der Standard für Käufe sein.',
  'paymentmethod.seller_method':
    'Mit dieser Zahlungsmethode können Sie keine Zahlungen empfangen. Sie kann deshalb nicht der Standard für den Empfang von Zahlungen sein.',
  'paymentmethod.billing_address': 'Muss die ID einer Ihrer Adressen sein.',
  'paymentmethod.duplicate': 'Sie haben dies bereits als andere Zahlungsmethode gespeichert.',
  'paymentmethod.email': 'Muss eine E-Mail-Adresse sein, zum Beispiel ada@example.com.',
  'card.number.digits':
    'Muss aus den Ziffern der Kartennummer bestehen. Leerzeichen und Bindestriche zwischen den Ziffern sind erlaubt.',
  'card.number.brand': 'Diese Kartennummer gehört zu keiner unterstützten Kartenmarke.',
  'card.number.length': 'Die Kartennummer hat nicht die richtige Länge für {brand}.',
  'card.number.check': 'Die Prüfziffer der Kartennummer ist falsch.',
  'card.token.both': 'Senden Sie entweder die Kartennummer oder das Kartentoken, nicht beides.',
  'card.token.unsupported':
    'Kartentokens werden hier nicht akzeptiert. Senden Sie die Kartennummer.',
  'card.token.unknown': 'Dieses Kartentoken ist unbekannt oder wurde bereits verwendet.',
  'card.declined': 'Die Karte wurde abgelehnt.',
  'card.number.unsupported':
    'Kartennummern werden hier nicht akzeptiert. Senden Sie ein Kartentoken.',
  'card.gone':
    'Die gespeicherte Karte ist nicht mehr vorhanden. Senden Sie die Kartennummer oder das Kartentoken noch einmal.',
  'card.declined.expired': 'Laut dem Herausgeber der Karte ist die Karte abgelaufen.',
  'card.declined.security_code':
    'Die Prüfziffer der Karte ist falsch. Geben Sie die Karte noch einmal ein.',
  'card.declined.postal_code':
    'Dem Herausgeber der Karte ist eine andere Postleitzahl bekannt. Wählen Sie die Rechnungsadresse der Karte.',
  'card.declined.funds':
    'Die Karte ist nicht ausreichend gedeckt. Verwenden Sie eine andere Karte.',
  'card.declined.authentication':
    'Der Herausgeber der Karte verlangt, dass Sie diese Karte bestätigen. Geben Sie die Karte in die Felder des Zahlungsdienstes ein, und senden Sie das Kartentoken.',
  'card.not_chargeable':
    'Diese Karte liegt bei keinem Zahlungsdienst und kann daher nicht belastet werden.',
  'payout.on_hold':
    'Die Auszahlungsmethode der Person ist nach einer Änderung gesperrt, und es gibt keine andere, über die ausgezahlt werden darf.',
  'payout.no_method': 'Die Person hat keine bestätigte Auszahlungsmethode.',
  'card.declined.authentication_failed':
    'Der Herausgeber der Karte konnte nicht bestätigen, dass die Karte Ihnen gehört. Versuchen Sie es noch einmal, oder verwenden Sie eine andere Karte.',
  'card.setup.incomplete':
    'Die Einrichtung dieser Karte ist nicht abgeschlossen. Bestätigen Sie die Karte in den Feldern des Zahlungsdienstes, und senden Sie sie noch einmal.',
  'card.setup.ended': 'Die Einrichtung dieser Karte ist beendet. Beginnen Sie eine neue.',
  'card.setup.not_supported':
    'Hier ist kein Zahlungsdienst angeschlossen, deshalb gibt es keine Felder zum Einrichten einer Karte. Senden Sie die Kartennummer.',
  'card.expired': 'Die Karte ist im Monat {expiry} abgelaufen.',
  'card.start.late': 'Der Gültigkeitsbeginn der Karte darf nicht nach dem Ablaufdatum liegen.',
  'card.issue_number': 'Muss aus einer oder zwei Ziffern bestehen.',
  'rule.card_number': 'Darf keine Kartennummer enthalten.',
  'paymentmethod.type.CreditCard': 'Kredit- oder Debitkarte',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': 'Bankkonto',
  'bankaccount.iban.country':
    'Muss mit den zwei Buchstaben eines Landes beginnen, das IBANs verwendet, zum Beispiel DE.',
  'bankaccount.iban.length': 'IBANs, die mit {country} beginnen, haben {length} Zeichen.',
  'bankaccount.iban.form':
    'IBANs, die mit {country} beginnen, sehen so aus: {form}. # steht für eine Ziffer, A für einen Buchstaben und * für beides.',
  'bankaccount.iban.check':
    'Die Prüfziffern passen nicht zu dieser IBAN. Prüfen Sie sie auf Tippfehler.',
  'bankaccount.routing_number':
    'Muss eine US-amerikanische Bankleitzahl (Routing Number) mit neun Ziffern sein. Prüfen Sie sie auf Tippfehler.',
  'bankaccount.number': 'Muss die Kontonummer mit 5 bis 17 Ziffern sein.',
  'bankaccount.both': 'Senden Sie entweder eine IBAN oder ein US-Konto, nicht beides.',
  'bankaccount.holder': 'Muss der Name der Inhaberin oder des Inhabers sein, ohne Kontonummer.',
  'bankaccount.confirmed':
    'Sie haben dieses Konto bestätigt, deshalb kann die Nummer nicht ersetzt werden. Fügen Sie das neue Konto als weitere Zahlungsmethode hinzu und löschen Sie dieses.',
  'bankaccount.not_supported': 'Bankkonten können hier nicht hinzugefügt werden.',
  'bankaccount.gone':
    'Der Zahlungsdienst hat dieses Konto nicht mehr. Fügen Sie es noch einmal hinzu.',
  'bankaccount.declined':
    'Der Zahlungsdienst nimmt dieses Konto nicht an. Prüfen Sie die Angaben, oder verwenden Sie ein anderes Konto.',
  'bankaccount.declined.number':
    'Der Zahlungsdienst kennt diese Nummer nicht. Prüfen Sie sie auf Tippfehler.',
  'bankaccount.declined.routing_number':
    'Der Zahlungsdienst kennt diese US-amerikanische Bankleitzahl (Routing Number) nicht. Prüfen Sie sie auf Tippfehler.',
  'bankaccount.declined.country':
    'Konten in diesem Land können hier keine Zahlungen erhalten. Verwenden Sie ein Konto in einem anderen Land.',
  'bankaccount.declined.currency':
    'Konten in dieser Währung können hier keine Zahlungen erhalten. Verwenden Sie ein Konto in einer anderen Währung.',
  'bankaccount.declined.seller_country':
    'Verkäufer in diesem Land können hier keine Zahlungen erhalten. Wenn Sie in einem anderen Land wohnen, wählen Sie Ihre Adresse dort.',

  // Listings
  'listing.tickets.left': 'Es sind höchstens noch {left} Tickets übrig.',
  'listing.tickets.split':
    'Diese Anzahl von Tickets kann nicht zusammen gekauft werden. Möglich sind {splits}.',
  'listing.delivery_method': 'Muss die ID einer der Versandarten dieses Angebots sein.',
  'listing.delivery_address': 'Muss die ID einer Ihrer Adressen sein.',
  'listing.delivery_country': 'Die Tickets können nicht in dieses Land geliefert werden.',
  'listing.pickup_full_name':
    'Der vollständige Name der Person, die die Tickets abholt, ist erforderlich.',
  'listing.coupon.unknown': 'Der Gutschein „{coupon}“ ist für dieses Angebot nicht gültig.',
  'listing.coupon.expired': 'Der Gutschein „{coupon}“ ist abgelaufen.',
  'listing.reason.type_not_accepted': 'Diese Zahlungsart wird für dieses Angebot nicht akzeptiert.',
  'listing.reason.expired': 'Diese Karte ist abgelaufen.',
  'listing.reason.not_for_buying': 'Mit dieser Zahlungsmethode können Sie nicht kaufen.',
})
