/** The pages for developers, in Dutch. */
export const developer = {
  'page.link.developer': 'Voor ontwikkelaars',
  'page.link.application_overview': 'Overzicht',
  'page.link.application_webhooks': 'Webhooks',
  'page.link.application_requests': 'Verzoeken',
  'page.link.newer': 'Nieuwer',
  'page.link.older': 'Ouder',
  'page.title.developer': 'Uw applicaties',
  'page.text.developer': 'Applicaties die u hebt geregistreerd. Alleen u ziet en wijzigt ze hier.',
  'page.text.developer_none':
    'U hebt nog geen applicatie geregistreerd. Registreer er een om gebruikers te laten inloggen of om evenementen en aanbiedingen te lezen.',
  'page.text.developer_most':
    'U hebt {max} applicaties, meer is niet mogelijk. Verwijder er een om een andere te registreren.',
  'page.button.register': 'Applicatie registreren',
  'page.text.types': 'Kies waar uw applicatie draait.',
  'page.name.type_web': 'Webapplicatie',
  'page.name.type_spa': 'Applicatie in de browser',
  'page.name.type_native': 'App voor apparaten',
  'page.name.type_server': 'Serverapplicatie',
  'page.text.type_web': 'Draait op uw server en laat gebruikers inloggen. Ze bewaart een geheim.',
  'page.text.type_spa':
    'Draait in de browser en laat gebruikers inloggen. Ze kan geen geheim bewaren en krijgt er dus geen.',
  'page.text.type_native':
    'Draait op telefoons of computers en laat gebruikers inloggen. Ze kan geen geheim bewaren en krijgt er dus geen.',
  'page.text.type_server':
    'Draait op uw server zonder gebruikers. Ze leest evenementen en aanbiedingen, maar geen gegevens van gebruikers.',
  'page.title.register_web': 'Webapplicatie registreren',
  'page.title.register_spa': 'Applicatie in de browser registreren',
  'page.title.register_native': 'App voor apparaten registreren',
  'page.title.register_server': 'Serverapplicatie registreren',
  'page.title.application_edit': '{name} bewerken',
  'page.label.type': 'Soort',
  'page.label.client_id': 'Client-ID',
  'page.label.application_name': 'Naam',
  'page.hint.application_name': 'Gebruikers zien deze naam wanneer ze inloggen.',
  'page.label.redirect_uris': 'Omleidingsadressen',
  'page.label.redirect_uri': 'Omleidingsadres',
  'page.hint.redirect_uris':
    'De adressen waarnaar gebruikers na het inloggen terugkeren, één per regel. Elk moet een HTTPS-adres zijn en wordt exact vergeleken.',
  'page.hint.redirect_uris_native':
    'De adressen waarnaar gebruikers na het inloggen terugkeren, één per regel: een HTTPS-adres, een adres op hetzelfde apparaat of een schema van uw domein zoals com.example.app.',
  'page.label.post_logout_redirect_uris': 'Adressen na het uitloggen',
  'page.label.post_logout_redirect_uri': 'Adres na het uitloggen',
  'page.hint.post_logout_redirect_uris':
    'De adressen waarnaar gebruikers na het uitloggen mogen terugkeren, één per regel.',
  'page.label.scopes': 'Wat de applicatie mag',
  'page.text.scopes_narrower':
    'Als u een machtiging weghaalt, eindigen alle tokens van de applicatie en loggen haar gebruikers opnieuw in.',
  'page.name.disabled': 'Uitgeschakeld',
  'page.name.application': 'Over de applicatie',
  'page.label.registered': 'Geregistreerd',
  'page.name.secrets': 'Geheimen',
  'page.name.secret_current': 'Huidig geheim',
  'page.name.secret_former': 'Vorig geheim',
  'page.label.created': 'Gemaakt',
  'page.label.ends': 'Eindigt',
  'page.button.secret_rotate': 'Nieuw geheim maken',
  'page.button.secret_withdraw': 'Vorig geheim intrekken',
  'page.name.try': 'Uitproberen',
  'page.text.try':
    'Plak deze regels in een terminal of in uw programma. Vervang wat in hoofdletters staat.',
  'page.name.try_own': 'Het eigen token van de applicatie ophalen',
  'page.name.try_authorize': 'Toon het adres waarop een gebruiker inlogt, en open het',
  'page.name.try_exchange': 'Wissel in dezelfde terminal de code uit het adres van de browser in',
  'page.name.try_use': 'De gebruiker lezen',
  'page.name.try_client': 'In een programma',
  'page.name.application_end': 'Uitschakelen of verwijderen',
  'page.button.application_enable': 'Applicatie inschakelen',
  'page.button.application_disable': 'Applicatie uitschakelen',
  'page.button.application_delete': 'Applicatie verwijderen',
  'page.title.act_rotate': 'Een nieuw geheim voor {name}?',
  'page.title.act_withdraw': 'Het vorige geheim van {name} intrekken?',
  'page.title.act_disable': '{name} uitschakelen?',
  'page.title.act_delete': '{name} verwijderen?',
  'page.text.act_rotate':
    'Het huidige geheim werkt nog één dag, zodat u het overal kunt vervangen. Een eerder vervangen geheim eindigt nu.',
  'page.text.act_withdraw':
    'Programma’s die nog het vorige geheim gebruiken, krijgen geen tokens meer. Het huidige geheim blijft.',
  'page.text.act_disable':
    'Alle tokens van {name} eindigen en niemand kan erop inloggen. U kunt de applicatie weer inschakelen.',
  'page.text.act_delete':
    'Alle gebruikers verliezen de verbinding met {name}. De geheimen, tokens en webhooks worden verwijderd. Dit kan niet ongedaan worden gemaakt.',
  'page.text.application_registered': 'De applicatie is geregistreerd.',
  'page.text.application_saved': 'De applicatie is opgeslagen.',
  'page.text.application_narrowed':
    'De applicatie is opgeslagen. Ze heeft een machtiging verloren, dus al haar tokens zijn beëindigd.',
  'page.text.application_disabled_now':
    'De applicatie is uitgeschakeld. Al haar tokens zijn beëindigd.',
  'page.text.application_enabled': 'De applicatie is ingeschakeld. Haar geheimen werken weer.',
  'page.text.application_deleted': 'De applicatie is verwijderd.',
  'page.title.application_disabled': 'Deze applicatie is uitgeschakeld',
  'page.text.application_disabled':
    'Een beheerder heeft deze applicatie uitgeschakeld, dus ze kan hier niet worden gewijzigd. Neem contact op met de klantenservice.',
  'page.text.application_disabled_with_owner':
    'Deze applicatie is uitgeschakeld omdat uw account is uitgeschakeld of geen ontwikkelaarsaccount meer is. Ze kan hier niet worden gewijzigd. Neem contact op met de klantenservice.',
  'page.text.secret_withdrawn': 'Het vorige geheim werkt niet meer.',
  'page.text.secret_once':
    'Dit is het geheim van de applicatie. Het wordt alleen nu getoond: bewaar het op een veilige plaats.',
  'page.link.secret_kept': 'Verder naar de applicatie',
  'page.title.registered': '{name} is klaar',
  'page.title.secret': 'Een nieuw geheim voor {name}',
  'page.title.not_a_developer': 'Deze pagina’s zijn voor ontwikkelaars',
  'page.text.not_a_developer':
    'Uw account kan geen applicaties registreren. Vraag de klantenservice om u als ontwikkelaar toe te laten.',
  'page.text.webhooks':
    'Webhooks die deze applicatie voor haar gebruikers heeft gemaakt. Ze worden zonder de gebruikers getoond.',
  'page.text.webhooks_none':
    'Deze applicatie heeft geen webhooks. Ze kan ze voor haar gebruikers maken als ze webhooks mag wijzigen.',
  'page.label.url': 'Adres',
  'page.label.topics': 'Onderwerpen',
  'page.label.waiting': 'Wachtende leveringen',
  'page.name.webhook_owner': 'Uit',
  'page.name.webhook_gone': 'De ontvanger bestaat niet meer (410)',
  'page.name.webhook_failing': 'De ontvanger faalde dagenlang of raakte ver achterop',
  'page.name.webhook_not_allowed': 'De applicatie of gebruiker is uitgeschakeld',
  'page.name.deliveries': 'Leveringen',
  'page.text.deliveries': 'Wat in de laatste zeven dagen is verzonden, het nieuwste eerst.',
  'page.text.deliveries_none':
    'In de laatste zeven dagen is niets verzonden. Stuur een ping om de ontvanger te proberen.',
  'page.name.delivery_waiting': 'Wacht',
  'page.name.delivery_delivered': 'Afgeleverd',
  'page.label.number': 'Nummer',
  'page.label.time': 'Tijd',
  'page.label.attempts': 'Pogingen',
  'page.label.result': 'Laatste resultaat',
  'page.label.redeliver': 'Levering {number} opnieuw verzenden',
  'page.button.ping': 'Ping sturen',
  'page.button.redeliver': 'Opnieuw verzenden',
  'page.text.pinged': 'Er wordt zo een ping verzonden.',
  'page.text.redelivered': 'De levering wordt zo opnieuw verzonden.',
  'page.text.webhook_off':
    'De webhook staat uit, dus er is niets verzonden. De applicatie kan hem weer aanzetten.',
  'application.name': 'Moet 1 tot {max} tekens lang zijn, zonder besturingstekens.',
  'application.name.letters': 'Moet letters of cijfers bevatten.',
  'application.name.service':
    'Mag niet op {service} lijken. Kies een naam die zegt wie de applicatie beheert.',
  'application.name.taken': 'Een andere applicatie heeft deze naam. Kies een andere.',
  'application.name.script':
    'Mag alleen letters van één schrift hebben, zoals Latijns of Cyrillisch. Japans, Koreaans en Chinees mogen met Latijnse letters worden gemengd.',
  'application.redirect_uri.malformed':
    '‘{uri}’ is geen geldig omleidingsadres. Het moet absoluut zijn, zonder fragment en zonder inloggegevens.',
  'application.redirect_uri.pattern': '‘{uri}’ mag geen jokerteken bevatten. Noem elk adres.',
  'application.redirect_uri.https':
    '‘{uri}’ moet een HTTPS-adres zijn, of een HTTP-adres op localhost.',
  'application.redirect_uri.native':
    '‘{uri}’ moet een HTTPS-adres zijn, een HTTP-adres op localhost, of een schema met een punt hebben zoals com.example.app.',
  'application.redirect_uri.loopback':
    '‘{uri}’ leidt naar het apparaat van de gebruiker. Schrijf http in plaats van https.',
  'application.redirect_uris.missing': 'Voer ten minste één adres in.',
  'application.redirect_uris.server': 'Een serverapplicatie heeft geen omleidingsadressen.',
  'application.redirect_uris.most': 'Voer hoogstens {max} adressen in.',
  'application.redirect_uris.long': 'Elk adres mag hoogstens {max} tekens lang zijn.',
  'application.redirect_uris.service':
    '‘{uri}’ is een adres van deze dienst. Het moet een adres van uw applicatie zijn.',
  'application.redirect_uris.loopback':
    '‘{uri}’ leidt naar het apparaat van de gebruiker. Alleen apps voor apparaten mogen dit gebruiken.',
  'application.scopes': 'Kies er ten minste één.',
  'page.hint.application_link': 'Een HTTPS-adres dat gebruikers zien wanneer ze inloggen.',
  'page.text.consent_developer':
    '{service} beheert {application} niet. Een ontwikkelaar heeft de applicatie geregistreerd en ze leidt naar {host}.',
  'page.text.requests':
    'Verzoeken van de laatste dag, het nieuwste eerst. Niets hier zegt wie de gebruiker was.',
  'page.text.requests_none':
    'Geen verzoeken in de laatste dag. Een nieuw verzoek verschijnt hier na een seconde.',
  'page.text.requests_off': 'Het logboek van verzoeken is uitgeschakeld.',
  'page.text.requests_omitted': '{count} andere verzoeken op dit moment worden niet getoond.',
  'page.link.requests_all': 'Alle verzoeken',
  'page.link.requests_failed': 'Alleen geweigerd en mislukt',
  'page.label.operation': 'Bewerking',
  'page.label.status': 'Status',
  'page.label.request_id': 'Verzoek-ID',
  'page.activity.application.created': 'Applicatie geregistreerd',
  'page.activity.application.updated': 'Applicatie gewijzigd',
  'page.activity.application.secret_rotated': 'Nieuw geheim van een applicatie gemaakt',
  'page.activity.application.secret_withdrawn': 'Vorig geheim van een applicatie ingetrokken',
  'page.activity.application.disabled': 'Applicatie uitgeschakeld',
  'page.activity.application.enabled': 'Applicatie ingeschakeld',
  'page.activity.application.deleted': 'Applicatie verwijderd',
  'page.activity.webhook.pinged': 'Ping naar een webhook verzonden',
  'page.activity.webhook.redelivered': 'Levering van een webhook opnieuw verzonden',
  'page.title.application_logo': 'Logo van {name}',
  'page.label.logo': 'Logo',
  'page.hint.logo':
    'Een PNG- of WebP-afbeelding van {min} tot {max} pixels breed en hoog, van hoogstens {kib} KiB. Gebruikers zien haar als ze de applicatie toestaan.',
  'page.button.logo': 'Logo wijzigen',
  'page.button.logo_remove': 'Logo verwijderen',
  'page.text.logo_saved': 'Het logo is opgeslagen.',
  'page.text.logo_removed': 'Het logo is verwijderd.',
} as const
