import type { mail as en } from './en.ts'

/** What mail says, in Dutch. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': 'Bevestig uw e-mailadres voor {service}',
  'mail.subject.account_exists': 'U hebt al een account bij {service}',
  'mail.subject.reset_password': 'Kies een nieuw wachtwoord voor {service}',
  'mail.subject.password_changed': 'Uw wachtwoord voor {service} is gewijzigd',
  'mail.subject.confirm_new_email': 'Bevestig uw nieuwe e-mailadres voor {service}',
  'mail.subject.email_changed': 'Uw e-mailadres voor {service} is gewijzigd',
  'mail.subject.second_factor_changed': 'Uw aanmeldmethoden voor {service} zijn gewijzigd',
  'mail.subject.totp_added': 'Authenticator-app toegevoegd bij {service}',
  'mail.subject.totp_removed': 'Authenticator-app verwijderd bij {service}',
  'mail.subject.passkey_added': 'Toegangssleutel toegevoegd bij {service}',
  'mail.subject.passkey_removed': 'Toegangssleutel verwijderd bij {service}',
  'mail.subject.recovery_codes_renewed': 'Nieuwe herstelcodes bij {service}',
  'mail.subject.sign_in_link': 'Bevestig dat u zich aanmeldt bij {service}',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    'Open de onderstaande link om uw e-mailadres te bevestigen en het aanmaken van uw account bij {service} af te ronden.',
  'mail.text.account_exists':
    'Iemand, waarschijnlijk uzelf, heeft geprobeerd met dit e-mailadres een account bij {service} aan te maken. Er bestaat al een account met dit adres: log daarmee in. Bent u uw wachtwoord vergeten, dan kunt u daar een nieuw wachtwoord kiezen.',
  'mail.text.reset_password':
    'Iemand, waarschijnlijk uzelf, heeft een nieuw wachtwoord aangevraagd voor uw account bij {service}. Open de onderstaande link om het te kiezen.',
  'mail.text.password_changed':
    'Het wachtwoord van uw account bij {service} is gewijzigd. Op alle andere apparaten bent u uitgelogd en alle gekoppelde applicaties zijn losgekoppeld: log daar opnieuw in om ze te blijven gebruiken.',
  'mail.text.confirm_new_email':
    'Open de onderstaande link om dit e-mailadres voor uw account bij {service} te gebruiken. Tot dan houdt het account het oude adres.',
  'mail.text.email_changed':
    'Het e-mailadres van uw account bij {service} is gewijzigd. Vanaf nu gaan berichten alleen naar het nieuwe adres.',
  'mail.text.second_factor_changed':
    'Een authenticator-app, een toegangssleutel of de herstelcodes waarmee u zich bij {service} aanmeldt, zijn toegevoegd, gewijzigd of verwijderd.',
  'mail.text.totp_added':
    'Er is een authenticator-app toegevoegd aan uw account bij {service}. Vanaf nu hebt u bij het aanmelden met uw wachtwoord ook een code van deze app nodig.',
  'mail.text.totp_removed':
    'De authenticator-app is verwijderd uit uw account bij {service}. Bij het aanmelden is geen code van de app meer nodig.',
  'mail.text.passkey_added':
    'Er is een toegangssleutel toegevoegd aan uw account bij {service}. Wie deze heeft, kan zich ermee aanmelden.',
  'mail.text.passkey_removed':
    'Er is een toegangssleutel verwijderd uit uw account bij {service}. Niemand kan zich er nog mee aanmelden.',
  'mail.text.recovery_codes_renewed':
    'Er zijn nieuwe herstelcodes gemaakt voor uw account bij {service}. De oude werken niet meer.',
  'mail.text.sign_in_link':
    'Er is vaak geprobeerd om zich aan te melden bij uw account bij {service}. Als u zich nu aanmeldt, open dan de link hieronder en vul uw wachtwoord in, of vul deze code in op de pagina die erom vraagt.',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'Was u dit niet, dan hoeft u niets te doen: zonder de link gebeurt er niets.',
  'mail.unasked.unchanged':
    'Was u dit niet, dan hoeft u niets te doen: uw account is niet gewijzigd.',
  'mail.unasked.takeover':
    'Was u dit niet, dan heeft misschien iemand anders toegang tot uw account. Kies meteen een nieuw wachtwoord.',
  'mail.unasked.undo':
    'Was u dit niet, dan heeft misschien iemand anders toegang tot uw account. Maak de wijziging meteen ongedaan in uw beveiligingsinstellingen en kies daar een nieuw wachtwoord.',
  'mail.unasked.contact':
    'Was u dit niet, dan heeft misschien iemand anders toegang tot uw account. Neem meteen contact op met {service}. Kunt u zich nog aanmelden, kies dan een nieuw wachtwoord en herstel het adres in uw beveiligingsinstellingen.',
  'mail.unasked.sign_in':
    'Was u dit niet, dan hoeft u niets te doen: niemand kan zich nu met alleen uw wachtwoord aanmelden. Geef de code aan niemand door.',
  'mail.button.confirm_email': 'Adres bevestigen',
  'mail.button.sign_in': 'Inloggen',
  'mail.button.new_password': 'Nieuw wachtwoord kiezen',
  'mail.button.security': 'Beveiligingsinstellingen openen',
  'mail.label.time': 'Tijdstip',
  'mail.label.browser': 'Browser',
  'mail.label.code': 'Code',
  'mail.name.unknown_browser': 'Onbekende browser',
  'mail.link_address': 'Werkt de knop niet, kopieer dan dit adres naar uw browser.',

  // What every letter says
  'mail.link_life.1': 'De link werkt één keer, gedurende een uur.',
  'mail.link_life.24': 'De link werkt één keer, gedurende 24 uur.',
  'mail.automatic':
    '{service} heeft dit bericht automatisch verzonden. Gelieve er niet op te antwoorden.',
}
