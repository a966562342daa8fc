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
  'page.text.count_addresses': 'Indirizzi salvati: {count}',
  'page.text.count_sessions': 'Sessioni attive: {count}',
  'page.text.count_applications': 'Applicazioni collegate: {count}',
  'page.text.sign_in_methods': 'Password, passkey, app di autenticazione',

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
  'page.hint.example': 'Ad esempio {example}',
  'page.label.default_address': 'Imposta come mio indirizzo predefinito',
  'page.label.edit_address': 'Modifica indirizzo: {address}',
  'page.label.delete_address': 'Elimina indirizzo: {address}',
  'page.label.default_address_of': 'Imposta come indirizzo predefinito: {address}',

  // Payment methods
  'page.link.paymentmethods': 'Metodi di pagamento',

  // Profile
  'page.link.profile': 'Profilo',

  // Data and privacy
  'page.link.privacy': 'I tuoi dati',

  // Webhooks
  'page.link.webhooks': 'Webhook',
} as const
