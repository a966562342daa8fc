import { merge } from '../merge.ts'
import { account } from './account/nl.ts'
import { developer } from './developer/nl.ts'
import type { Catalogue } from './en.ts'
import { mail } from './mail/nl.ts'
import { operator } from './operator/nl.ts'
import { pages } from './pages/nl.ts'

/** Dutch, addressing people with “u”. */
export const nl: Catalogue = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'Dit gegeven is verplicht.',
  'rule.type.string': 'Moet tekst zijn.',
  'rule.type.string_unquoted': 'Moet tekst zijn, tussen aanhalingstekens.',
  'rule.type.boolean': 'Moet ‘true’ of ‘false’ zijn.',
  'rule.type.boolean_quoted': 'Moet ‘true’ of ‘false’ zijn, zonder aanhalingstekens.',
  'rule.type.integer': 'Moet een geheel getal zijn.',
  'rule.type.integer_quoted': 'Moet een geheel getal zijn, zonder aanhalingstekens.',
  'rule.type.int32': 'Moet een geheel getal van hoogstens 2147483647 zijn.',
  'rule.type.array': 'Moet een lijst zijn.',
  'rule.phone':
    'Moet een telefoonnummer met landcode zijn, zoals +31 20 794 0000, of een nummer van het gekozen land.',
  'rule.time_zone': 'Moet een tijdzone zijn, zoals Europe/Amsterdam.',
  'rule.year': 'Moet een jaartal van vier cijfers zijn, bijvoorbeeld 2031.',
  'rule.invalid': 'Deze waarde is ongeldig.',
  'rule.reference': 'Moet uit 1 tot 64 letters, cijfers, koppeltekens en underscores bestaan.',
  'rule.repeated': 'Mag maar één keer worden opgegeven.',
  'rule.hostile':
    'Mag {character} (positie {position}) niet bevatten, en ook geen andere regeleinden, stuurtekens of tekens die de schrijfrichting veranderen.',
  'rule.unknown': 'Deze eigenschap bestaat hier niet of kan niet worden gewijzigd.',
  'rule.unknown_like': 'Deze eigenschap bestaat hier niet. Bedoelde u {known}?',
  'rule.unknown_known': 'Deze eigenschap bestaat hier niet. De bekende eigenschappen zijn {known}.',
  'rule.unknown_id': 'Stuur de id in het pad, niet in de body.',
  'rule.read_only': 'Deze eigenschap kan hier niet worden ingesteld.',
  'rule.account_pages': 'Alleen gebruikers kunnen dit wijzigen, op de pagina’s van hun account.',
  'rule.security_code':
    'De beveiligingscode van een kaart wordt hier nooit geaccepteerd. Stuur die niet mee.',
  'rule.too_long': 'Mag hoogstens {max} tekens lang zijn.',
  'rule.too_short': 'Minimale lengte in tekens: {min}.',
  'rule.too_many': 'Mag hoogstens {max} items bevatten.',
  'rule.idempotency_key':
    'Moet uit 1 tot 255 afdrukbare ASCII-tekens bestaan en mag maar één keer worden opgegeven.',
  'rule.minimum': 'Moet minstens {min} zijn.',
  'rule.maximum': 'Mag hoogstens {max} zijn.',
  'rule.one_of': 'Moet een van deze waarden zijn: {values}.',
  'rule.sort':
    'Mogelijke waarden, gescheiden door komma’s: {fields}. Een ‘-’ voor een naam keert de volgorde om.',
  'rule.https_url': 'Moet een URL zijn die met https:// begint, van hoogstens {max} tekens.',
  'rule.logo.type': 'Moet een volledige PNG- of WebP-afbeelding zonder animatie zijn.',
  'rule.logo.bytes': 'Mag hoogstens {max} KiB groot zijn.',
  'rule.logo.pixels': 'Moet {min} tot {max} pixels breed en hoog zijn.',

  // Errors
  'error.invalid_request_body': 'De inhoud van het verzoek moet een JSON-object zijn.',
  'error.invalid_request_body.empty': 'De body is leeg. Die moet een JSON-object zijn.',
  'error.invalid_request_body.syntax':
    'De body is geen geldige JSON. De fout staat op regel {line}, kolom {column}.',
  'error.invalid_request_body.encoding': 'De body is geen UTF-8.',
  'error.invalid_request_body.depth': 'De body is meer dan {max} niveaus diep genest.',
  'error.validation_failed': 'Sommige gegevens ontbreken of zijn ongeldig. Controleer ze.',
  'error.https_required': 'Verstuur het verzoek via HTTPS.',
  'error.malformed_request': 'Het verzoek is geen geldig HTTP.',
  'error.malformed_request.if_match':
    'If-Match moet * zijn of een lijst van entity-tags tussen aanhalingstekens.',
  'error.invalid_signature': 'De handtekening is niet geldig.',
  'error.unauthorized': 'Log in. Voor dit verzoek is een toegangstoken vereist.',
  'error.unauthorized.query': 'Stuur het toegangstoken in de header {header}, niet in de URL.',
  'error.unauthorized.scheme':
    'Stuur een toegangstoken in de header {header}. Andere authenticatieschema’s werken alleen bij het token-endpoint.',
  'error.invalid_token': 'Het toegangstoken is ongeldig of verlopen.',
  'error.insufficient_scope': 'Deze applicatie heeft daar geen toestemming voor.',
  'error.insufficient_scope.needed':
    'Voor dit verzoek is een toegangstoken met de scope {scope} vereist.',
  'error.insufficient_scope.application':
    'Dit toegangstoken is van een applicatie, niet van een gebruiker. Vraag de gebruiker eerst in te loggen.',
  'error.insufficient_scope.user':
    'Dit toegangstoken hoort bij een gebruiker. Stuur het eigen token van de applicatie (client credentials grant).',
  'error.forbidden': 'Dit is niet toegestaan.',
  'error.invalid_delete': 'Dit kan niet worden verwijderd zolang het in gebruik is.',
  'error.invalid_delete.billed':
    'Dit adres kan niet worden verwijderd, omdat het het factuuradres van {methods} is.',
  'error.limit_reached': 'Het maximum is bereikt. Verwijder eerst een item.',
  'error.webhook_disabled': 'Deze webhook is uitgeschakeld. Schakel hem eerst in.',
  'error.purchase_not_allowed': 'Dit aanbod kan niet worden gekocht.',
  'error.not_found': 'Hier is niets gevonden.',
  'error.not_found.path': 'Dit pad bestaat niet. Begin bij {url}.',
  'error.method_not_allowed': 'Deze methode is hier niet toegestaan.',
  'error.method_not_allowed.allowed':
    'Deze methode is hier niet toegestaan. De toegestane methoden zijn {methods}.',
  'error.not_acceptable':
    'De Accept-header moet application/hal+json of application/json toestaan.',
  'error.request_timeout':
    'Het duurde te lang voordat het verzoek binnenkwam. Probeer het opnieuw.',
  'error.precondition_failed':
    'De gegevens zijn gewijzigd sinds u ze hebt geladen. Laad ze opnieuw en herhaal uw wijziging.',
  'error.idempotency_key_in_use':
    'Een verzoek met deze Idempotency-Key wordt nog verwerkt. Wacht even en herhaal het.',
  'error.idempotency_key_reused':
    'Deze Idempotency-Key is al gebruikt voor een verzoek met een andere inhoud. Gebruik een nieuwe sleutel.',
  'error.payload_too_large': 'De inhoud van het verzoek is groter dan 64 KiB.',
  'error.unsupported_media_type':
    'De inhoud van het verzoek moet application/json of application/hal+json zijn.',
  'error.unsupported_media_type.encoding': 'De body moet in UTF-8 en niet gecomprimeerd zijn.',
  'error.headers_too_large': 'De headers zijn groter dan 16 KiB.',
  'error.internal_server_error': 'Er is bij ons iets misgegaan. Probeer het later opnieuw.',
  'error.too_many_requests': 'Te veel verzoeken. Wacht even voordat u het volgende verzendt.',
  'error.service_unavailable':
    'De dienst is tijdelijk niet beschikbaar. Probeer het zo meteen opnieuw.',

  // Titles of links
  'link.self': 'Deze bron',
  'link.first': 'Eerste pagina',
  'link.last': 'Laatste pagina',
  'link.next': 'Volgende pagina',
  'link.prev': 'Vorige pagina',
  'link.user': 'Uw profiel',
  'link.addresses': 'Uw adressen',
  'link.paymentmethods': 'Uw betaalmethoden',
  'link.countries': 'Landen',
  'link.webhooks': 'Uw webhooks',
  'link.viagogo:user': 'Uw profiel',
  'link.viagogo:countries': 'Landen',
  'link.address:create': 'Adres toevoegen',
  'link.address:update': 'Adres wijzigen',
  'link.address:delete': 'Adres verwijderen',
  'link.address:carrier': 'Vervoerder die op dit adres ophaalt',
  'link.country': 'Land',
  'link.country:events': 'Evenementen in dit land',
  'link.country:localwebpage': 'Website voor dit land',
  'link.country:addressrules': 'Adresindeling van dit land',
  'link.paymentmethod:createcreditcard': 'Creditcard of betaalpas toevoegen',
  'link.paymentmethod:setupcreditcard': 'Kaart instellen in de velden van de betaaldienst',
  'link.paymentmethod:cardsetup': 'Deze kaart bevestigen',
  'link.paymentmethod:createpaypal': 'PayPal-rekening toevoegen',
  'link.paymentmethod:updatecreditcard': 'Kaart bijwerken',
  'link.paymentmethod:updatepaypal': 'PayPal-rekening bijwerken',
  'link.paymentmethod:updatedefaults': 'Als standaard instellen of opheffen',
  'link.paymentmethod:delete': 'Betaalmethode verwijderen',
  'link.user:addresses': 'Uw adressen',
  'link.user:paymentmethods': 'Uw betaalmethoden',
  'link.user:purchases': 'Uw aankopen',
  'link.user:sales': 'Uw verkopen',
  'link.user:salesaggregates': 'Overzicht van uw verkopen',
  'link.user:sellerlistings': 'Uw aanbod',
  'link.user:update': 'Profiel wijzigen',
  'link.user:webhooks': 'Uw webhooks',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Webhook toevoegen',
  'link.webhook:update': 'Webhook wijzigen',
  'link.webhook:delete': 'Webhook verwijderen',
  'link.webhook:ping': 'Ping sturen',
  'link.webhook:rotatesecret': 'Geheim vervangen',
  'link.webhook:deliveries': 'Bezorgingen van deze webhook',
  'link.delivery:redeliver': 'Opnieuw sturen',
  'link.paymentmethod:createbankaccount': 'Bankrekening toevoegen',
  'link.paymentmethod:updatebankaccount': 'Bankrekening bijwerken',

  // Webhooks
  'webhook.url.invalid':
    'Moet een volledige URL zonder fragment zijn, zoals https://example.com/hook.',
  'webhook.url.scheme': 'Moet beginnen met https://.',
  'webhook.url.credentials':
    'Mag geen gebruikersnaam of wachtwoord bevatten. Gebruik authorization_header.',
  'webhook.url.port': 'Moet een van deze poorten gebruiken: {ports}.',
  'webhook.url.address': 'Moet naar een openbaar adres op het internet leiden.',
  'webhook.topics':
    'Moet een lijst zijn met een of meer van de waarden Addresses, PaymentMethods, User en Ping, elk één keer.',
  'webhook.authorization_header': 'Moet 1 tot 1024 tekens hebben, alleen afdrukbare ASCII-tekens.',

  // Addresses
  'address.default.required':
    'Er moet altijd één standaardadres zijn. Stel in plaats daarvan een ander adres als standaard in.',
  'address.country_code.unknown':
    'Moet een ISO 3166-1-landcode van twee letters zijn, bijvoorbeeld NL.',
  'address.country_code.meant':
    'Moet een ISO 3166-1-landcode van twee letters zijn. Bedoelde u {code}?',
  'address.state_province.required': 'In dit land is een staat, provincie of regio verplicht.',
  'address.state_province.required_like':
    'In dit land is een staat, provincie of regio verplicht, bijvoorbeeld {example}.',
  'address.postal_code.required': 'In dit land is een postcode verplicht, bijvoorbeeld {example}.',
  'address.postal_code.digits': 'Zoals ‘{example}’: {count} cijfers.',
  'address.postal_code.zip':
    'Zoals ‘{example}’: vijf cijfers, eventueel gevolgd door een streepje en nog vier.',
  'address.postal_code.canadian':
    'Zoals ‘{example}’: letter, cijfer, letter, dan cijfer, letter, cijfer.',
  'address.postal_code.british':
    'Zoals ‘{example}’: het gebied en district, dan een cijfer en twee letters.',
  'address.postal_code.irish': 'Zoals ‘{example}’: drie tekens, dan vier.',
  'address.postal_code.dutch': 'Zoals ‘{example}’: vier cijfers, dan twee letters.',
  'address.postal_code.two_dash_three':
    'Zoals ‘{example}’: twee cijfers, een streepje en drie cijfers.',
  'address.postal_code.three_dash_four':
    'Zoals ‘{example}’: drie cijfers, een streepje en vier cijfers.',
  'address.postal_code.three_space_two': 'Zoals ‘{example}’: drie cijfers, dan twee.',
  'address.postal_code.four_dash_three':
    'Zoals ‘{example}’: vier cijfers, een streepje en drie cijfers.',
  'address.postal_code.five_dash_three':
    'Zoals ‘{example}’: vijf cijfers, een streepje en drie cijfers.',
  'address.postal_code.like': 'Moet eruitzien als {example}.',
  'address.postal_code.like_either': 'Moet eruitzien als {example} of {second}.',

  // What countries call the parts of an address
  'address.label.full_name': 'Volledige naam',
  'address.label.address_1': 'Straat en huisnummer',
  'address.label.address_2': 'Adresregel 2',
  'address.label.address_3': 'Adresregel 3',
  'address.label.country_code': 'Land',
  'address.label.city': 'Plaats',
  'address.label.post_town': 'Postplaats',
  'address.label.suburb': 'Stadsdeel',
  'address.label.district': 'District',
  'address.label.state': 'Staat',
  'address.label.province': 'Provincie',
  'address.label.county': 'Graafschap',
  'address.label.department': 'Departement',
  'address.label.emirate': 'Emiraat',
  'address.label.prefecture': 'Prefectuur',
  'address.label.oblast': 'Oblast',
  'address.label.do_si': 'Provincie of metropoolstad',
  'address.label.parish': 'Gemeente (parish)',
  'address.label.island': 'Eiland',
  'address.label.area': 'Gebied',
  'address.label.postal': 'Postcode',
  'address.label.zip': 'Postcode (ZIP)',
  'address.label.eircode': 'Eircode',
  'address.label.pin': 'Postcode (PIN)',

  // Payment methods
  'paymentmethod.buyer_method':
    'Met deze betaalmethode kunt u niet kopen. Daarom kan deze niet de standaard voor aankopen zijn.',
  'paymentmethod.seller_method':
    'Met deze betaalmethode kunt u geen betalingen ontvangen. Daarom kan deze niet de standaard voor het ontvangen van betalingen zijn.',
  'paymentmethod.billing_address': 'Moet de id van een van uw adressen zijn.',
  'paymentmethod.duplicate': 'U hebt dit al als een andere betaalmethode opgeslagen.',
  'paymentmethod.email': 'Moet een e-mailadres zijn, bijvoorbeeld ada@example.com.',
  'card.number.digits':
    'Moet uit de cijfers van het kaartnummer bestaan. Spaties en streepjes tussen de cijfers zijn toegestaan.',
  'card.number.brand': 'Dit kaartnummer hoort niet bij een ondersteund kaartmerk.',
  'card.number.length': 'Het kaartnummer heeft niet de juiste lengte voor {brand}.',
  'card.number.check': 'Het controlecijfer van het kaartnummer is onjuist.',
  'card.token.both': 'Stuur het kaartnummer of het kaarttoken, niet allebei.',
  'card.token.unsupported': 'Kaarttokens worden hier niet geaccepteerd. Stuur het kaartnummer.',
  'card.token.unknown': 'Dit kaarttoken is onbekend of al gebruikt.',
  'card.declined': 'De kaart is geweigerd.',
  'card.number.unsupported': 'Kaartnummers worden hier niet geaccepteerd. Stuur een kaarttoken.',
  'card.gone':
    'De opgeslagen kaart bestaat niet meer. Stuur het kaartnummer of het kaarttoken opnieuw.',
  'card.declined.expired': 'Volgens de uitgever van de kaart is de kaart verlopen.',
  'card.declined.security_code':
    'De beveiligingscode van de kaart is onjuist. Voer de kaart opnieuw in.',
  'card.declined.postal_code':
    'De uitgever van de kaart kent een andere postcode. Kies het factuuradres van de kaart.',
  'card.declined.funds': 'Het saldo van de kaart is ontoereikend. Gebruik een andere kaart.',
  'card.declined.authentication':
    'De uitgever van de kaart verlangt dat u deze kaart bevestigt. Voer de kaart in de velden van de betaaldienst in en stuur het kaarttoken.',
  'card.not_chargeable':
    'Deze kaart wordt door geen betaaldienst bewaard en kan dus niet worden belast.',
  'payout.on_hold':
    'De betaalmethode waarop de gebruiker betaald wordt, staat na een wijziging in de wacht, en er mag geen andere betaald worden.',
  'payout.no_method': 'De gebruiker heeft geen bevestigde betaalmethode om betaald te worden.',
  'card.declined.authentication_failed':
    'De uitgever van de kaart kon niet bevestigen dat deze kaart van u is. Probeer het opnieuw of gebruik een andere kaart.',
  'card.setup.incomplete':
    'Het instellen van deze kaart is niet voltooid. Bevestig de kaart in de velden van de betaaldienst en stuur haar opnieuw.',
  'card.setup.ended': 'Het instellen van deze kaart is beëindigd. Begin opnieuw.',
  'card.setup.not_supported':
    'Hier is geen betaaldienst aangesloten, dus er zijn geen velden om een kaart in te stellen. Stuur het kaartnummer.',
  'card.expired': 'De kaart is verlopen in {expiry}.',
  'card.start.late': 'De begindatum van de kaart mag niet na de vervaldatum liggen.',
  'card.issue_number': 'Moet uit een of twee cijfers bestaan.',
  'rule.card_number': 'Mag geen kaartnummer bevatten.',
  'paymentmethod.type.CreditCard': 'Creditcard of betaalpas',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': 'Bankrekening',
  'bankaccount.iban.country':
    'Moet beginnen met de twee letters van een land dat IBAN’s gebruikt, bijvoorbeeld DE.',
  'bankaccount.iban.length': 'IBAN’s die met {country} beginnen, hebben {length} tekens.',
  'bankaccount.iban.form':
    'IBAN’s die met {country} beginnen, hebben de vorm {form}. # staat voor een cijfer, A voor een letter en * voor een van beide.',
  'bankaccount.iban.check':
    'De controlecijfers passen niet bij dit IBAN. Controleer het op typefouten.',
  'bankaccount.routing_number':
    'Moet een Amerikaans banknummer (routing number) van negen cijfers zijn. Controleer het op typefouten.',
  'bankaccount.number': 'Moet het rekeningnummer van 5 tot 17 cijfers zijn.',
  'bankaccount.both': 'Stuur een IBAN of een Amerikaanse rekening, niet allebei.',
  'bankaccount.holder': 'Moet de naam van de rekeninghouder zijn, zonder rekeningnummer.',
  'bankaccount.confirmed':
    'U hebt deze rekening bevestigd, dus het nummer kan niet worden vervangen. Voeg de nieuwe rekening toe als andere betaalmethode en verwijder deze.',
  'bankaccount.not_supported': 'Bankrekeningen kunnen hier niet worden toegevoegd.',
  'bankaccount.gone': 'De betaaldienst heeft deze rekening niet meer. Voeg deze opnieuw toe.',
  'bankaccount.declined':
    'De betaaldienst accepteert deze rekening niet. Controleer de gegevens of gebruik een andere rekening.',
  'bankaccount.declined.number':
    'De betaaldienst kent dit nummer niet. Controleer het op typefouten.',
  'bankaccount.declined.routing_number':
    'De betaaldienst kent dit banknummer (routing number) niet. Controleer het op typefouten.',
  'bankaccount.declined.country':
    'Rekeningen in dit land kunnen hier niet worden uitbetaald. Gebruik een rekening in een ander land.',
  'bankaccount.declined.currency':
    'Rekeningen in deze valuta kunnen hier niet worden uitbetaald. Gebruik een rekening in een andere valuta.',
  'bankaccount.declined.seller_country':
    'Verkopers in dit land kunnen hier niet worden uitbetaald. Als u in een ander land woont, kies dan uw adres daar.',

  // Listings
  'listing.tickets.left': 'Er zijn nog hoogstens {left} tickets over.',
  'listing.tickets.split':
    'Dit aantal tickets kan niet samen worden gekocht. Het moet een van {splits} zijn.',
  'listing.delivery_method': 'Moet de id van een van de bezorgmethoden van dit aanbod zijn.',
  'listing.delivery_address': 'Moet de id van een van uw adressen zijn.',
  'listing.delivery_country': 'De tickets kunnen niet in dit land worden bezorgd.',
  'listing.pickup_full_name':
    'De volledige naam van de persoon die de tickets ophaalt, is verplicht.',
  'listing.coupon.unknown': 'De coupon ‘{coupon}’ is niet geldig voor dit aanbod.',
  'listing.coupon.expired': 'De coupon ‘{coupon}’ is verlopen.',
  'listing.reason.type_not_accepted': 'Deze betaalwijze wordt voor dit aanbod niet geaccepteerd.',
  'listing.reason.expired': 'Deze kaart is verlopen.',
  'listing.reason.not_for_buying': 'Met deze betaalmethode kunt u niet kopen.',
})
