/** The account pages, in German. */
export const account = {
  // The frame of the account pages
  'page.link.overview': 'Übersicht',
  'page.label.menu': 'Menü',
  'page.label.signed_in_as': 'Angemeldet als {name}',
  'page.button.save': 'Speichern',
  'page.button.edit': 'Bearbeiten',
  'page.button.delete': 'Löschen',
  'page.button.make_default': 'Als Standard festlegen',
  'page.button.undo': 'Rückgängig machen',
  'page.name.default': 'Standard',
  'page.text.saved': 'Ihre Änderungen wurden gespeichert.',
  'page.error.changed_elsewhere':
    'Dies wurde inzwischen an anderer Stelle geändert. Prüfen Sie Ihre Angaben und speichern Sie erneut, um die andere Änderung zu ersetzen.',

  // Overview
  'page.title.overview': 'Guten Tag, {name}',
  'page.title.overview_unnamed': 'Ihr Konto',
  'page.name.attention': 'Bitte beachten',
  'page.text.all_well': 'Alles ist auf dem neuesten Stand.',
  'page.text.needs_second_factor':
    'Nur ein Passwort schützt Ihr Konto. Fügen Sie einen Passkey oder eine Authenticator-App hinzu.',
  'page.text.needs_card': '{card} ist abgelaufen. Ersetzen oder löschen Sie diese Karte.',
  'page.text.needs_address':
    'Sie haben noch keine Adresse. Fügen Sie eine hinzu, um schneller zu bezahlen.',
  'page.text.needs_erasure': 'Ihr Konto wird am {date} gelöscht. Sie können es noch behalten.',
  'page.label.count_addresses': 'Gespeicherte Adressen: {count}',
  'page.label.count_sessions': 'Aktive Sitzungen: {count}',
  'page.label.count_applications': 'Verbundene Anwendungen: {count}',
  'page.label.sign_in_methods': 'Passwort, Passkeys, Authenticator-App',

  // Addresses
  'page.title.addresses': 'Adressen',
  'page.link.addresses': 'Adressen',
  'page.text.no_addresses':
    'Sie haben noch keine Adressen. Gespeicherte Adressen werden Ihnen beim Kauf für Lieferung und Rechnung angeboten.',
  'page.button.address_add': 'Adresse hinzufügen',
  'page.title.address_edit': 'Adresse bearbeiten',
  'page.title.address_delete': 'Diese Adresse löschen?',
  'page.text.address_delete':
    'Diese Adresse wird Ihnen beim Kauf nicht mehr angeboten. Auf der nächsten Seite können Sie dies rückgängig machen.',
  'page.text.address_delete_default': 'Eine andere Adresse wird Ihre Standardadresse.',
  'page.text.address_added': 'Die Adresse wurde hinzugefügt.',
  'page.text.address_saved': 'Die Adresse wurde gespeichert.',
  'page.text.address_deleted': 'Die Adresse wurde gelöscht.',
  'page.text.address_default': 'Dies ist jetzt Ihre Standardadresse.',
  'page.text.address_billed':
    'Eine Zahlungsmethode verwendet diese Adresse als Rechnungsadresse. Sie kann daher nicht gelöscht werden.',
  'page.label.country': 'Land',
  'page.name.choose_country': 'Land auswählen',
  'page.button.use_country': 'Dieses Land verwenden',
  'page.hint.use_country': 'Die weiteren Felder richten sich nach dem Land.',
  'page.label.optional': '{label} (optional)',
  'page.label.example': 'Zum Beispiel {example}',
  'page.label.default_address': 'Als meine Standardadresse festlegen',
  'page.label.edit_address': 'Adresse bearbeiten: {address}',
  'page.label.delete_address': 'Adresse löschen: {address}',
  'page.label.default_address_of': 'Als Standardadresse festlegen: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Zahlungsmethoden',
  'page.text.no_methods':
    'Sie haben noch keine Zahlungsmethoden. Mit gespeicherten Methoden kaufen Sie schneller, und PayPal kann auch Ihre Einnahmen empfangen.',
  'page.button.card_add': 'Karte hinzufügen',
  'page.button.paypal_add': 'PayPal-Konto hinzufügen',
  'page.title.card_edit': '{method} bearbeiten',
  'page.name.card': '{brand} mit Endziffern {last4}',
  'page.name.expired': 'Abgelaufen',
  'page.name.default_buyer': 'Standard für Käufe',
  'page.name.default_seller': 'Standard für Auszahlungen',
  'page.label.expires': 'Gültig bis',
  'page.label.billing_address': 'Rechnungsadresse',
  'page.name.no_billing': 'Keine Rechnungsadresse',
  'page.label.holder': 'Name auf der Karte',
  'page.label.card_number': 'Kartennummer',
  'page.hint.card_number': 'Die Nummer wird hier nicht gespeichert.',
  'page.hint.card_number_keep': 'Lassen Sie das Feld leer, um {method} zu behalten.',
  'page.label.expiry_month': 'Ablaufmonat',
  'page.label.expiry_year': 'Ablaufjahr',
  'page.name.month': 'Monat',
  'page.name.year': 'Jahr',
  'page.label.default_buyer': 'Als Standard für Käufe verwenden',
  'page.label.default_seller': 'Als Standard für Auszahlungen verwenden',
  'page.label.paypal_email': 'E-Mail-Adresse des PayPal-Kontos',
  'page.button.default_buyer': 'Als Standard für Käufe festlegen',
  'page.button.default_seller': 'Als Standard für Auszahlungen festlegen',
  'page.label.action_on': '{action}: {method}',
  'page.title.method_delete': '{method} löschen?',
  'page.text.method_delete':
    '{method} wird an der Kasse nicht mehr angeboten. Laufende Zahlungen sind nicht betroffen. Um diese Zahlungsmethode wieder zu verwenden, müssen Sie sie neu hinzufügen.',
  'page.text.method_delete_default': 'Danach haben Sie keinen Standard, bis Sie einen festlegen.',
  'page.text.method_added': 'Die Zahlungsmethode wurde hinzugefügt.',
  'page.text.method_saved': 'Die Zahlungsmethode wurde gespeichert.',
  'page.text.method_deleted': 'Die Zahlungsmethode wurde gelöscht.',
  'page.text.method_default': 'Ihr Standard wurde geändert.',
  'page.text.cards_elsewhere': 'Karten fügen Sie beim Kauf hinzu. Danach stehen sie hier.',
  'page.error.vault':
    'Die Karte konnte gerade nicht gespeichert werden. Bitte versuchen Sie es gleich noch einmal.',
  'page.label.count_methods': 'Gespeicherte Zahlungsmethoden: {count}',

  // Profile
  'page.link.profile': 'Profil',
  'page.label.profile_name': 'Vollständiger Name',
  'page.label.newsletter': 'Newsletter per E-Mail erhalten',
  'page.label.phone': 'Telefonnummer',
  'page.label.phone_country': 'Land der Telefonnummer',
  'page.label.phone_country_hint': 'Für eine Nummer ohne Landesvorwahl',
  'page.label.email_language': 'Sprache der E-Mails',
  'page.label.time_zone': 'Zeitzone',
  'page.text.profile_email': 'Sie melden sich mit {email} an.',

  // Data and privacy
  'page.link.privacy': 'Ihre Daten',
  'page.name.export': 'Ihre Daten herunterladen',
  'page.text.export':
    'Sie erhalten eine Datei mit allem, was über Sie gespeichert ist: Profil, Adressen, Zahlungsmethoden, verbundene Anwendungen und letzte Aktivitäten. Sie enthält keine Passwörter und keine Kartennummern.',
  'page.button.export': 'Herunterladen',
  'page.text.export_ready':
    'Die Datei hat das Format JSON. Bewahren Sie sie sicher auf: Sie enthält Ihre Adressen.',
  'page.name.delete_account': 'Ihr Konto löschen',
  'page.text.delete_account':
    'Alles, was über Sie gespeichert ist, wird gelöscht. Sie haben 14 Tage Zeit, es sich anders zu überlegen.',
  'page.text.delete_account_now': 'Alle Anwendungen verlieren sofort den Zugriff auf Ihr Konto.',
  'page.text.delete_account_cancel':
    '14 Tage lang können Sie sich anmelden und das Konto behalten.',
  'page.text.delete_account_then':
    'Danach werden Ihre Adressen, Zahlungsmethoden und Anmeldedaten endgültig gelöscht.',
  'page.button.delete_account': 'Mein Konto löschen',
} as const
