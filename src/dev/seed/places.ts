/** A place for invented addresses. In `street` and `postalCode`, each `#` stands for a digit. */
export interface Place {
  readonly country: string
  readonly city: string
  readonly state: string | null
  readonly postalCode: string | null
  readonly street: string
}

/** The addresses are valid by the rules of their countries; a test checks this. */
export const places: readonly Place[] = [
  { country: 'US', city: 'New York', state: 'NY', postalCode: '100##', street: '1## Broadway' },
  {
    country: 'US',
    city: 'Los Angeles',
    state: 'CA',
    postalCode: '900##',
    street: '2## Sunset Blvd',
  },
  { country: 'US', city: 'Chicago', state: 'IL', postalCode: '606##', street: '4## N Clark St' },
  { country: 'GB', city: 'London', state: null, postalCode: 'SW#Y 4JH', street: '1# King Street' },
  {
    country: 'GB',
    city: 'Manchester',
    state: null,
    postalCode: 'M# #AE',
    street: '3# Oxford Road',
  },
  { country: 'DE', city: 'Berlin', state: null, postalCode: '101##', street: 'Torstraße 1##' },
  { country: 'DE', city: 'München', state: null, postalCode: '803##', street: 'Ringstraße 2#' },
  { country: 'FR', city: 'Paris', state: null, postalCode: '750##', street: '1# rue de Rivoli' },
  { country: 'ES', city: 'Madrid', state: 'Madrid', postalCode: '280##', street: 'Calle Mayor 4#' },
  { country: 'IT', city: 'Roma', state: 'RM', postalCode: '001##', street: 'Via Appia 3#' },
  { country: 'NL', city: 'Amsterdam', state: null, postalCode: '10## AB', street: 'Damrak 5#' },
  { country: 'PT', city: 'Lisboa', state: null, postalCode: '11##-###', street: 'Rua Augusta 2#' },
  { country: 'JP', city: '渋谷区', state: '東京都', postalCode: '150-00##', street: '神南1-#-#' },
  { country: 'CA', city: 'Toronto', state: 'ON', postalCode: 'M#V 3L#', street: '2## Queen St W' },
  { country: 'AU', city: 'Sydney', state: 'NSW', postalCode: '20##', street: '1## George St' },
  {
    country: 'BR',
    city: 'São Paulo',
    state: 'SP',
    postalCode: '013##-000',
    street: 'Rua Augusta 9##',
  },
  { country: 'HK', city: 'Kowloon', state: 'Kowloon', postalCode: null, street: '8# Nathan Road' },
]
