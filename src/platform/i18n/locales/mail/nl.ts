import type { mail as en } from './en.ts'

/** The texts of emails, in Dutch. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Bevestig uw e-mailadres voor {service}',
  'mail.subject.account_exists': 'U hebt al een account bij {service}',
  'mail.subject.reset_password': 'Kies een nieuw wachtwoord voor {service}',
  'mail.subject.password_changed': 'Uw wachtwoord voor {service} is gewijzigd',
  'mail.subject.address_confirmed': 'Uw e-mailadres voor {service} is bevestigd',
  'mail.subject.confirm_new_email': 'Bevestig uw nieuwe e-mailadres voor {service}',
  'mail.subject.email_changed': 'Uw e-mailadres voor {service} is gewijzigd',
  'mail.subject.second_factor_changed': 'Uw inlogmethoden voor {service} zijn gewijzigd',
  'mail.subject.totp_added': 'Authenticator-app toegevoegd bij {service}',
  'mail.subject.totp_removed': 'Authenticator-app verwijderd bij {service}',
  'mail.subject.passkey_added': 'Toegangssleutel toegevoegd bij {service}',
  'mail.subject.passkey_removed': 'Toegangssleutel verwijderd bij {service}',
  'mail.subject.recovery_codes_renewed': 'Nieuwe herstelcodes bij {service}',
  'mail.subject.sign_in_link': 'Bevestig dat u inlogt bij {service}',
  'mail.subject.erasure_requested': 'Uw account bij {service} wordt verwijderd',
  'mail.subject.erasure_cancelled': 'Uw account bij {service} wordt niet verwijderd',
  'mail.subject.account_erased': 'Uw account bij {service} is verwijderd',
  'mail.subject.support_factors_reset': 'Uw inlogmethoden voor {service} zijn opnieuw ingesteld',
  'mail.subject.support_password_set':
    'Ons supportteam heeft uw wachtwoord voor {service} gewijzigd',
  'mail.subject.sign_in_code': 'Uw code om in te loggen bij {service}',
  'mail.subject.identity_added': 'Inloggen met {provider} toegevoegd bij {service}',
  'mail.subject.identity_removed': 'Inloggen met {provider} verwijderd bij {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Open de onderstaande link om uw e-mailadres te bevestigen en het aanmaken van uw account bij {service} af te ronden.',
  'mail.text.account_exists':
    'Iemand, waarschijnlijk uzelf, heeft geprobeerd met dit e-mailadres een account bij {service} te maken. Dit adres heeft al een account. Log daarom in. Als u uw wachtwoord bent vergeten, kunt u op de inlogpagina een nieuw wachtwoord kiezen.',
  'mail.text.reset_password':
    'Iemand, waarschijnlijk uzelf, heeft een nieuw wachtwoord aangevraagd voor uw account bij {service}. Open de onderstaande link om een nieuw wachtwoord te kiezen.',
  'mail.text.password_changed':
    'Het wachtwoord van uw account bij {service} is gewijzigd. Alle andere sessies zijn beëindigd. Applicaties kunnen uw account pas weer gebruiken als u er opnieuw bij inlogt. Ze blijven gekoppeld en krijgen nog steeds meldingen van wijzigingen. Ontkoppel de applicaties die u niet kent op de pagina ‘Gekoppelde applicaties’.',
  'mail.text.address_confirmed':
    'U hebt een nieuw wachtwoord gekozen voor uw account bij {service}. Daarmee is ook uw e-mailadres bevestigd. Tot nu toe had niemand het bevestigd, dus iemand anders kan het account hebben gebruikt. Daarom hebben wij alle sessies beëindigd, alle applicaties ontkoppeld en de authenticator-app, de toegangssleutels en de herstelcodes verwijderd. Controleer de adressen en de betaalmethoden van uw account.',
  'mail.text.confirm_new_email':
    'Open de onderstaande link om dit e-mailadres voor uw account bij {service} te gebruiken. Tot dan houdt uw account het huidige adres.',
  'mail.text.email_changed':
    'Het e-mailadres van uw account bij {service} is gewijzigd. Vanaf nu sturen we e-mails alleen naar het nieuwe adres.',
  'mail.text.second_factor_changed':
    'Uw inlogmethoden bij {service} zijn gewijzigd. Een authenticator-app, een toegangssleutel of uw herstelcodes zijn toegevoegd, gewijzigd of verwijderd.',
  'mail.text.totp_added':
    'Er is een authenticator-app toegevoegd aan uw account bij {service}. Vanaf nu hebt u bij het inloggen met uw wachtwoord ook een code uit deze app nodig.',
  'mail.text.totp_removed':
    'De authenticator-app is verwijderd uit uw account bij {service}. Bij het inloggen hebt u geen code uit de app meer nodig.',
  'mail.text.passkey_added':
    'Er is een toegangssleutel toegevoegd aan uw account bij {service}. Iedereen die deze toegangssleutel heeft, kan ermee inloggen.',
  'mail.text.passkey_removed':
    'Er is een toegangssleutel verwijderd uit uw account bij {service}. Niemand kan meer met deze toegangssleutel inloggen.',
  'mail.text.recovery_codes_renewed':
    'Er zijn nieuwe herstelcodes gemaakt voor uw account bij {service}. De oude codes werken niet meer.',
  'mail.text.sign_in_link':
    'Er is vaak geprobeerd om in te loggen bij uw account bij {service}. Als u nu inlogt, open dan de onderstaande link en vul uw wachtwoord in. U kunt ook deze code invullen op de pagina die erom vraagt.',
  'mail.text.erasure_requested':
    'Iemand, waarschijnlijk uzelf, heeft ons gevraagd uw account bij {service} te verwijderen. Tijdstip waarop we het account en alle gegevens ervan verwijderen: {date}. Tot dan kunt u uw account behouden: log in en open de pagina ‘Uw gegevens’. Applicaties kunnen uw account niet meer gebruiken.',
  'mail.text.erasure_cancelled':
    'Het verwijderen van uw account bij {service} is geannuleerd. Uw account en de gegevens ervan blijven bewaard. Log opnieuw in bij een applicatie om deze weer te gebruiken.',
  'mail.text.account_erased':
    'Uw account bij {service} en alle gegevens ervan zijn verwijderd. Dit is het laatste bericht over dit account.',
  'mail.text.support_factors_reset':
    'Ons supportteam heeft uw inlogmethoden bij {service} opnieuw ingesteld: uw authenticator-app, toegangssleutels en herstelcodes zijn verwijderd. Alle sessies zijn beëindigd. Uw wachtwoord is nu genoeg om in te loggen. Voeg in uw beveiligingsinstellingen een authenticator-app of een toegangssleutel toe om uw account weer te beschermen.',
  'mail.text.support_password_set':
    'Ons supportteam heeft een nieuw wachtwoord ingesteld voor uw account bij {service}. Alle sessies zijn beëindigd. Applicaties kunnen uw account pas weer gebruiken als u er opnieuw bij inlogt. Ze blijven gekoppeld en krijgen nog steeds meldingen van wijzigingen. Kies een wachtwoord dat alleen u kent.',
  'mail.text.sign_in_code':
    'Vul deze code binnen 15 minuten in op de pagina waar u erom hebt gevraagd. Of open de link hieronder om in een willekeurige browser in te loggen op uw account bij {service}.',
  'mail.text.identity_added':
    'Aan uw account bij {service} is inloggen met {provider} toegevoegd. Iedereen die dat {provider}-account kan gebruiken, kan ermee inloggen.',
  'mail.text.identity_removed':
    'Inloggen met {provider} is verwijderd uit uw account bij {service}. Niemand kan er meer mee inloggen.',

  // For people who did not request the email
  'mail.unasked.ignore':
    'Was u dit niet, dan hoeft u niets te doen. Zolang niemand de link opent, gebeurt er niets.',
  'mail.unasked.unchanged':
    'Was u dit niet, dan hoeft u niets te doen. Uw account is niet gewijzigd.',
  'mail.unasked.takeover':
    'Was u dit niet, dan heeft misschien iemand anders toegang tot uw account. Kies meteen een nieuw wachtwoord.',
  'mail.unasked.undo':
    'Was u dit niet, dan heeft misschien iemand anders toegang tot uw account. Draai de wijziging nu terug. Dit beëindigt alle toegang tot uw account en u kiest een nieuw wachtwoord.',
  'mail.unasked.sign_in':
    'Was u dit niet, dan hoeft u niets te doen. Alleen uw wachtwoord is nu niet genoeg om in te loggen. Geef deze code aan niemand.',
  'mail.unasked.erasure':
    'Was u dit niet, dan heeft misschien iemand anders toegang tot uw account. Open meteen de pagina ‘Uw gegevens’, behoud daar uw account en kies daarna een nieuw wachtwoord.',
  'mail.unasked.erased': 'Was u dit niet, neem dan contact op met {service}.',
  'mail.unasked.support':
    'Hebt u dit niet aan het supportteam gevraagd, dan probeert misschien iemand anders toegang te krijgen tot uw account. Kies meteen een nieuw wachtwoord en neem contact op met {service}.',
  'mail.button.confirm_email': 'E-mailadres bevestigen',
  'mail.button.sign_in': 'Inloggen',
  'mail.button.new_password': 'Nieuw wachtwoord kiezen',
  'mail.button.security': 'Beveiligingsinstellingen openen',
  'mail.button.privacy': '‘Uw gegevens’ openen',
  'mail.label.time': 'Tijdstip',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Onbekende browser',
  'mail.link_address': 'Werkt de knop niet, kopieer dan deze link naar uw browser.',
  'mail.unasked.code':
    'Als u dit niet was, hoeft u niets te doen. Geef de code aan niemand en stuur deze e-mail niet door.',
  'mail.subject.webhook_disabled': 'Een webhook van uw applicatie bij {service} is uitgeschakeld',
  'mail.text.webhook_disabled':
    'Een ontvanger van uw applicatie bij {service} heeft ongeveer drie dagen geen enkele bezorging geaccepteerd, of is ver achterop geraakt. Daarom hebben we de webhook uitgeschakeld. Er kunnen meer webhooks van deze ontvanger volgen. Wachtende bezorgingen bewaren we zeven dagen. Ze worden verzonden zodra uw applicatie de webhook weer inschakelt.',
  'mail.unasked.webhook':
    'U ontvangt deze e-mail omdat u de applicatie hebt geregistreerd. We sturen er hooguit één per dag voor elke ontvanger.',
  'mail.button.webhooks': 'Webhooks bekijken',
  'mail.subject.data_exported': 'Er is een bestand met uw gegevens bij {service} gemaakt',
  'mail.text.data_exported':
    'Alle gegevens van uw account bij {service} zijn in een bestand gezet om te downloaden: onder andere uw naam, uw adressen, hoe u betaalt en betaald wordt, en wat er in uw account is gebeurd. Wachtwoorden en kaartnummers staan er niet in.',
  'mail.subject.application_secret_changed': 'Uw applicatie bij {service} heeft een nieuw geheim',
  'mail.text.application_secret_changed':
    'Er is een nieuw geheim gemaakt voor uw applicatie bij {service}. Het vorige werkt nog één dag.',
  'mail.subject.application_uris_changed':
    'De omleidingsadressen van uw applicatie bij {service} zijn gewijzigd',
  'mail.text.application_uris_changed':
    'De omleidingsadressen van uw applicatie bij {service} zijn gewijzigd. Na het inloggen worden gebruikers en hun autorisatiecodes nu naar de nieuwe adressen gestuurd.',
  'mail.unasked.application':
    'Hebben u en ons supportteam dit geen van beide gedaan, dan heeft misschien iemand anders toegang tot uw account. Kies meteen een nieuw wachtwoord. Maak daarna een nieuw geheim voor de applicatie en controleer de omleidingsadressen.',
  'mail.button.application': 'Applicatie bekijken',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'De link werkt één keer en verloopt na een uur.',
  'mail.link_life.24': 'De link werkt één keer en verloopt na 24 uur.',
  'mail.link_life.48': 'De link werkt één keer en verloopt na 48 uur.',
  'mail.link_life.168': 'De link werkt één keer en verloopt na zeven dagen.',
  'mail.automatic':
    'Dit is een automatisch bericht van {service}. U kunt dit bericht niet beantwoorden.',
  'mail.subject.support_disabled': 'Uw account bij {service} is uitgeschakeld',
  'mail.subject.support_enabled': 'Uw account bij {service} is weer ingeschakeld',
  'mail.subject.developer_admitted': 'U kunt nu applicaties registreren bij {service}',
  'mail.text.support_disabled':
    'Ons supportteam heeft uw account bij {service} uitgeschakeld. U bent in alle sessies uitgelogd en applicaties kunnen uw account niet meer gebruiken.',
  'mail.text.support_enabled':
    'Ons supportteam heeft uw account bij {service} weer ingeschakeld. U kunt inloggen zoals voorheen. Log opnieuw in bij een applicatie om die weer te gebruiken.',
  'mail.text.developer_admitted':
    'Uw account bij {service} is nu een ontwikkelaarsaccount. U kunt applicaties registreren waarbij gebruikers inloggen met {service}.',
  'mail.unasked.support_disabled':
    'Neem contact op met {service} als u denkt dat dit een vergissing is.',
  'mail.unasked.developer': 'Als u hier niet om hebt gevraagd, hoeft u niets te doen.',
  'mail.button.developer': 'Applicatie registreren',
  'mail.subject.confirm_payout': 'Bevestig dat u via {method} betaald kunt worden',
  'mail.subject.confirm_bank_account': 'Bevestig dat u via {method} betaald kunt worden',
  'mail.text.confirm_bank_account':
    '{method} is toegevoegd aan uw account bij {service} om erop betaald te worden. Hebt u dit gedaan, open dan de link hieronder en bevestig het. Daarvoor wordt er niets naartoe betaald.',
  'mail.unasked.bank_account':
    'Hebt u dit niet gedaan, bevestig het dan niet. Kies een nieuw wachtwoord, want misschien heeft iemand anders toegang tot uw account.',
  'mail.subject.payout_changed': '{service} gaat u ergens anders betalen',
  'mail.subject.payout_cleared': '{service} betaalt u op dit moment niet uit',
  'mail.subject.payout_deleted': '{service} betaalt u op dit moment niet uit',
  'mail.subject.payout_details': 'De gegevens waarmee {service} u betaalt, zijn gewijzigd',
  'mail.text.confirm_payout':
    '{method} is toegevoegd aan een account bij {service} om erop betaald te worden. Hebt u dit gedaan, open dan de link hieronder, log in en bevestig het. Daarvoor wordt er niets naartoe betaald.',
  'mail.text.payout_changed':
    'Vanaf {date} betaalt {service} u via {method}. Tot dan verandert er niets. Klopt dit, dan hoeft u niets te doen.',
  'mail.text.payout_cleared':
    '{method} is niet meer uw standaard om door {service} betaald te worden. Uw geld wacht tot een andere betaalmethode gebruikt kan worden.',
  'mail.text.payout_deleted':
    '{method} is verwijderd, dus {service} kan u daar niet meer betalen. Uw geld wacht tot een andere betaalmethode gebruikt kan worden.',
  'mail.text.payout_details':
    'De naam van de rekeninghouder of het soort van {method} is gewijzigd. Klopt dit, dan hoeft u niets te doen.',
  'mail.unasked.payout':
    'Hebt u dit niet gedaan, negeer deze e-mail dan. Er wordt dan niets naartoe betaald en u hoeft niets te doen.',
  'mail.unasked.payout_takeover':
    'Hebt u dit niet gewijzigd, maak het dan nu ongedaan. Kies daarna een nieuw wachtwoord, want misschien heeft iemand anders toegang tot uw account.',
  'mail.button.confirm_payout': 'Bevestigen',
  'mail.button.payout_undo': 'Wijziging ongedaan maken',
  'mail.subject.account_recovered': 'Uw account bij {service} is weer van u',
  'mail.subject.address_taken_back': 'Een account bij {service} heeft uw e-mailadres niet meer',
  'mail.subject.support_email_set':
    'Ons supportteam heeft het e-mailadres van uw account bij {service} ingesteld',
  'mail.subject.support_email_removed':
    'Ons supportteam heeft het e-mailadres van een account bij {service} gewijzigd',
  'mail.subject.payout_undone': 'Een wijziging van waar {service} u betaalt is ongedaan gemaakt',
  'mail.text.account_recovered':
    'Wijzigingen van het inloggen bij uw account bij {service} zijn teruggedraaid met de link in een e-mail. Het account heeft dit e-mailadres weer. Het wachtwoord en alle sessies zijn beëindigd en alle applicaties zijn ontkoppeld. Open de link hieronder om een nieuw wachtwoord te kiezen. Controleer daarna waar u betaald wordt. Als u hier applicaties hebt geregistreerd, controleer dan ook hun geheimen en omleidingsadressen.',
  'mail.text.address_taken_back':
    'De wijziging naar dit e-mailadres van een account bij {service} is teruggedraaid. Het account heeft weer zijn vorige adres en niet meer dit adres.',
  'mail.text.support_email_set':
    'Ons supportteam heeft dit adres ingesteld als e-mailadres van uw account bij {service}. Het wachtwoord, alle sessies en alle andere inlogmethoden zijn beëindigd en alle applicaties zijn ontkoppeld. Open de link hieronder om een nieuw wachtwoord te kiezen. Controleer daarna waar u betaald wordt. Als u hier applicaties hebt geregistreerd, controleer dan ook hun geheimen en omleidingsadressen.',
  'mail.text.support_email_removed':
    'Ons supportteam heeft een account bij {service} een ander e-mailadres gegeven, omdat iemand heeft aangetoond dat het account van hem of haar is. Het account heeft dit adres niet meer en alle sessies zijn beëindigd.',
  'mail.text.payout_undone':
    'Een wijziging van waar {service} u betaalt is ongedaan gemaakt. Uw betaalmethoden laten zien waar uw geld nu naartoe gaat.',
  'mail.unasked.recovered':
    'Hebt u hier niet om gevraagd, dan leest misschien iemand anders uw e-mail. Kies meteen een nieuw wachtwoord, hier en voor uw mailbox.',
  'mail.unasked.support_undo':
    'Hebt u hier niet om gevraagd bij het supportteam, draai het dan nu terug. Dit beëindigt alle toegang tot uw account en u kiest een nieuw wachtwoord.',
  'mail.button.sign_in_undo': 'Wijziging terugdraaien',
}
