import type { pages as en } from './en.ts'

/** What the pages say, in Dutch. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Fout: {title}',
  'page.link.skip': 'Naar de inhoud',
  'page.label.language': 'Taal',
  'page.label.account': 'Uw account',
  'page.text.check': 'Controleer wat u hebt ingevuld.',

  // Signing in
  'page.title.sign_in': 'Aanmelden',
  'page.text.sign_in_first': 'Meld u eerst aan.',
  'page.text.password_set': 'Uw nieuwe wachtwoord is ingesteld. U kunt zich er nu mee aanmelden.',
  'page.label.email': 'E-mailadres',
  'page.label.password': 'Wachtwoord',
  'page.button.sign_in': 'Aanmelden',
  'page.button.passkey': 'Aanmelden met een toegangssleutel',
  'page.link.forgotten': 'Wachtwoord vergeten?',
  'page.link.sign_up': 'Account maken',
  'page.link.sign_in': 'Liever aanmelden',
  'page.link.go_on': 'Ik heb mijn adres bevestigd: verder',
  'page.error.wrong': 'Het e-mailadres of het wachtwoord klopt niet.',
  'page.error.required': 'Vul dit veld in.',
  'page.error.email': 'Vul een e-mailadres in, bijvoorbeeld ada@example.com.',
  'page.error.passkey':
    'Die toegangssleutel werkte niet. Probeer het opnieuw of gebruik uw wachtwoord.',
  'page.error.too_many':
    'Er zijn te veel pogingen gedaan. Probeer het over {minutes} min. opnieuw.',

  // Many have guessed: an email confirms who it is
  'page.text.email_proof':
    'Er is vaak geprobeerd om zich bij dit account aan te melden. Als er een account is voor {email}, hebben we daar een code naartoe gestuurd. Vul de code en uw wachtwoord in, of open de link in de e-mail. Een code van het afgelopen uur werkt ook.',
  'page.text.email_proof_linked': 'Vul uw wachtwoord in om u aan te melden als {email}.',
  'page.label.email_code': 'Code uit de e-mail',
  'page.error.email_code':
    'Deze code klopt niet of is verlopen. Gebruik de code uit de nieuwste e-mail.',
  'page.error.wrong_password': 'Het wachtwoord klopt niet.',
  'page.text.second_factor_emailed':
    'Er zijn veel verkeerde codes ingevuld voor dit account. Bevestig dat u het bent: we hebben u een e-mail met een code gestuurd. Vul die hier in, en daaronder de zes cijfers die uw authenticator-app toont of een van uw herstelcodes.',

  // The second step
  'page.title.second_factor': 'Bevestig dat u het bent',
  'page.text.second_factor':
    'Vul de zes cijfers in die uw authenticator-app toont, of een van uw herstelcodes.',
  'page.label.code': 'Cijfercode',
  'page.button.continue': 'Verder',
  'page.button.use_passkey': 'Een toegangssleutel gebruiken',
  'page.link.start_again': 'Opnieuw beginnen',
  'page.error.code': 'Deze code klopt niet of is al gebruikt.',

  // Signing up
  'page.title.sign_up': 'Account maken',
  'page.label.full_name': 'Volledige naam (niet verplicht)',
  'page.text.password_rule':
    'Minstens 8 tekens. Het beste zijn een paar woorden die u kunt onthouden.',
  'page.button.sign_up': 'Account maken',
  'page.error.password_short': 'Gebruik minstens 8 tekens.',
  'page.error.password_long': 'Gebruik hoogstens 256 tekens.',
  'page.error.password_common':
    'Dit wachtwoord is makkelijk te raden: veel mensen gebruiken het. Kies een ander.',
  'page.error.password_same': 'Kies een ander wachtwoord dan uw e-mailadres of naam.',
  'page.error.full_name': 'Vul een naam van hoogstens 128 tekens in, op één regel.',
  'page.title.check_email': 'Controleer uw e-mail',
  'page.text.check_email':
    'Als {email} klopt, hebben we daar een e-mail naartoe gestuurd. Open de link daarin om verder te gaan.',
  'page.text.no_email':
    'Na een paar minuten nog geen e-mail? Controleer de map met ongewenste e-mail.',
  'page.link.other_email': 'Een ander e-mailadres gebruiken',
  'page.title.confirm_email': 'Bevestig uw e-mailadres',
  'page.text.confirm_email': 'Nog één stap: vul het wachtwoord in dat u voor {email} hebt gekozen.',
  'page.button.confirm_email': 'Bevestigen',
  'page.link.sign_up_again': 'Dat wachtwoord vergeten? Registreer opnieuw',

  // A forgotten password
  'page.title.forgotten': 'Wachtwoord vergeten',
  'page.text.forgotten':
    'Geef ons uw e-mailadres. We sturen u een link om een nieuw wachtwoord te kiezen.',
  'page.button.forgotten': 'Link sturen',
  'page.title.new_password': 'Kies een nieuw wachtwoord',
  'page.label.new_password': 'Nieuw wachtwoord',
  'page.button.new_password': 'Wachtwoord instellen',
  'page.title.continue': 'U bent ingelogd',
  'page.text.continue':
    'U bent in een andere browser of een tijd geleden begonnen. Ga terug naar {application} en begin daar opnieuw. U hoeft u niet opnieuw aan te melden.',
  'page.link.to_application': 'Naar {application}',
  'page.link.to_account': 'Naar uw account',

  // An application asks
  'page.title.consent': 'Mag {application} uw account gebruiken?',
  'page.label.consent': '{application} wil:',
  'page.text.consent_account': 'U bent aangemeld als {email}.',
  'page.text.consent_host': 'In beide gevallen gaat u terug naar {host}.',
  'page.text.consent_withdraw': 'U kunt dit altijd intrekken bij de gekoppelde applicaties.',
  'page.button.allow': 'Toestaan',
  'page.button.deny': 'Niet toestaan',
  'page.link.other_account': 'Ander account gebruiken',
  'page.scope.openid': 'Weten dat u het bent',
  'page.scope.profile': 'Uw naam en taal zien',
  'page.scope.email': 'Uw e-mailadres zien',
  'page.scope.phone': 'Uw telefoonnummer zien',
  'page.scope.address': 'Uw standaardadres zien',
  'page.scope.offline_access': 'Dit ook doen terwijl u er niet bent',
  'page.scope.read:events': 'Evenementen en aanbod zien',
  'page.scope.read:user': 'Uw profiel, adressen en betaalmethoden zien',
  'page.scope.write:user': 'Uw profiel, adressen en betaalmethoden wijzigen',
  'page.scope.read:webhooks': 'Zien waarheen nieuws over uw account wordt gestuurd',
  'page.scope.write:webhooks': 'Wijzigen waarheen nieuws over uw account wordt gestuurd',
  'page.scope.read:payment': 'Uw betalingen zien',
  'page.scope.read:sales': 'Uw verkopen zien',
  'page.scope.write:sales': 'Uw verkopen wijzigen',
  'page.scope.read:sellerlistings': 'Zien wat u te koop hebt',
  'page.scope.write:sellerlistings': 'Wijzigen wat u te koop hebt',
  'page.scope.write:purchases': 'Tickets voor u kopen',
  'page.scope.write:requestedevents': 'Namens u om nieuwe evenementen vragen',

  // Signing out
  'page.title.sign_out': 'Afmelden?',
  'page.text.sign_out': 'U wordt in deze browser afgemeld.',
  'page.button.sign_out': 'Afmelden',
  'page.link.stay': 'Aangemeld blijven',
  'page.title.signed_out': 'U bent afgemeld',
  'page.text.signed_out': 'Tot ziens.',

  // The account: sessions
  'page.title.sessions': 'Waar u bent aangemeld',
  'page.link.sessions': 'Sessies',
  'page.text.sessions':
    'Beëindig elke sessie die u niet kent, en wijzig uw wachtwoord als u er zo een vindt.',
  'page.name.this_session': 'Deze browser',
  'page.name.unknown_device': 'Onbekend apparaat',
  'page.label.signed_in': 'Aangemeld',
  'page.label.last_used': 'Laatst gebruikt',
  'page.button.end_session': 'Beëindigen',
  'page.label.end_session': 'Sessie beëindigen: {device}',
  'page.button.end_others': 'Alle andere sessies beëindigen',
  'page.text.session_ended': 'De sessie is beëindigd.',
  'page.text.others_ended': 'Alle andere sessies zijn beëindigd.',

  // The account: connected applications
  'page.title.applications': 'Gekoppelde applicaties',
  'page.link.applications': 'Applicaties',
  'page.text.applications': 'Deze applicaties mogen uw account gebruiken.',
  'page.text.no_applications': 'Geen enkele applicatie mag uw account gebruiken.',
  'page.label.since': 'Gekoppeld sinds',
  'page.label.may': 'Deze mag',
  'page.button.disconnect': 'Ontkoppelen',
  'page.label.disconnect': '{application} ontkoppelen',
  'page.text.disconnected': 'De applicatie kan uw account niet meer gebruiken.',

  // The account: security
  'page.title.security': 'Hoe u zich aanmeldt',
  'page.link.security': 'Beveiliging',
  'page.text.confirm_identity': 'Bevestig nogmaals dat u het bent voordat u dit wijzigt.',
  'page.link.cancel': 'Annuleren',
  'page.text.totp_remove':
    'Daarna is alleen uw wachtwoord genoeg om u aan te melden, tenzij u een toegangssleutel hebt.',
  'page.text.recovery_renew': 'U krijgt tien nieuwe codes. De oude werken dan niet meer.',
  'page.text.passkey_remove': 'Daarna kan niemand zich er nog mee aanmelden.',
  'page.name.password': 'Wachtwoord',
  'page.label.current_password': 'Huidig wachtwoord',
  'page.button.change_password': 'Wachtwoord wijzigen',
  'page.text.password_changed':
    'Uw wachtwoord is gewijzigd. Alle andere sessies zijn beëindigd en alle applicaties ontkoppeld.',
  'page.error.current_password': 'Dit is niet uw huidige wachtwoord.',
  'page.name.totp': 'Authenticator-app',
  'page.text.totp_off':
    'Een app op uw telefoon toont een code die u na uw wachtwoord invult: wie alleen het wachtwoord heeft, kan zich niet aanmelden.',
  'page.text.totp_on': 'Na uw wachtwoord wordt om een code van uw app gevraagd.',
  'page.text.recovery_left': 'Herstelcodes over: {count}.',
  'page.button.totp_add': 'Een app instellen',
  'page.button.totp_remove': 'De app verwijderen',
  'page.title.totp': 'Een authenticator-app instellen',
  'page.text.totp_scan': 'Scan deze afbeelding met uw app of typ de sleutel erin.',
  'page.label.qr': 'Afbeelding van de sleutel voor uw authenticator-app',
  'page.label.secret': 'Sleutel',
  'page.text.totp_confirm': 'Vul daarna de zes cijfers in die de app toont.',
  'page.button.totp_confirm': 'Bevestigen',
  'page.title.recovery_codes': 'Uw herstelcodes',
  'page.text.recovery_codes':
    'Bewaar deze codes op een veilige plek. Met elke code kunt u zich één keer zonder uw app aanmelden. Ze worden niet nog eens getoond.',
  'page.link.recovery_kept': 'Ik heb ze bewaard',
  'page.text.totp_removed': 'De app is verwijderd.',
  'page.name.passkeys': 'Toegangssleutels',
  'page.text.passkeys':
    'Met een toegangssleutel meldt u zich aan met uw vingerafdruk, uw gezicht of de vergrendeling van uw apparaat.',
  'page.text.passkeys_script':
    'Om een toegangssleutel toe te voegen heeft uw browser JavaScript nodig.',
  'page.label.passkey_name': 'Naam van de toegangssleutel',
  'page.button.passkey_add': 'Toegangssleutel toevoegen',
  'page.button.passkey_rename': 'Naam wijzigen',
  'page.button.passkey_remove': 'Verwijderen',
  'page.label.passkey_rename': 'Naam van de toegangssleutel wijzigen: {name}',
  'page.label.passkey_remove': 'Toegangssleutel verwijderen: {name}',
  'page.label.added': 'Toegevoegd',
  'page.text.passkey_added': 'De toegangssleutel is toegevoegd.',
  'page.text.passkey_renamed': 'De naam van de toegangssleutel is gewijzigd.',
  'page.text.passkey_removed': 'De toegangssleutel is verwijderd.',
  'page.error.passkey_add': 'De toegangssleutel kon niet worden toegevoegd. Probeer het opnieuw.',
  'page.error.passkey_name': 'Vul een naam van hoogstens 64 tekens in, op één regel.',
  'page.name.email': 'E-mailadres',
  'page.text.email': 'Uw e-mailadres is {email}.',
  'page.label.new_email': 'Nieuw e-mailadres',
  'page.button.change_email': 'Adres wijzigen',
  'page.text.new_email': 'Bevestig dat {email} het nieuwe e-mailadres van uw account moet zijn.',
  'page.text.email_changed': 'Uw e-mailadres is gewijzigd.',
  'page.button.recovery_renew': 'Nieuwe herstelcodes maken',

  'page.title.demo': 'Terug bij de demotoepassing',
  'page.title.demo_state': 'Dit antwoord hoort bij een ander verzoek',
  'page.label.demo_exchange':
    'Wissel de code binnen een minuut in voor tokens, in een shell op deze computer:',
  'page.label.demo_use': 'Gebruik daarna het toegangstoken:',
  'page.text.demo_no_code': 'Er is geen code om in te wisselen.',
  'page.text.demo_state':
    'Deze browser is geen verzoek met deze state begonnen, dus het antwoord kan voor iemand anders zijn. Een applicatie moet hier stoppen en de code niet inwisselen.',

  // What goes wrong
  'page.title.step_expired': 'Deze stap is voorbij',
  'page.text.step_expired':
    'Het duurde te lang of de stap is in een ander tabblad voltooid. Ga terug naar de applicatie en begin opnieuw.',
  'page.title.sign_in_expired': 'Meld u opnieuw aan',
  'page.text.sign_in_expired':
    'Het duurde te lang of de stap is in een ander tabblad voltooid. Er is niets verloren: begin opnieuw.',
  'page.title.link_expired': 'Deze link werkt niet meer',
  'page.text.link_expired':
    'De link is al gebruikt of te oud. Vraag een nieuwe aan als u hem nog nodig hebt.',
  'page.text.link_used': 'Deze is al gebruikt: elke link werkt één keer.',
  'page.text.link_used_sign_up':
    'Deze is al gebruikt, dus uw adres is bevestigd. U kunt zich aanmelden.',
  'page.text.link_used_new_email': 'Deze is al gebruikt: het nieuwe e-mailadres is bevestigd.',
  'page.text.link_too_old': 'Deze is verlopen.',
  'page.text.link_replaced':
    'Een nieuwere link heeft deze vervangen, of het account is sindsdien gewijzigd. Gebruik de link in de nieuwste e-mail.',
  'page.text.another_link': 'We kunnen nog een e-mail sturen naar {email}.',
  'page.button.another_link': 'Nieuwe link sturen',
  'page.link.to_security': 'Naar uw beveiligingsinstellingen',
  'page.title.application_request': 'De applicatie heeft een ongeldig verzoek gestuurd',
  'page.text.application_request':
    'U kunt van hieruit niet verder, en dat ligt niet aan u. Meld het aan de beheerders van de applicatie.',
  'page.title.foreign_form': 'Dit formulier kan niet worden gebruikt',
  'page.text.foreign_form':
    'Het kwam van een andere site, of uw browser is ons intussen vergeten. Er is niets gewijzigd. Ga terug, laad de pagina opnieuw en herhaal uw invoer; cookies moeten zijn toegestaan.',
  'page.title.bad_form': 'Dit formulier kan niet worden gelezen',
  'page.text.bad_form':
    'Er is niets gewijzigd. Ga terug, laad de pagina opnieuw en herhaal uw invoer.',
  'page.title.card_number': 'Vul hier geen kaartnummer in',
  'page.text.card_number':
    'Een van de velden bevat iets wat op het nummer van een betaalkaart lijkt. Er is niets bewaard. Ga terug en wijzig het.',
  'page.title.not_found': 'Pagina niet gevonden',
  'page.text.not_found': 'Misschien is het adres verkeerd getypt, of bestaat de pagina niet meer.',
  'page.title.too_many': 'Te veel pogingen',
  'page.text.too_many': 'Probeer het over {minutes} min. opnieuw.',
  'page.title.unavailable': 'We kunnen nu niet antwoorden',
  'page.text.unavailable': 'Probeer het zo meteen opnieuw.',
  'page.title.internal': 'Er is iets misgegaan',
  'page.text.internal':
    'Dat ligt aan ons, niet aan u. Probeer het later opnieuw; blijft het zo, geef ons dan dit nummer door: {reference}.',
}
