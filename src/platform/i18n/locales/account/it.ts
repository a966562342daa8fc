/** The account pages, in Italian. */
export const account = {
  // The frame of the account pages
  'page.link.overview': 'Panoramica',
  'page.label.menu': 'Menu',
  'page.label.signed_in_as': 'Accesso come {name}',
  'page.button.save': 'Salva',
  'page.button.edit': 'Modifica',
  'page.button.delete': 'Elimina',
  'page.button.make_default': 'Imposta come predefinito',
  'page.button.undo': 'Annulla eliminazione',
  'page.name.default': 'Predefinito',
  'page.text.saved': 'Le modifiche sono state salvate.',
  'page.error.changed_elsewhere':
    'Questi dati sono stati modificati altrove nel frattempo. Controlla i dati inseriti e salva di nuovo per sostituire l’altra modifica.',

  // Overview
  'page.title.overview': 'Ciao, {name}',
  'page.title.overview_unnamed': 'Il tuo account',
  'page.name.attention': 'Richiede attenzione',
  'page.text.all_well': 'Tutto è aggiornato.',
  'page.text.needs_second_factor':
    'Solo una password protegge il tuo account. Aggiungi una passkey o un’app di autenticazione.',
  'page.text.needs_card': '{card} è scaduta. Sostituiscila o eliminala.',
  'page.text.needs_address':
    'Non hai ancora un indirizzo. Aggiungine uno per acquistare più in fretta.',
  'page.text.needs_erasure': 'Il tuo account verrà eliminato il {date}. Puoi ancora conservarlo.',
  'page.label.count_addresses': 'Indirizzi salvati: {count}',
  'page.label.count_sessions': 'Sessioni attive: {count}',
  'page.label.count_applications': 'Applicazioni collegate: {count}',
  'page.label.sign_in_methods': 'Password, passkey, app di autenticazione',

  // Addresses
  'page.title.addresses': 'Indirizzi',
  'page.link.addresses': 'Indirizzi',
  'page.text.no_addresses':
    'Non hai ancora indirizzi. Gli indirizzi salvati ti vengono proposti per la consegna e la fatturazione quando acquisti.',
  'page.button.address_add': 'Aggiungi un indirizzo',
  'page.title.address_edit': 'Modifica indirizzo',
  'page.title.address_delete': 'Eliminare questo indirizzo?',
  'page.text.address_delete':
    'Questo indirizzo non ti verrà più proposto quando acquisti. Potrai annullare nella pagina successiva.',
  'page.text.address_delete_default': 'Un altro indirizzo diventerà il tuo indirizzo predefinito.',
  'page.text.address_added': 'L’indirizzo è stato aggiunto.',
  'page.text.address_saved': 'L’indirizzo è stato salvato.',
  'page.text.address_deleted': 'L’indirizzo è stato eliminato.',
  'page.text.address_default': 'Questo è ora il tuo indirizzo predefinito.',
  'page.text.address_billed':
    'Un metodo di pagamento usa questo indirizzo per la fatturazione, quindi non può essere eliminato.',
  'page.label.country': 'Paese',
  'page.name.choose_country': 'Scegli un paese',
  'page.button.use_country': 'Usa questo paese',
  'page.hint.use_country': 'Gli altri campi dipendono dal paese.',
  'page.label.optional': '{label} (facoltativo)',
  'page.label.example': 'Ad esempio {example}',
  'page.label.default_address': 'Imposta come mio indirizzo predefinito',
  'page.label.edit_address': 'Modifica indirizzo: {address}',
  'page.label.delete_address': 'Elimina indirizzo: {address}',
  'page.label.default_address_of': 'Imposta come indirizzo predefinito: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Metodi di pagamento',
  'page.text.no_methods':
    'Non hai ancora metodi di pagamento. Con i metodi salvati acquisti più in fretta, e PayPal può anche ricevere i tuoi incassi.',
  'page.button.card_add': 'Aggiungi una carta',
  'page.button.paypal_add': 'Aggiungi un account PayPal',
  'page.title.card_edit': 'Modifica {method}',
  'page.name.card': '{brand} che termina con {last4}',
  'page.name.expired': 'Scaduta',
  'page.name.default_buyer': 'Predefinito per gli acquisti',
  'page.name.default_seller': 'Predefinito per gli incassi',
  'page.label.expires': 'Scade',
  'page.label.billing_address': 'Indirizzo di fatturazione',
  'page.name.no_billing': 'Nessun indirizzo di fatturazione',
  'page.label.holder': 'Nome sulla carta',
  'page.label.card_number': 'Numero della carta',
  'page.hint.card_number': 'Il numero non viene conservato qui.',
  'page.hint.card_number_keep': 'Lascia vuoto per mantenere {method}.',
  'page.label.expiry_month': 'Mese di scadenza',
  'page.label.expiry_year': 'Anno di scadenza',
  'page.name.month': 'Mese',
  'page.name.year': 'Anno',
  'page.label.default_buyer': 'Usa come predefinito per i miei acquisti',
  'page.label.default_seller': 'Usa come predefinito per i miei incassi',
  'page.label.paypal_email': 'Indirizzo e-mail dell’account PayPal',
  'page.button.default_buyer': 'Imposta per gli acquisti',
  'page.button.default_seller': 'Imposta per gli incassi',
  'page.label.action_on': '{action}: {method}',
  'page.title.method_delete': 'Eliminare {method}?',
  'page.text.method_delete':
    '{method} non verrà più proposto al pagamento. I pagamenti in corso non sono interessati. Per usarlo di nuovo, dovrai aggiungerlo ancora.',
  'page.text.method_delete_default': 'Non avrai un metodo predefinito finché non ne scegli uno.',
  'page.text.method_added': 'Il metodo di pagamento è stato aggiunto.',
  'page.text.method_saved': 'Il metodo di pagamento è stato salvato.',
  'page.text.method_deleted': 'Il metodo di pagamento è stato eliminato.',
  'page.text.method_default': 'Il tuo metodo predefinito è stato modificato.',
  'page.text.cards_elsewhere': 'Puoi aggiungere una carta quando acquisti. Poi comparirà qui.',
  'page.error.vault': 'Al momento non è stato possibile salvare la carta. Riprova tra poco.',
  'page.label.count_methods': 'Metodi di pagamento salvati: {count}',

  // Profile
  'page.link.profile': 'Profilo',
  'page.label.profile_name': 'Nome e cognome',
  'page.label.newsletter': 'Ricevi la newsletter per e-mail',
  'page.label.phone': 'Numero di telefono',
  'page.label.phone_country': 'Paese del numero di telefono',
  'page.label.phone_country_hint': 'Per un numero senza prefisso internazionale',
  'page.label.email_language': 'Lingua delle e-mail',
  'page.label.time_zone': 'Fuso orario',
  'page.text.profile_email': 'Accedi con {email}.',

  // Data and privacy
  'page.link.privacy': 'I tuoi dati',
  'page.name.export': 'Scarica i tuoi dati',
  'page.text.export':
    'Ottieni un file con tutto ciò che è salvato su di te: profilo, indirizzi, metodi di pagamento, applicazioni collegate e attività recente. Non contiene password né numeri di carta.',
  'page.button.export': 'Scarica',
  'page.text.export_ready':
    'Il file è in formato JSON. Conservalo in un luogo sicuro: contiene i tuoi indirizzi.',
  'page.name.delete_account': 'Elimina il tuo account',
  'page.text.delete_account':
    'Tutto ciò che è salvato su di te viene eliminato. Hai 14 giorni per ripensarci.',
  'page.text.delete_account_now': 'Tutte le applicazioni perdono subito l’accesso al tuo account.',
  'page.text.delete_account_cancel': 'Per 14 giorni puoi accedere e conservare l’account.',
  'page.text.delete_account_then':
    'Poi i tuoi indirizzi, metodi di pagamento e dati di accesso vengono eliminati per sempre.',
  'page.button.delete_account': 'Elimina il mio account',
} as const
