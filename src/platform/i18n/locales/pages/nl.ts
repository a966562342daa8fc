import type { pages as en } from './en.ts'

/** The texts of the pages, in Dutch. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'Fout: {title}',
  'page.link.skip': 'Naar de inhoud',
  'page.label.language': 'Taal',
  'page.label.account': 'Uw account',
  'page.text.check': 'Controleer wat u hebt ingevuld.',
  'page.link.terms': 'Voorwaarden',
  'page.link.privacy_policy': 'Privacybeleid',
  'page.label.links_of': 'Meer over {application}',
  'page.button.reveal': 'Wachtwoord tonen',
  'page.label.language_is': 'Taal: {name}',
  'page.link.support': 'Hulp',

  // Signing in
  'page.title.sign_in': 'Inloggen',
  'page.text.sign_in_first': 'Log eerst in.',
  'page.text.password_set': 'Uw nieuwe wachtwoord is opgeslagen. U kunt er nu mee inloggen.',
  'page.label.email': 'E-mailadres',
  'page.label.password': 'Wachtwoord',
  'page.button.sign_in': 'Inloggen',
  'page.button.passkey': 'Inloggen met een toegangssleutel',
  'page.link.forgotten': 'Wachtwoord vergeten?',
  'page.link.sign_up': 'Account maken',
  'page.link.sign_in': 'Inloggen',
  'page.link.go_on': 'Ik heb mijn e-mailadres bevestigd',
  'page.error.wrong': 'Het e-mailadres of het wachtwoord is onjuist.',
  'page.error.required': 'Vul dit veld in.',
  'page.error.email': 'Vul een e-mailadres in, bijvoorbeeld ada@example.com.',
  'page.error.passkey':
    'Deze toegangssleutel werkte niet. Probeer het opnieuw of gebruik uw wachtwoord.',
  'page.error.too_many': 'Te veel pogingen. Probeer het over {minutes} min. opnieuw.',
  'page.title.sign_in_to': 'Log in om verder te gaan naar {application}',
  'page.link.email_code': 'Code per e-mail ontvangen',
  'page.title.email_code': 'Inloggen met een code',
  'page.text.email_code':
    'Vul uw e-mailadres in. We sturen u een code en een link. U hebt uw wachtwoord niet nodig.',
  'page.button.email_code': 'Code versturen',
  'page.text.email_code_sent':
    'Als {email} een account heeft, hebben we een e-mail naar dit adres gestuurd. Vul de code uit de e-mail hier binnen 15 minuten in, of open de link in de e-mail.',
  'page.text.email_code_recent':
    'Als {email} een account heeft, hebben we het afgelopen uur al meerdere e-mails naar dit adres gestuurd. Open de link in de nieuwste. De link werkt in elke browser.',
  'page.text.email_link': 'Wilt u inloggen als {email}?',
  'page.link.email_code_again': 'Nog een code versturen',
  'page.link.use_password': 'Inloggen met uw wachtwoord',
  'page.label.or': 'of',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'Er is vaak geprobeerd om bij dit account in te loggen. Als {email} een account heeft, hebben we een e-mail met een code naar dit adres gestuurd. Vul de code en uw wachtwoord in, of open de link in de e-mail. U kunt ook een code gebruiken die we het afgelopen uur hebben gestuurd.',
  'page.text.email_proof_linked': 'Vul uw wachtwoord in om in te loggen als {email}.',
  'page.label.email_code': 'Code uit de e-mail',
  'page.error.email_code':
    'Deze code is onjuist of verlopen. Gebruik de code uit de nieuwste e-mail.',
  'page.error.wrong_password': 'Het wachtwoord is onjuist.',
  'page.text.second_factor_emailed':
    'Er zijn veel onjuiste codes ingevuld voor dit account. Daarom hebben we u een e-mail met een code gestuurd. Vul eerst de code uit de e-mail in.',

  // The second step
  'page.title.second_factor': 'Bevestig uw identiteit',
  'page.text.second_factor':
    'Vul de zescijferige code uit uw authenticator-app in, of een van uw herstelcodes.',
  'page.text.second_factor_app': 'Vul de zescijferige code uit uw authenticator-app in.',
  'page.text.second_factor_codes': 'Gebruik uw toegangssleutel of vul een van uw herstelcodes in.',
  'page.text.second_factor_passkey': 'Gebruik uw toegangssleutel om door te gaan.',
  'page.text.passkey_script':
    'Gebruik een browser die toegangssleutels ondersteunt en waarin JavaScript is ingeschakeld.',
  'page.label.code': 'Cijfercode',
  'page.button.continue': 'Doorgaan',
  'page.button.use_passkey': 'Een toegangssleutel gebruiken',
  'page.link.start_again': 'Opnieuw beginnen',
  'page.error.code': 'Deze code is onjuist of is al gebruikt.',
  'page.button.provider': 'Doorgaan met {provider}',
  'page.title.provider': 'Inloggen met {provider}',
  'page.text.provider_new':
    '{provider} heeft bevestigd dat {email} uw e-mailadres is. Er is nog geen account met dit adres.',
  'page.text.provider_other_account':
    'Hebt u al een account met een ander e-mailadres? Log daar dan op in. {provider} kan alleen worden toegevoegd aan een account met hetzelfde e-mailadres.',
  'page.text.provider_known':
    'Er is al een account voor {email}. Log daar één keer op in om {provider} toe te voegen. Daarna kunt u inloggen met {provider}.',
  'page.text.provider_connect':
    'U kunt dan op dit account inloggen met uw {provider}-account {email}.',
  'page.button.provider_add': '{provider} toevoegen',
  'page.text.provider_mismatch':
    'U bent ingelogd als {own}, maar uw {provider}-account heeft het e-mailadres {email}. {provider} kan alleen worden toegevoegd aan een account met hetzelfde adres. Wijzig eerst het e-mailadres in uw beveiligingsinstellingen of log uit.',

  // Signing up
  'page.title.sign_up': 'Account maken',
  'page.label.full_name': 'Volledige naam (optioneel)',
  'page.text.password_rule':
    'Minstens 8 tekens. We raden een paar woorden aan die u kunt onthouden.',
  'page.button.sign_up': 'Account maken',
  'page.error.password_short': 'Gebruik minstens 8 tekens.',
  'page.error.password_long': 'Gebruik hoogstens 256 tekens.',
  'page.error.password_common':
    'Veel mensen gebruiken dit wachtwoord, dus het is makkelijk te raden. Kies een ander wachtwoord.',
  'page.error.password_same': 'Kies een ander wachtwoord dan uw e-mailadres of naam.',
  'page.error.full_name': 'Vul een naam van hoogstens 128 tekens in, zonder regeleinden.',
  'page.title.check_email': 'Controleer uw e-mail',
  'page.text.check_email':
    'Als {email} klopt, ontvangt u een e-mail van ons. Open de link in de e-mail om door te gaan.',
  'page.text.no_email':
    'Hebt u na een paar minuten nog geen e-mail ontvangen? Controleer uw spammap.',
  'page.link.other_email': 'Een ander e-mailadres gebruiken',
  'page.title.confirm_email': 'Bevestig uw e-mailadres',
  'page.text.confirm_email': 'Laatste stap: vul het wachtwoord in dat u voor {email} hebt gekozen.',
  'page.button.confirm_email': 'Bevestigen',
  'page.link.sign_up_again': 'Dit wachtwoord vergeten? Maak het account opnieuw',

  // A forgotten password
  'page.title.forgotten': 'Wachtwoord vergeten?',
  'page.text.forgotten':
    'Vul uw e-mailadres in. We sturen u een link om een nieuw wachtwoord te kiezen.',
  'page.button.forgotten': 'Link sturen',
  'page.title.new_password': 'Kies een nieuw wachtwoord',
  'page.label.new_password': 'Nieuw wachtwoord',
  'page.button.new_password': 'Wachtwoord opslaan',
  'page.title.continue': 'U bent ingelogd',
  'page.text.continue':
    'U bent in een andere browser begonnen, of een tijd geleden. Ga terug naar {application} en begin daar opnieuw. U hoeft niet opnieuw in te loggen.',
  'page.link.to_application': 'Naar {application}',
  'page.link.to_account': 'Naar uw account',

  // Consent to an application
  'page.title.consent': 'Mag {application} uw account gebruiken?',
  'page.label.consent': '{application} wil:',
  'page.text.consent_account': 'U bent ingelogd als {email}.',
  'page.text.consent_host': 'In beide gevallen gaat u terug naar {host}.',
  'page.text.consent_withdraw':
    'U kunt deze toegang altijd intrekken onder ‘Gekoppelde applicaties’.',
  'page.button.allow': 'Toestaan',
  'page.button.deny': 'Niet toestaan',
  'page.link.other_account': 'Ander account gebruiken',
  'page.scope.openid': 'Uw account herkennen',
  'page.scope.profile': 'Uw naam en taal bekijken',
  'page.scope.email': 'Uw e-mailadres bekijken',
  'page.scope.phone': 'Uw telefoonnummer bekijken',
  'page.scope.address': 'Uw standaardadres bekijken',
  'page.scope.offline_access': 'Deze toegang houden wanneer u de applicatie niet gebruikt',
  'page.scope.read:events': 'Evenementen en aanbod bekijken',
  'page.scope.read:user': 'Uw profiel, adressen en betaalmethoden bekijken',
  'page.scope.write:user': 'Uw profiel, adressen en betaalmethoden wijzigen',
  'page.scope.read:webhooks':
    'Bekijken waarheen meldingen over uw account worden gestuurd en wat ze hebben gemeld',
  'page.scope.write:webhooks':
    'Wijzigingen van uw profiel, adressen en betaalmethoden laten melden, ook als u afwezig bent (wat er is veranderd, maar niet de inhoud)',
  'page.scope.read:payment': 'Uw betalingen bekijken',
  'page.scope.read:sales': 'Uw verkopen bekijken',
  'page.scope.write:sales': 'Uw verkopen wijzigen',
  'page.scope.read:sellerlistings': 'Uw aanbod bekijken',
  'page.scope.write:sellerlistings': 'Uw aanbod wijzigen',
  'page.scope.write:purchases': 'Namens u tickets kopen',
  'page.scope.write:requestedevents': 'Namens u nieuwe evenementen aanvragen',

  // Signing out
  'page.title.form_post': 'Doorgaan naar {host}',
  'page.title.sign_out': 'Uitloggen?',
  'page.text.sign_out': 'U wordt in deze browser uitgelogd.',
  'page.button.sign_out': 'Uitloggen',
  'page.link.stay': 'Ingelogd blijven',
  'page.title.signed_out': 'U bent uitgelogd',
  'page.text.signed_out': 'Log in om uw account weer te gebruiken.',

  // The account: sessions
  'page.title.sessions': 'Waar u bent ingelogd',
  'page.link.sessions': 'Sessies',
  'page.text.sessions': 'Herkent u een sessie niet, beëindig deze dan en wijzig uw wachtwoord.',
  'page.name.this_session': 'Deze browser',
  'page.name.unknown_device': 'Onbekend apparaat',
  'page.label.signed_in': 'Ingelogd',
  'page.label.last_used': 'Laatst gebruikt',
  'page.button.end_session': 'Beëindigen',
  'page.label.end_session': 'Sessie beëindigen: {device}',
  'page.button.end_others': 'Alle andere sessies beëindigen',
  'page.text.session_ended': 'De sessie is beëindigd.',
  'page.text.others_ended': 'Alle andere sessies zijn beëindigd.',

  // The account: connected applications
  'page.title.applications': 'Gekoppelde applicaties',
  'page.link.applications': 'Applicaties',
  'page.text.applications': 'Deze applicaties kunnen uw account gebruiken.',
  'page.text.no_applications':
    'Geen enkele applicatie kan uw account gebruiken. Als u met dit account bij een applicatie inlogt, staat die hier en kunt u die ontkoppelen.',
  'page.label.since': 'Gekoppeld sinds',
  'page.label.may': 'Machtigingen',
  'page.button.disconnect': 'Ontkoppelen',
  'page.label.disconnect': '{application} ontkoppelen',
  'page.text.disconnected': 'De applicatie kan uw account niet meer gebruiken.',
  'page.title.disconnect': '{application} ontkoppelen?',
  'page.text.disconnect':
    'De applicatie verliest meteen de toegang tot uw account en krijgt geen meldingen van wijzigingen meer. Om haar weer toe te laten, logt u daar in en geeft u toestemming.',

  // The account: security
  'page.title.security': 'Beveiligingsinstellingen',
  'page.link.security': 'Beveiliging',
  'page.text.confirm_identity': 'Bevestig uw identiteit voordat u dit wijzigt.',
  'page.link.cancel': 'Annuleren',
  'page.text.totp_remove':
    'Als u geen toegangssleutel hebt, is daarna alleen uw wachtwoord genoeg om in te loggen.',
  'page.text.recovery_renew':
    'U krijgt tien nieuwe herstelcodes. Uw oude codes werken dan niet meer.',
  'page.text.passkey_remove': 'Daarna kan niemand meer met deze toegangssleutel inloggen.',
  'page.name.password': 'Wachtwoord',
  'page.label.current_password': 'Huidig wachtwoord',
  'page.button.change_password': 'Wachtwoord wijzigen',
  'page.text.password_changed':
    'Uw wachtwoord is gewijzigd. Alle andere sessies zijn beëindigd. Applicaties kunnen uw account pas weer gebruiken als u er opnieuw bij inlogt. Ze blijven gekoppeld en krijgen nog steeds meldingen van wijzigingen. Ontkoppel de applicaties die u niet kent.',
  'page.error.current_password': 'Dit is niet uw huidige wachtwoord.',
  'page.name.totp': 'Authenticator-app',
  'page.text.totp_off':
    'Een app op uw telefoon toont een code. Deze code vult u in na uw wachtwoord. Iemand die alleen uw wachtwoord kent, kan dan niet inloggen.',
  'page.text.totp_on':
    'Bij het inloggen vragen we na uw wachtwoord om een code uit uw authenticator-app.',
  'page.text.recovery_left': 'Resterende herstelcodes: {count}.',
  'page.button.totp_add': 'Authenticator-app instellen',
  'page.button.totp_remove': 'Authenticator-app verwijderen',
  'page.title.totp': 'Een authenticator-app instellen',
  'page.text.totp_scan':
    'Scan deze QR-code met uw authenticator-app of vul de sleutel in de app in.',
  'page.label.qr': 'QR-code met de sleutel voor uw authenticator-app',
  'page.label.secret': 'Sleutel',
  'page.text.totp_confirm': 'Vul daarna de zescijferige code in die de app toont.',
  'page.button.totp_confirm': 'Bevestigen',
  'page.title.recovery_codes': 'Uw herstelcodes',
  'page.text.recovery_codes':
    'Bewaar deze codes op een veilige plek. Met elke code kunt u één keer inloggen zonder uw authenticator-app of uw toegangssleutel. De codes worden niet opnieuw getoond.',
  'page.link.recovery_kept': 'Ik heb mijn herstelcodes opgeslagen',
  'page.text.totp_confirmed':
    'De authenticator-app is ingesteld. Hebt u uw herstelcodes niet opgeslagen? Maak dan nieuwe.',
  'page.text.totp_removed': 'De authenticator-app is verwijderd.',
  'page.name.passkeys': 'Toegangssleutels',
  'page.text.passkeys':
    'Met een toegangssleutel logt u in met uw vingerafdruk, uw gezicht of de schermvergrendeling van uw apparaat.',
  'page.text.passkeys_script':
    'Gebruik om een toegangssleutel toe te voegen een browser die toegangssleutels ondersteunt en waarin JavaScript is ingeschakeld.',
  'page.text.passkeys_full':
    'U hebt {max} toegangssleutels. Dat is het maximum. Verwijder er een voordat u een andere toevoegt.',
  'page.label.passkey_name': 'Naam van de toegangssleutel',
  'page.button.passkey_add': 'Toegangssleutel toevoegen',
  'page.button.passkey_rename': 'Naam wijzigen',
  'page.button.passkey_remove': 'Verwijderen',
  'page.label.passkey_rename': 'Naam wijzigen van toegangssleutel: {name}',
  'page.label.passkey_remove': 'Toegangssleutel verwijderen: {name}',
  'page.label.added': 'Toegevoegd',
  'page.text.passkey_added': 'De toegangssleutel is toegevoegd.',
  'page.text.passkey_renamed': 'De naam van de toegangssleutel is gewijzigd.',
  'page.text.passkey_removed': 'De toegangssleutel is verwijderd.',
  'page.error.passkey_add': 'De toegangssleutel kon niet worden toegevoegd. Probeer het opnieuw.',
  'page.error.passkey_name': 'Vul een naam van hoogstens 64 tekens in, zonder regeleinden.',
  'page.error.totp_present':
    'U hebt al een authenticator-app. Verwijder deze eerst als u een andere wilt instellen.',
  'page.error.no_second_factor':
    'Alleen accounts met een authenticator-app of een toegangssleutel hebben herstelcodes. Voeg eerst een van beide toe.',
  'page.name.email': 'E-mailadres',
  'page.text.email': 'Uw e-mailadres is {email}.',
  'page.label.new_email': 'Nieuw e-mailadres',
  'page.button.change_email': 'E-mailadres wijzigen',
  'page.text.new_email': 'Wilt u {email} als nieuw e-mailadres van uw account gebruiken?',
  'page.text.new_email_other_user':
    'Deze link verandert het e-mailadres van een ander account in {email}. Log uit en open de link opnieuw om met dat account in te loggen.',
  'page.name.erasure': 'Verwijdering van uw account',
  'page.text.erasure_planned':
    'Uw account en alle gegevens ervan worden verwijderd. Tijdstip: {date}. Tot dan kunnen applicaties uw account niet gebruiken.',
  'page.button.keep_account': 'Mijn account behouden',
  'page.text.erasure_cancelled': 'Uw account blijft bewaard.',
  'page.text.email_changed': 'Uw e-mailadres is gewijzigd.',
  'page.button.recovery_renew': 'Nieuwe herstelcodes maken',
  'page.name.identities': 'Accounts elders',
  'page.text.identities': 'U kunt hier ook inloggen met deze accounts.',
  'page.text.no_identities':
    'Als u een account elders met hetzelfde e-mailadres toevoegt, kunt u daarmee hier inloggen.',
  'page.label.identity_remove': '{provider} verwijderen',
  'page.text.identity_remove': 'U kunt dan niet meer inloggen met {provider}.',
  'page.text.provider_added': 'U kunt nu inloggen met het andere account.',
  'page.text.provider_removed': 'Het andere account is verwijderd.',
  'page.text.provider_add': 'U gaat naar {provider}. Daarna vragen we u om een bevestiging.',
  'page.text.no_password':
    'Uw account heeft geen wachtwoord. We kunnen u een link e-mailen om er een te kiezen.',
  'page.button.choose_password': 'Wachtwoord kiezen',
  'page.title.payout_confirm': 'Bevestig hoe u betaald wordt',
  'page.text.payout_confirm':
    'Wilt u via {method} betaald worden voor een account bij {service}? Bevestig dit alleen als u het zelf hebt toegevoegd.',
  'page.button.payout_confirm': 'Bevestigen',
  'page.title.payout_confirmed': 'Bevestigd',
  'page.text.payout_confirmed':
    '{method} kan nu betaald worden. Is dit de standaard om betaald te worden, dan beginnen de betalingen daar over 48 uur.',
  'page.title.payout_undo': 'Wijziging ongedaan maken',
  'page.text.payout_undo': 'Wilt u weer via {method} betaald worden, zoals voor de wijziging?',
  'page.text.payout_undo_held':
    'Wilt u weer via {method} betaald worden, zoals voor de wijziging? Misschien heeft iemand anders deze betaalmethode bevestigd. De betalingen beginnen daarom pas op {date}.',
  'page.text.payout_undo_none':
    'Wilt u toch niet via de nieuwe betaalmethode betaald worden? Dan wordt u via geen enkele methode betaald totdat u er een kiest.',
  'page.button.payout_undo': 'Wijziging ongedaan maken',
  'page.title.payout_undone': 'De wijziging is ongedaan gemaakt',
  'page.text.payout_undone':
    'Uw betaalmethoden laten zien waar uw geld nu naartoe gaat. Hebt u dit niet gewijzigd, dan heeft misschien iemand anders toegang tot uw account: kies nu een nieuw wachtwoord.',
  'page.text.payout_sign_in':
    'Log in bij {service} om te bevestigen dat u via {method} betaald wilt worden. Doe dit alleen als u het zelf hebt toegevoegd.',
  'page.text.payout_other_user':
    'Deze betaalmethode hoort bij een ander account bij {service}. Log uit en open de link opnieuw om met dat account in te loggen.',
  'page.text.password_unique': 'Gebruik een wachtwoord dat u nergens anders gebruikt.',
  'page.text.activity_about': 'Aanmeldingen en wijzigingen van uw account.',
  'page.button.paypal_confirm': 'Bevestigen met PayPal',
  'page.text.paypal_confirm':
    'U gaat naar PayPal en logt daar in. PayPal geeft ons dan het bevestigde e-mailadres van uw PayPal-rekening. Dat moet {email} zijn.',
  'page.title.paypal_other': 'Dit is een andere PayPal-rekening',
  'page.text.paypal_other':
    'De PayPal-rekening waarop u hebt ingelogd, heeft {email} niet als bevestigd e-mailadres. Log in op de rekening met dit adres, of open de link die we daarheen hebben gestuurd.',

  'page.title.demo': 'Terug in de demo-applicatie',
  'page.title.demo_state': 'Dit antwoord hoort bij een ander verzoek',
  'page.label.demo_exchange':
    'Wissel de code binnen een minuut in voor tokens, in een terminal op deze computer:',
  'page.label.demo_use': 'Gebruik daarna het toegangstoken:',
  'page.text.demo_no_code': 'Er is geen code om in te wisselen.',
  'page.text.demo_state':
    'Deze browser is geen verzoek met deze ‘state’ begonnen. Het antwoord is misschien voor iemand anders bedoeld. Een applicatie moet hier stoppen en mag de code niet inwisselen.',

  // What goes wrong
  'page.title.step_expired': 'Deze pagina is verlopen',
  'page.text.step_expired':
    'U hebt te lang gewacht of bent in een ander tabblad doorgegaan. Ga terug naar de applicatie en begin opnieuw.',
  'page.title.sign_in_expired': 'Log opnieuw in',
  'page.text.sign_in_expired':
    'U hebt te lang gewacht of bent in een ander tabblad doorgegaan. Er zijn geen gegevens verloren gegaan. Begin opnieuw.',
  'page.title.link_expired': 'Deze link werkt niet meer',
  'page.text.link_expired':
    'Deze link is al gebruikt of verlopen. Vraag een nieuwe link aan als u er nog een nodig hebt.',
  'page.text.link_used': 'Deze link is al gebruikt. Elke link werkt maar één keer.',
  'page.text.link_used_sign_up':
    'Deze link is al gebruikt en uw e-mailadres is bevestigd. U kunt nu inloggen.',
  'page.text.link_used_new_email':
    'Deze link is al gebruikt en uw nieuwe e-mailadres is bevestigd.',
  'page.text.link_too_old': 'Deze link is verlopen.',
  'page.text.link_replaced':
    'Er is een nieuwere link, of uw account is gewijzigd sinds we deze link hebben gestuurd. Gebruik de link in de nieuwste e-mail.',
  'page.title.sign_in_undo': 'Wijziging terugdraaien',
  'page.text.sign_in_undo':
    'Als iemand anders het inloggen bij uw account bij {service} heeft gewijzigd, draai dat dan hier terug. Alle wijzigingen van inlogmethoden sinds {date} worden dan ongedaan gemaakt.',
  'page.text.sign_in_undo_effect':
    'Het account heeft weer het e-mailadres {email} en u logt in zoals voorheen. Het wachtwoord en alle sessies eindigen en alle applicaties worden ontkoppeld. We sturen een link voor een nieuw wachtwoord naar {email}.',
  'page.button.sign_in_undo': 'Wijziging terugdraaien',
  'page.title.taken_back': 'De wijziging is teruggedraaid',
  'page.text.taken_back':
    'We hebben een link voor een nieuw wachtwoord naar {email} gestuurd. Kies een nieuw wachtwoord en controleer daarna waar u betaald wordt.',
  'page.text.taken_back_methods':
    'Ook hiermee kan men nog bij het account inloggen, zoals vóór de wijziging. Als iets hiervan niet van u is, vraag {service} dan om het te verwijderen voordat u verdergaat.',
  'page.title.undo_disabled': 'Dit account is uitgeschakeld',
  'page.text.undo_disabled':
    'Zolang het account is uitgeschakeld, kan er niets worden teruggedraaid. Neem contact op met het supportteam. Als het account wordt ingeschakeld voordat de link verloopt, werkt de link nog.',
  'page.title.undo_taken': 'Een ander account heeft dit e-mailadres',
  'page.text.undo_taken':
    'Een ander account heeft intussen het vorige e-mailadres. Geef dat account een ander adres en open de link opnieuw, of neem contact op met het supportteam.',
  'page.text.another_link': 'We kunnen een nieuwe link sturen naar {email}.',
  'page.button.another_link': 'Nieuwe link sturen',
  'page.link.to_security': 'Naar de beveiligingsinstellingen',
  'page.title.application_request': 'De applicatie heeft een ongeldig verzoek gestuurd',
  'page.text.application_request':
    'U kunt hier niet verder. De applicatie heeft deze fout veroorzaakt, niet u. Neem contact op met de aanbieder van de applicatie.',
  'page.title.foreign_form': 'Dit formulier kon niet worden verzonden',
  'page.text.foreign_form':
    'Het formulier kwam van een andere site, of uw browser heeft onze cookie verwijderd. Er is niets gewijzigd. Sta cookies toe, ga terug, laad de pagina opnieuw en vul uw gegevens opnieuw in.',
  'page.title.bad_form': 'We konden dit formulier niet lezen',
  'page.text.bad_form':
    'Er is niets gewijzigd. Ga terug, laad de pagina opnieuw en vul uw gegevens opnieuw in.',
  'page.title.not_possible': 'Dit is niet mogelijk',
  'page.text.not_possible':
    'Er is niets gewijzigd. De vorige pagina is misschien niet meer actueel. Ga terug en laad de pagina opnieuw.',
  'page.title.card_number': 'Vul hier geen kaartnummer in',
  'page.text.card_number':
    'Een van de velden lijkt het nummer van een betaalkaart te bevatten. Er is niets opgeslagen. Ga terug en verwijder het nummer.',
  'page.title.not_found': 'Pagina niet gevonden',
  'page.text.not_found': 'Misschien is het webadres onjuist, of bestaat de pagina niet meer.',
  'page.title.too_many': 'Te veel pogingen',
  'page.text.too_many': 'Probeer het over {minutes} min. opnieuw.',
  'page.title.too_many_requests': 'Te veel verzoeken',
  'page.text.too_many_requests':
    'Er zijn veel verzoeken vanuit uw netwerk gekomen. Probeer het over {minutes} min. opnieuw.',
  'page.title.unavailable': 'De dienst is tijdelijk niet beschikbaar',
  'page.text.unavailable': 'Probeer het zo meteen opnieuw.',
  'page.title.internal': 'Er is iets misgegaan',
  'page.text.internal':
    'De fout ligt bij ons. Probeer het later opnieuw. Gebeurt het nog eens, neem dan contact met ons op en geef dit nummer door: {reference}.',
  'page.title.provider_failed': 'Deze manier van inloggen werkt nu niet',
  'page.text.provider_failed':
    'De andere aanbieder heeft niet gereageerd zoals verwacht. Probeer het later opnieuw of log op een andere manier in.',
  'page.title.provider_email': 'Uw e-mailadres is niet bevestigd',
  'page.text.provider_email':
    'De andere aanbieder heeft ons geen bevestigd e-mailadres gegeven. Bevestig uw adres eerst daar, of maak hier een account met een wachtwoord.',
  'page.title.provider_taken': 'Dit account is al in gebruik',
  'page.text.provider_taken':
    'Uw account bij de andere aanbieder hoort hier bij een ander account, of uw account hier heeft er al een ander van deze aanbieder. Er is niets gewijzigd.',
  'page.title.provider_account': 'Zo kunt u niet inloggen',
  'page.text.provider_account':
    'Uw account hier is uitgeschakeld, of het heeft een ander e-mailadres of een dat niet is bevestigd. Er is niets gewijzigd. Neem contact met ons op als u hulp nodig hebt.',
  'page.title.last_way_in': 'Dit is uw laatste manier om in te loggen',
  'page.text.last_way_in':
    'Er is niets gewijzigd. Kies eerst een wachtwoord of voeg een toegangssleutel toe. Daarna kunt u deze manier van inloggen verwijderen.',
}
