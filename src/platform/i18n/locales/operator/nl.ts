/** The pages for operators, in Dutch. */
export const operator = {
  // Operators
  'page.link.operator': 'Klantenservice',
  'page.title.operator': 'Gebruiker zoeken',
  'page.title.operator_user': 'Gebruiker {id}',
  'page.title.operator_request': 'Verzoek',
  'page.title.operator_application': 'Applicatie',
  'page.label.find': 'E-mailadres of nummer',
  'page.text.find_hint':
    'Ook het id van een verzoek, van een foutpagina of uit het logboek, of het client-id van een applicatie.',
  'page.button.find': 'Zoeken',
  'page.error.nobody': 'Er is niets gevonden. Controleer wat u hebt ingevuld.',
  'page.text.sign_up_waits':
    'Iemand heeft zich met dit e-mailadres aangemeld en het nog niet bevestigd. U kunt de e-mail met de link opnieuw sturen.',
  'page.text.sign_up_sent': 'De bevestigingsmail is verstuurd.',
  'page.text.no_records':
    'Het auditlogboek bevat niets over dit verzoek. De meeste verzoeken die alleen lezen, laten er niets achter. Zoek het verzoek in het logboek van de dienst.',
  'page.name.account_state': 'Accountgegevens',
  'page.name.acts': 'Wat u kunt doen',
  'page.text.no_acts': 'Hier kunt u niets doen voor dit account.',
  'page.name.belongings': 'Wat bij het account hoort',
  'page.label.operator_name': 'Naam',
  'page.label.operator_state': 'Status',
  'page.label.operator_created': 'Aangemaakt',
  'page.label.wanted_email': 'Nieuw e-mailadres, niet bevestigd',
  'page.label.disabled': 'Uitgeschakeld',
  'page.label.erases': 'Wordt verwijderd',
  'page.label.roles': 'Rollen',
  'page.label.codes_left': 'Resterende herstelcodes',
  'page.label.open_links': 'Links die nog werken',
  'page.label.queued_emails': 'E-mails die nog worden verstuurd',
  'page.name.state_enabled': 'Actief',
  'page.name.state_disabled': 'Uitgeschakeld',
  'page.name.state_erasing': 'Wordt verwijderd',
  'page.name.role_operator': 'Supportmedewerker',
  'page.name.role_developer': 'Ontwikkelaar',
  'page.name.yes': 'Ja',
  'page.name.no': 'Nee',
  'page.name.none': 'Geen',
  'page.name.link_sign_up': 'Aanmelding',
  'page.name.link_reset_password': 'Nieuw wachtwoord',
  'page.name.link_new_email': 'Nieuw e-mailadres',
  'page.name.link_sign_in': 'Inloggen',
  'page.label.reason': 'Reden',
  'page.text.reason_hint':
    'Het nummer van een ticket of één woord, zoals SUP-4711. De reden blijft in het auditlogboek, dus schrijf geen persoonsgegevens.',
  'page.error.reason':
    'Vul het nummer van een ticket of één woord zonder spaties in, zoals SUP-4711.',
  'page.label.check': 'Hoe hebt u gecontroleerd wie erom vraagt?',
  'page.text.check_hint':
    'Vraag niets wat een aanvaller in een gestolen mailbox kan lezen. Schakel het account uit als de mailbox in verkeerde handen kan zijn.',
  'page.name.choose': 'Maak een keuze',
  'page.name.email_and_day':
    'Verzoek vanaf het e-mailadres van het account, daarheen geantwoord, een dag gewacht',
  'page.name.document_in_person': 'Identiteitsbewijs in persoon gezien',
  'page.name.document_by_video': 'Identiteitsbewijs vergeleken in een videogesprek',
  'page.error.check': 'Kies hoe u het hebt gecontroleerd.',
  'page.button.operator_send_password_link': 'Link voor een nieuw wachtwoord sturen',
  'page.text.operator_send_password_link':
    'De gebruiker krijgt een e-mail met een link om een nieuw wachtwoord te kiezen. De link werkt één keer, een uur lang. Tot die tijd blijft het wachtwoord zoals het is.',
  'page.text.operator_done_send_password_link': 'De link voor een nieuw wachtwoord is verstuurd.',
  'page.button.operator_resend_confirmation': 'Bevestigingsmail opnieuw sturen',
  'page.text.operator_resend_confirmation':
    'De gebruiker krijgt nog een e-mail met een link om het e-mailadres te bevestigen. Eerdere links voor een nieuw adres werken dan niet meer.',
  'page.text.operator_done_resend_confirmation': 'De bevestigingsmail is opnieuw verstuurd.',
  'page.button.operator_reset_second_factors': 'Alle tweede factoren verwijderen',
  'page.text.operator_reset_second_factors':
    'De authenticator-app, alle toegangssleutels en de herstelcodes worden verwijderd. De gebruiker wordt overal uitgelogd, kan daarna met alleen het wachtwoord inloggen en krijgt een e-mail. Wie het wachtwoord heeft en u hiertoe overhaalt, heeft het account. Controleer dus eerst wie erom vraagt.',
  'page.text.operator_done_reset_second_factors': 'Alle tweede factoren zijn verwijderd.',
  'page.button.operator_end_sessions': 'Overal uitloggen',
  'page.text.operator_end_sessions':
    'De gebruiker wordt in alle browsers uitgelogd. Applicaties kunnen het account pas weer gebruiken als de gebruiker er opnieuw inlogt.',
  'page.text.operator_done_end_sessions': 'De gebruiker is overal uitgelogd.',
  'page.button.operator_disable': 'Account uitschakelen',
  'page.text.operator_disable':
    'De gebruiker kan niet meer inloggen, wordt overal uitgelogd en krijgt een e-mail. Applicaties kunnen het account niet meer gebruiken. U kunt het weer inschakelen.',
  'page.text.operator_done_disable': 'Het account is uitgeschakeld.',
  'page.button.operator_enable': 'Account inschakelen',
  'page.text.operator_enable':
    'De gebruiker kan weer inloggen en krijgt een e-mail. Sessies en de toegang van applicaties komen niet vanzelf terug.',
  'page.text.operator_done_enable': 'Het account is ingeschakeld.',
  'page.button.operator_admit_developer': 'Toelaten als ontwikkelaar',
  'page.text.operator_admit_developer':
    'De gebruiker kan vanaf nu applicaties registreren en krijgt een e-mail.',
  'page.text.operator_done_admit_developer': 'De gebruiker is nu ontwikkelaar.',
  'page.button.operator_remove_developer': 'Verwijderen als ontwikkelaar',
  'page.text.operator_remove_developer':
    'De gebruiker kan geen applicaties meer registreren of wijzigen. De applicaties blijven werken. Schakel ze één voor één uit als ze moeten stoppen.',
  'page.text.operator_done_remove_developer': 'De gebruiker is geen ontwikkelaar meer.',
  'page.text.operator_done_nothing': 'Er is niets gewijzigd, want het was al zo.',
  'page.button.application_disable': 'Applicatie uitschakelen',
  'page.text.application_disable':
    'Niemand kan nog inloggen bij deze applicatie en al haar tokens eindigen. U kunt haar weer inschakelen. Beëindigde tokens komen niet terug.',
  'page.text.application_done_disable': 'De applicatie is uitgeschakeld.',
  'page.button.application_enable': 'Applicatie inschakelen',
  'page.text.application_enable':
    'De applicatie werkt weer met haar geheimen. Beëindigde tokens komen niet terug.',
  'page.text.application_done_enable': 'De applicatie is ingeschakeld.',
  'page.text.application_done_nothing': 'Er is niets gewijzigd, want het was al zo.',
  'page.label.operator_client_id': 'Client-id',
  'page.label.operator_kind': 'Soort',
  'page.label.operator_redirect_uris': 'Redirect-URI’s',
  'page.label.operator_scopes': 'Rechten',
  'page.title.second_factor_needed': 'Tweede factor nodig',
  'page.text.second_factor_needed':
    'U kunt deze pagina alleen openen als u met een tweede factor bent ingelogd. Log uit en log dan in met uw authenticator-app of een toegangssleutel.',
  'page.title.own_account': 'Dit is uw eigen account',
  'page.text.own_account':
    'Dit kunt u niet doen voor uw eigen account. Gebruik de pagina’s van uw account of vraag een collega.',
  'page.title.operator_account': 'Dit account is van een supportmedewerker',
  'page.text.operator_account':
    'Voor een supportmedewerker kunnen alleen de beheerders van de dienst dit doen, op de opdrachtregel.',
  'page.activity.user.viewed': 'Heeft het account bekeken',
  'page.activity.access.ended': 'Overal uitgelogd',
  'page.activity.email.confirmation_sent': 'Bevestigingsmail opnieuw verstuurd',
  'page.activity.user.created': 'Het account is aangemaakt',
  'page.activity.second_factor.refused': 'Verkeerde tweede factor',
  'page.activity.sign_in.link_requested': 'Link om in te loggen aangevraagd',
  'page.activity.consent.refused': 'Verbinding met een applicatie geweigerd',
  'page.name.link_payout_proof': 'Bevestigen hoe de gebruiker betaald wordt',
  'page.name.link_payout_undo': 'Wijziging van betaling ongedaan maken',
} as const
