import { merge } from '../merge.ts'
import { account } from './account/it.ts'
import { developer } from './developer/it.ts'
import type { Catalogue } from './en.ts'
import { mail } from './mail/it.ts'
import { operator } from './operator/it.ts'
import { pages } from './pages/it.ts'

/** Italian, addressing people with “tu”. */
export const it: Catalogue = merge(pages, account, developer, operator, mail, {
  // Rules of single properties
  'rule.required': 'Questo dato è obbligatorio.',
  'rule.type.string': 'Deve essere un testo.',
  'rule.type.string_unquoted': 'Deve essere un testo, tra virgolette.',
  'rule.type.boolean': 'Deve essere «true» o «false».',
  'rule.type.boolean_quoted': 'Deve essere «true» o «false», senza virgolette.',
  'rule.type.integer': 'Deve essere un numero intero.',
  'rule.type.integer_quoted': 'Deve essere un numero intero, senza virgolette.',
  'rule.type.int32': 'Deve essere un numero intero non superiore a 2147483647.',
  'rule.type.array': 'Deve essere un elenco.',
  'rule.phone':
    'Deve essere un numero di telefono con il prefisso del paese, come +39 06 6982, o un numero del paese scelto.',
  'rule.time_zone': 'Deve essere un fuso orario, come Europe/Rome.',
  'rule.year': 'Deve essere un anno di quattro cifre, ad esempio 2031.',
  'rule.invalid': 'Questo valore non è valido.',
  'rule.reference': 'Deve contenere da 1 a 64 lettere, cifre, trattini e trattini bassi.',
  'rule.repeated': 'Deve essere indicato una sola volta.',
  'rule.hostile':
    'Non deve contenere {character} (posizione {position}), né altre interruzioni di riga, caratteri di controllo o caratteri che cambiano la direzione del testo.',
  'rule.unknown': 'Questa proprietà non esiste qui o non può essere modificata.',
  'rule.unknown_like': 'Questa proprietà non esiste qui. Volevi dire {known}?',
  'rule.unknown_known': 'Questa proprietà non esiste qui. Le proprietà note sono {known}.',
  'rule.unknown_id': 'Invia l’ID nel percorso, non nel corpo.',
  'rule.read_only': 'Questa proprietà non può essere impostata qui.',
  'rule.account_pages':
    'Solo gli utenti possono modificare questo valore, nelle pagine del proprio account.',
  'rule.security_code':
    'Il codice di sicurezza di una carta non è mai accettato qui. Non inviarlo.',
  'rule.too_long': 'Non deve superare {max} caratteri.',
  'rule.too_short': 'Lunghezza minima in caratteri: {min}.',
  'rule.too_many': 'Deve avere al massimo {max} elementi.',
  'rule.idempotency_key':
    'Deve contenere da 1 a 255 caratteri ASCII stampabili ed essere indicato una sola volta.',
  'rule.minimum': 'Deve essere almeno {min}.',
  'rule.maximum': 'Deve essere al massimo {max}.',
  'rule.one_of': 'Deve essere uno di questi valori: {values}.',
  'rule.sort':
    'Valori possibili, separati da virgole: {fields}. Un «-» davanti a un nome inverte l’ordine.',
  'rule.https_url': 'Deve essere un URL che inizia con https://, lungo al massimo {max} caratteri.',
  'rule.logo.type': 'Deve essere un’immagine PNG o WebP completa, senza animazione.',
  'rule.logo.bytes': 'Deve essere al massimo di {max} KiB.',
  'rule.logo.pixels': 'Deve essere largo e alto da {min} a {max} pixel.',

  // Errors
  'error.invalid_request_body': 'Il corpo della richiesta deve essere un oggetto JSON.',
  'error.invalid_request_body.empty': 'Il corpo è vuoto. Deve essere un oggetto JSON.',
  'error.invalid_request_body.syntax':
    'Il corpo non è JSON valido. L’errore è alla riga {line}, colonna {column}.',
  'error.invalid_request_body.encoding': 'Il corpo non è in UTF-8.',
  'error.invalid_request_body.depth': 'Il corpo ha più di {max} livelli di annidamento.',
  'error.validation_failed': 'Alcuni dati mancano o non sono validi. Controllali.',
  'error.https_required': 'Invia la richiesta tramite HTTPS.',
  'error.malformed_request': 'La richiesta non rispetta il protocollo HTTP.',
  'error.malformed_request.if_match':
    'If-Match deve essere * o un elenco di tag di entità tra virgolette.',
  'error.invalid_signature': 'La firma non è valida.',
  'error.unauthorized': 'Accedi. Questa richiesta richiede un token di accesso.',
  'error.unauthorized.query': 'Invia il token di accesso nell’intestazione {header}, non nell’URL.',
  'error.unauthorized.scheme':
    'Invia un token di accesso nell’intestazione {header}. Gli altri schemi di autenticazione funzionano solo nell’endpoint dei token.',
  'error.invalid_token': 'Il token di accesso non è valido o è scaduto.',
  'error.insufficient_scope': 'Questa applicazione non ha l’autorizzazione necessaria.',
  'error.insufficient_scope.needed':
    'Questa richiesta richiede un token di accesso con lo scope {scope}.',
  'error.insufficient_scope.application':
    'Questo token di accesso appartiene a un’applicazione, non a un utente. Chiedi prima all’utente di accedere.',
  'error.insufficient_scope.user':
    'Questo token di accesso appartiene a un utente. Invia il token dell’applicazione stessa (client credentials grant).',
  'error.forbidden': 'Questa azione non è consentita.',
  'error.invalid_delete': 'Questo elemento non può essere eliminato finché è in uso.',
  'error.invalid_delete.billed':
    'Questo indirizzo non può essere eliminato perché è l’indirizzo di fatturazione di {methods}.',
  'error.limit_reached': 'Hai raggiunto il numero massimo. Elimina prima un elemento.',
  'error.webhook_disabled': 'Questo webhook è disattivato. Attivalo prima.',
  'error.purchase_not_allowed': 'Questo annuncio non può essere acquistato.',
  'error.not_found': 'Qui non è stato trovato nulla.',
  'error.not_found.path': 'Questo percorso non esiste. Inizia da {url}.',
  'error.method_not_allowed': 'Questo metodo non è consentito qui.',
  'error.method_not_allowed.allowed':
    'Questo metodo non è consentito qui. I metodi consentiti sono {methods}.',
  'error.not_acceptable':
    'L’intestazione Accept deve consentire application/hal+json o application/json.',
  'error.request_timeout': 'La richiesta ha impiegato troppo tempo ad arrivare. Riprova.',
  'error.precondition_failed':
    'I dati sono cambiati da quando li hai caricati. Caricali di nuovo e ripeti la modifica.',
  'error.idempotency_key_in_use':
    'Una richiesta con questo Idempotency-Key è ancora in corso. Attendi un momento e ripetila.',
  'error.idempotency_key_reused':
    'Questo Idempotency-Key è già stato usato per una richiesta con un corpo diverso. Usa una nuova chiave.',
  'error.payload_too_large': 'Il corpo della richiesta supera i 64 KiB.',
  'error.unsupported_media_type':
    'Il corpo della richiesta deve essere application/json o application/hal+json.',
  'error.unsupported_media_type.encoding': 'Il corpo deve essere in UTF-8 e non compresso.',
  'error.headers_too_large': 'Le intestazioni superano i 16 KiB.',
  'error.internal_server_error': 'Si è verificato un errore da parte nostra. Riprova più tardi.',
  'error.too_many_requests': 'Troppe richieste. Attendi prima di inviare la prossima.',
  'error.service_unavailable': 'Il servizio è temporaneamente non disponibile. Riprova tra poco.',

  // Titles of links
  'link.self': 'Questa risorsa',
  'link.first': 'Prima pagina',
  'link.last': 'Ultima pagina',
  'link.next': 'Pagina successiva',
  'link.prev': 'Pagina precedente',
  'link.user': 'Il tuo profilo',
  'link.addresses': 'I tuoi indirizzi',
  'link.paymentmethods': 'I tuoi metodi di pagamento',
  'link.countries': 'Paesi',
  'link.webhooks': 'I tuoi webhook',
  'link.viagogo:user': 'Il tuo profilo',
  'link.viagogo:countries': 'Paesi',
  'link.address:create': 'Aggiungi un indirizzo',
  'link.address:update': 'Modifica questo indirizzo',
  'link.address:delete': 'Elimina questo indirizzo',
  'link.address:carrier': 'Corriere che ritira a questo indirizzo',
  'link.country': 'Paese',
  'link.country:events': 'Eventi in questo paese',
  'link.country:localwebpage': 'Sito web per questo paese',
  'link.country:addressrules': 'Formato degli indirizzi di questo paese',
  'link.paymentmethod:createcreditcard': 'Aggiungi una carta di credito o di debito',
  'link.paymentmethod:setupcreditcard': 'Configura una carta nei campi del servizio di pagamento',
  'link.paymentmethod:cardsetup': 'Conferma questa carta',
  'link.paymentmethod:createpaypal': 'Aggiungi un conto PayPal',
  'link.paymentmethod:updatecreditcard': 'Aggiorna questa carta',
  'link.paymentmethod:updatepaypal': 'Aggiorna questo conto PayPal',
  'link.paymentmethod:updatedefaults': 'Imposta o rimuovi come predefinito',
  'link.paymentmethod:delete': 'Elimina questo metodo di pagamento',
  'link.user:addresses': 'I tuoi indirizzi',
  'link.user:paymentmethods': 'I tuoi metodi di pagamento',
  'link.user:purchases': 'I tuoi acquisti',
  'link.user:sales': 'Le tue vendite',
  'link.user:salesaggregates': 'Riepilogo delle tue vendite',
  'link.user:sellerlistings': 'I tuoi annunci',
  'link.user:update': 'Modifica il tuo profilo',
  'link.user:webhooks': 'I tuoi webhook',
  'link.webhook': 'Webhook',
  'link.webhook:create': 'Aggiungi un webhook',
  'link.webhook:update': 'Modifica questo webhook',
  'link.webhook:delete': 'Elimina questo webhook',
  'link.webhook:ping': 'Invia un ping',
  'link.webhook:rotatesecret': 'Sostituisci il segreto',
  'link.webhook:deliveries': 'Invii di questo webhook',
  'link.delivery:redeliver': 'Invia di nuovo',
  'link.paymentmethod:createbankaccount': 'Aggiungi un conto bancario',
  'link.paymentmethod:updatebankaccount': 'Aggiorna questo conto bancario',

  // Webhooks
  'webhook.url.invalid':
    'Deve essere un URL completo senza frammento, come https://example.com/hook.',
  'webhook.url.scheme': 'Deve iniziare con https://.',
  'webhook.url.credentials': 'Non deve contenere nome utente o password. Usa authorization_header.',
  'webhook.url.port': 'Deve usare una di queste porte: {ports}.',
  'webhook.url.address': 'Deve portare a un indirizzo pubblico su Internet.',
  'webhook.topics':
    'Deve essere un elenco di uno o più dei valori Addresses, PaymentMethods, User e Ping, ciascuno una sola volta.',
  'webhook.authorization_header': 'Deve avere da 1 a 1024 caratteri, solo ASCII stampabili.',

  // Addresses
  'address.default.required':
    'Un indirizzo deve sempre essere quello predefinito. Imposta invece un altro indirizzo come predefinito.',
  'address.country_code.unknown':
    'Deve essere un codice paese ISO 3166-1 di due lettere, ad esempio IT.',
  'address.country_code.meant':
    'Deve essere un codice paese ISO 3166-1 di due lettere. Volevi dire {code}?',
  'address.state_province.required':
    'In questo paese è obbligatorio uno stato, una provincia o una regione.',
  'address.state_province.required_like':
    'In questo paese è obbligatorio uno stato, una provincia o una regione, ad esempio {example}.',
  'address.postal_code.required':
    'In questo paese è obbligatorio un codice postale, ad esempio {example}.',
  'address.postal_code.digits': 'Come «{example}»: {count} cifre.',
  'address.postal_code.zip':
    'Come «{example}»: cinque cifre, eventualmente seguite da un trattino e altre quattro.',
  'address.postal_code.canadian':
    'Come «{example}»: lettera, cifra, lettera, poi cifra, lettera, cifra.',
  'address.postal_code.british': 'Come «{example}»: zona e distretto, poi una cifra e due lettere.',
  'address.postal_code.irish': 'Come «{example}»: tre caratteri, poi quattro.',
  'address.postal_code.dutch': 'Come «{example}»: quattro cifre, poi due lettere.',
  'address.postal_code.two_dash_three': 'Come «{example}»: due cifre, un trattino e tre cifre.',
  'address.postal_code.three_dash_four':
    'Come «{example}»: tre cifre, un trattino e quattro cifre.',
  'address.postal_code.three_space_two': 'Come «{example}»: tre cifre, poi due.',
  'address.postal_code.four_dash_three':
    'Come «{example}»: quattro cifre, un trattino e tre cifre.',
  'address.postal_code.five_dash_three': 'Come «{example}»: cinque cifre, un trattino e tre cifre.',
  'address.postal_code.like': 'Deve avere un formato come {example}.',
  'address.postal_code.like_either': 'Deve avere un formato come {example} o {second}.',

  // What countries call the parts of an address
  'address.label.full_name': 'Nome e cognome',
  'address.label.address_1': 'Via e numero civico',
  'address.label.address_2': 'Indirizzo, riga 2',
  'address.label.address_3': 'Indirizzo, riga 3',
  'address.label.country_code': 'Paese',
  'address.label.city': 'Città',
  'address.label.post_town': 'Località postale',
  'address.label.suburb': 'Località',
  'address.label.district': 'Distretto',
  'address.label.state': 'Stato',
  'address.label.province': 'Provincia',
  'address.label.county': 'Contea',
  'address.label.department': 'Dipartimento',
  'address.label.emirate': 'Emirato',
  'address.label.prefecture': 'Prefettura',
  'address.label.oblast': 'Oblast',
  'address.label.do_si': 'Provincia o città metropolitana',
  'address.label.parish': 'Parrocchia',
  'address.label.island': 'Isola',
  'address.label.area': 'Zona',
  'address.label.postal': 'Codice postale',
  'address.label.zip': 'Codice postale (ZIP)',
  'address.label.eircode': 'Eircode',
  'address.label.pin': 'Codice postale (PIN)',

  // Payment methods
  'paymentmethod.buyer_method':
    'Questo metodo di pagamento non può essere usato per acquistare, quindi non può essere quello predefinito per gli acquisti.',
  'paymentmethod.seller_method':
    'Questo metodo di pagamento non può ricevere pagamenti, quindi non può essere quello predefinito per riceverli.',
  'paymentmethod.billing_address': 'Deve essere l’ID di uno dei tuoi indirizzi.',
  'paymentmethod.duplicate': 'L’hai già salvato come altro metodo di pagamento.',
  'paymentmethod.email': 'Deve essere un indirizzo e-mail, ad esempio ada@example.com.',
  'card.number.digits':
    'Deve essere composto dalle cifre del numero della carta. Sono ammessi spazi e trattini tra le cifre.',
  'card.number.brand': 'Questo numero di carta non appartiene a un circuito supportato.',
  'card.number.length': 'Il numero della carta non ha la lunghezza corretta per {brand}.',
  'card.number.check': 'La cifra di controllo del numero della carta non è corretta.',
  'card.token.both': 'Invia il numero o il token della carta, non entrambi.',
  'card.token.unsupported':
    'I token delle carte non sono accettati qui. Invia il numero della carta.',
  'card.token.unknown': 'Questo token è sconosciuto o è già stato usato.',
  'card.declined': 'La carta è stata rifiutata.',
  'card.number.unsupported':
    'I numeri di carta non sono accettati qui. Invia un token della carta.',
  'card.gone': 'La carta salvata non esiste più. Invia di nuovo il numero o il token della carta.',
  'card.declined.expired': 'Secondo l’emittente della carta, la carta è scaduta.',
  'card.declined.security_code':
    'Il codice di sicurezza della carta non è corretto. Inserisci di nuovo la carta.',
  'card.declined.postal_code':
    'L’emittente della carta conosce un altro codice postale. Scegli l’indirizzo di fatturazione della carta.',
  'card.declined.funds': 'I fondi della carta non sono sufficienti. Usa un’altra carta.',
  'card.declined.authentication':
    'L’emittente della carta richiede che tu confermi questa carta. Inseriscila nei campi del servizio di pagamento e invia il token della carta.',
  'card.not_chargeable':
    'Questa carta non è conservata da alcun servizio di pagamento, quindi non può essere addebitata.',
  'payout.on_hold':
    'Il metodo per essere pagato dell’utente è sospeso dopo una modifica e nessun altro può essere pagato.',
  'payout.no_method': 'L’utente non ha un metodo confermato per essere pagato.',
  'card.declined.authentication_failed':
    'L’emittente non ha potuto confermare che questa carta è tua. Riprova o usa un’altra carta.',
  'card.setup.incomplete':
    'La configurazione di questa carta non è terminata. Conferma la carta nei campi del servizio di pagamento e inviala di nuovo.',
  'card.setup.ended': 'La configurazione di questa carta è terminata. Avviane una nuova.',
  'card.setup.not_supported':
    'Qui non è collegato alcun servizio di pagamento, quindi non ci sono campi per configurare una carta. Invia il numero della carta.',
  'card.expired': 'La carta è scaduta nel mese {expiry}.',
  'card.start.late':
    'La data di inizio validità della carta non può essere successiva alla scadenza.',
  'card.issue_number': 'Deve essere composto da una o due cifre.',
  'rule.card_number': 'Non deve contenere un numero di carta.',
  'paymentmethod.type.CreditCard': 'Carta di credito o di debito',
  'paymentmethod.type.PayPal': 'PayPal',
  'paymentmethod.type.BankAccount': 'Conto bancario',
  'bankaccount.iban.country':
    'Deve iniziare con le due lettere di un paese che usa l’IBAN, per esempio DE.',
  'bankaccount.iban.length': 'Gli IBAN che iniziano con {country} hanno {length} caratteri.',
  'bankaccount.iban.form':
    'Gli IBAN che iniziano con {country} hanno la forma {form}. # indica una cifra, A una lettera e * l’una o l’altra.',
  'bankaccount.iban.check':
    'Le cifre di controllo non corrispondono a questo IBAN. Controlla che non ci siano errori di battitura.',
  'bankaccount.routing_number':
    'Deve essere un codice bancario statunitense (routing number) di nove cifre. Controlla che non ci siano errori di battitura.',
  'bankaccount.number': 'Deve essere il numero di conto, da 5 a 17 cifre.',
  'bankaccount.both': 'Invia un IBAN o un conto statunitense, non entrambi.',
  'bankaccount.holder': 'Deve essere il nome dell’intestatario, senza numero di conto.',
  'bankaccount.confirmed':
    'Hai confermato questo conto, quindi il suo numero non può essere sostituito. Aggiungi il nuovo conto come altro metodo di pagamento ed elimina questo.',
  'bankaccount.not_supported': 'Qui non è possibile aggiungere conti bancari.',
  'bankaccount.gone': 'Il servizio di pagamento non ha più questo conto. Aggiungilo di nuovo.',
  'bankaccount.declined':
    'Il servizio di pagamento non accetta questo conto. Controlla i dati o usa un altro conto.',
  'bankaccount.declined.number':
    'Il servizio di pagamento non conosce questo numero. Controlla che non ci siano errori.',
  'bankaccount.declined.routing_number':
    'Il servizio di pagamento non conosce questo codice bancario (routing number). Controlla che non ci siano errori.',
  'bankaccount.declined.country':
    'I conti in questo Paese non possono ricevere pagamenti qui. Usa un conto in un altro Paese.',
  'bankaccount.declined.currency':
    'I conti in questa valuta non possono ricevere pagamenti qui. Usa un conto in un’altra valuta.',
  'bankaccount.declined.seller_country':
    'I venditori in questo Paese non possono ricevere pagamenti qui. Se vivi in un altro Paese, scegli il tuo indirizzo in quel Paese.',

  // Listings
  'listing.tickets.left': 'Rimangono al massimo {left} biglietti.',
  'listing.tickets.split':
    'Questo numero di biglietti non può essere acquistato insieme. Deve essere uno tra {splits}.',
  'listing.delivery_method': 'Deve essere l’ID di uno dei metodi di consegna di questo annuncio.',
  'listing.delivery_address': 'Deve essere l’ID di uno dei tuoi indirizzi.',
  'listing.delivery_country': 'I biglietti non possono essere consegnati in questo paese.',
  'listing.pickup_full_name':
    'Il nome completo della persona che ritira i biglietti è obbligatorio.',
  'listing.coupon.unknown': 'Il coupon «{coupon}» non è valido per questo annuncio.',
  'listing.coupon.expired': 'Il coupon «{coupon}» è scaduto.',
  'listing.reason.type_not_accepted':
    'Questo tipo di pagamento non è accettato per questo annuncio.',
  'listing.reason.expired': 'Questa carta è scaduta.',
  'listing.reason.not_for_buying':
    'Questo metodo di pagamento non può essere usato per acquistare.',
})
