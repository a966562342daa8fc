/** The account pages, in Dutch. */
export const account = {
  // The frame of the account pages
  'page.link.overview': 'Overzicht',
  'page.label.menu': 'Menu',
  'page.label.signed_in_as': 'Ingelogd als {name}',
  'page.button.save': 'Opslaan',
  'page.button.edit': 'Bewerken',
  'page.button.delete': 'Verwijderen',
  'page.button.make_default': 'Als standaard instellen',
  'page.button.undo': 'Ongedaan maken',
  'page.name.default': 'Standaard',
  'page.text.saved': 'Uw wijzigingen zijn opgeslagen.',
  'page.error.changed_elsewhere':
    'Dit is intussen elders gewijzigd. Controleer uw gegevens en sla opnieuw op om de andere wijziging te vervangen.',

  // Overview
  'page.title.overview': 'Hallo, {name}',
  'page.title.overview_unnamed': 'Uw account',
  'page.name.attention': 'Vraagt uw aandacht',
  'page.text.all_well': 'Alles is bijgewerkt.',
  'page.text.needs_second_factor':
    'Alleen een wachtwoord beschermt uw account. Voeg een toegangssleutel of een authenticator-app toe.',
  'page.text.needs_card': '{card} is verlopen. Vervang of verwijder deze kaart.',
  'page.text.needs_address': 'U hebt nog geen adres. Voeg er een toe om sneller af te rekenen.',
  'page.text.needs_erasure': 'Uw account wordt verwijderd op {date}. U kunt het nog behouden.',
  'page.label.count_addresses': 'Opgeslagen adressen: {count}',
  'page.label.count_sessions': 'Actieve sessies: {count}',
  'page.label.count_applications': 'Gekoppelde applicaties: {count}',
  'page.label.sign_in_methods': 'Wachtwoord, toegangssleutels, authenticator-app',

  // Addresses
  'page.title.addresses': 'Adressen',
  'page.link.addresses': 'Adressen',
  'page.text.no_addresses':
    'U hebt nog geen adressen. Opgeslagen adressen worden bij een aankoop aangeboden voor levering en facturering.',
  'page.button.address_add': 'Adres toevoegen',
  'page.title.address_edit': 'Adres bewerken',
  'page.title.address_delete': 'Dit adres verwijderen?',
  'page.text.address_delete':
    'Dit adres wordt bij een aankoop niet meer aangeboden. Op de volgende pagina kunt u dit ongedaan maken.',
  'page.text.address_delete_default': 'Een ander adres wordt uw standaardadres.',
  'page.text.address_added': 'Het adres is toegevoegd.',
  'page.text.address_saved': 'Het adres is opgeslagen.',
  'page.text.address_deleted': 'Het adres is verwijderd.',
  'page.text.address_default': 'Dit is nu uw standaardadres.',
  'page.text.address_billed':
    'Een betaalmethode gebruikt dit adres als factuuradres, dus het kan niet worden verwijderd.',
  'page.label.country': 'Land',
  'page.name.choose_country': 'Kies een land',
  'page.button.use_country': 'Dit land gebruiken',
  'page.hint.use_country': 'De overige velden zijn afhankelijk van het land.',
  'page.label.optional': '{label} (optioneel)',
  'page.label.example': 'Bijvoorbeeld {example}',
  'page.label.default_address': 'Instellen als mijn standaardadres',
  'page.label.edit_address': 'Adres bewerken: {address}',
  'page.label.delete_address': 'Adres verwijderen: {address}',
  'page.label.default_address_of': 'Als standaardadres instellen: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Betaalmethoden',
  'page.text.no_methods':
    'U hebt nog geen betaalmethoden. Met opgeslagen methoden koopt u sneller, en PayPal kan ook uw opbrengsten ontvangen.',
  'page.button.card_add': 'Kaart toevoegen',
  'page.button.paypal_add': 'PayPal-account toevoegen',
  'page.title.card_edit': '{method} bewerken',
  'page.name.card': '{brand} eindigend op {last4}',
  'page.name.expired': 'Verlopen',
  'page.name.default_buyer': 'Standaard voor aankopen',
  'page.name.default_seller': 'Standaard voor uitbetalingen',
  'page.label.expires': 'Vervalt',
  'page.label.billing_address': 'Factuuradres',
  'page.name.no_billing': 'Geen factuuradres',
  'page.label.holder': 'Naam op de kaart',
  'page.label.card_number': 'Kaartnummer',
  'page.hint.card_number': 'Het nummer wordt hier niet bewaard.',
  'page.hint.card_number_keep': 'Laat leeg om {method} te behouden.',
  'page.label.expiry_month': 'Vervalmaand',
  'page.label.expiry_year': 'Vervaljaar',
  'page.name.month': 'Maand',
  'page.name.year': 'Jaar',
  'page.label.default_buyer': 'Standaard gebruiken voor mijn aankopen',
  'page.label.default_seller': 'Standaard gebruiken voor mijn uitbetalingen',
  'page.label.paypal_email': 'E-mailadres van het PayPal-account',
  'page.button.default_buyer': 'Standaard maken voor aankopen',
  'page.button.default_seller': 'Standaard maken voor uitbetalingen',
  'page.label.action_on': '{action}: {method}',
  'page.title.method_delete': '{method} verwijderen?',
  'page.text.method_delete':
    '{method} wordt bij het afrekenen niet meer aangeboden. Lopende betalingen blijven ongewijzigd. Om deze methode weer te gebruiken, moet u haar opnieuw toevoegen.',
  'page.text.method_delete_default': 'U hebt daarna geen standaard totdat u er een kiest.',
  'page.text.method_added': 'De betaalmethode is toegevoegd.',
  'page.text.method_saved': 'De betaalmethode is opgeslagen.',
  'page.text.method_deleted': 'De betaalmethode is verwijderd.',
  'page.text.method_default': 'Uw standaard is gewijzigd.',
  'page.text.cards_elsewhere':
    'U kunt een kaart toevoegen wanneer u iets koopt. Daarna staat deze hier.',
  'page.error.vault': 'De kaart kon nu niet worden opgeslagen. Probeer het zo dadelijk opnieuw.',
  'page.label.count_methods': 'Opgeslagen betaalmethoden: {count}',

  // Profile
  'page.link.profile': 'Profiel',
  'page.label.profile_name': 'Volledige naam',
  'page.label.newsletter': 'Nieuwsbrief per e-mail ontvangen',
  'page.label.phone': 'Telefoonnummer',
  'page.label.phone_country': 'Land van het telefoonnummer',
  'page.label.phone_country_hint': 'Voor een nummer zonder landcode',
  'page.label.email_language': 'Taal van e-mails',
  'page.label.time_zone': 'Tijdzone',
  'page.text.profile_email': 'U logt in met {email}.',

  // Data and privacy
  'page.link.privacy': 'Uw gegevens',
  'page.name.export': 'Uw gegevens downloaden',
  'page.text.export':
    'U krijgt een bestand met alles wat over u is opgeslagen: profiel, adressen, betaalmethoden, gekoppelde applicaties en recente activiteit. Het bevat geen wachtwoorden en geen kaartnummers.',
  'page.button.export': 'Downloaden',
  'page.text.export_ready':
    'Het bestand heeft het formaat JSON. Bewaar het op een veilige plaats: het bevat uw adressen.',
  'page.name.delete_account': 'Uw account verwijderen',
  'page.text.delete_account':
    'Alles wat over u is opgeslagen wordt verwijderd. U hebt 14 dagen om van gedachten te veranderen.',
  'page.text.delete_account_now': 'Alle applicaties verliezen direct de toegang tot uw account.',
  'page.text.delete_account_cancel': 'Gedurende 14 dagen kunt u inloggen en het account behouden.',
  'page.text.delete_account_then':
    'Daarna worden uw adressen, betaalmethoden en inloggegevens definitief verwijderd.',
  'page.button.delete_account': 'Mijn account verwijderen',
} as const
