/**
 * The time zones of countries with several zones, by state and postal code. A state is given by its
 * common name or by the second part of its ISO 3166-2 code. Other spellings come from the country's
 * address rules. A state with two zones has the zone of most of its people; its other cities are in
 * `city-zones.generated.json`. The zones are those of the tz database (2026f, zone.tab and its
 * notes). States with the same time as the default zone are left out.
 */
export interface ZonesOfCountry {
  /** The zone if the state is unknown or not listed. */
  readonly defaultZone: string
  readonly states?: Readonly<Record<string, readonly string[]>>
  /** What postal codes begin with, if they tell more than the state. */
  readonly postalCodes?: Readonly<Record<string, readonly string[]>>
}

/**
 * The default zone is the first one in zone.tab, except for AU, BR, CA, FM, RU and UZ. zone.tab
 * sorts these countries geographically, so their default is the zone of the largest city (Sydney,
 * São Paulo, Toronto and so on).
 */
export const zonesByCountry: Readonly<Record<string, ZonesOfCountry>> = {
  AQ: { defaultZone: 'Antarctica/McMurdo' },
  AR: { defaultZone: 'America/Argentina/Buenos_Aires' },
  AU: {
    defaultZone: 'Australia/Sydney',
    states: {
      'Australia/Adelaide': ['SA'],
      'Australia/Brisbane': ['QLD'],
      'Australia/Darwin': ['NT'],
      'Australia/Hobart': ['TAS'],
      'Australia/Melbourne': ['VIC'],
      'Australia/Perth': ['WA'],
    },
    postalCodes: { 'Australia/Broken_Hill': ['2880'], 'Australia/Lord_Howe': ['2898'] },
  },
  BR: {
    defaultZone: 'America/Sao_Paulo',
    states: {
      'America/Araguaina': ['TO'],
      'America/Bahia': ['BA'],
      'America/Belem': ['AP', 'PA'],
      'America/Boa_Vista': ['RR'],
      'America/Campo_Grande': ['MS'],
      'America/Cuiaba': ['MT'],
      'America/Fortaleza': ['CE', 'MA', 'PB', 'PI', 'RN'],
      'America/Maceio': ['AL', 'SE'],
      'America/Manaus': ['AM'],
      'America/Noronha': ['Fernando de Noronha'],
      'America/Porto_Velho': ['RO'],
      'America/Recife': ['PE'],
      'America/Rio_Branco': ['AC'],
    },
    postalCodes: { 'America/Noronha': ['53990'] },
  },
  // The zone of Norway: nobody lives there, and the tz database has no zone for it.
  BV: { defaultZone: 'Europe/Oslo' },
  CA: {
    defaultZone: 'America/Toronto',
    states: {
      'America/Edmonton': ['AB', 'NT'],
      'America/Halifax': ['NS', 'PE'],
      'America/Iqaluit': ['NU'],
      'America/Moncton': ['NB'],
      'America/Regina': ['SK'],
      'America/St_Johns': ['NL'],
      'America/Vancouver': ['BC'],
      'America/Whitehorse': ['YT'],
      'America/Winnipeg': ['MB'],
    },
  },
  CD: {
    defaultZone: 'Africa/Kinshasa',
    states: {
      'Africa/Lubumbashi': [
        ...['BU', 'Bas-Uélé', 'HK', 'Haut-Katanga', 'HL', 'Haut-Lomami', 'HU', 'Haut-Uélé'],
        ...['IT', 'Ituri', 'KS', 'Kasaï', 'KC', 'Kasaï-Central', 'KE', 'Kasaï-Oriental'],
        ...['LO', 'Lomami', 'LU', 'Lualaba', 'MA', 'Maniema', 'NK', 'Nord-Kivu', 'North Kivu'],
        ...['SA', 'Sankuru', 'SK', 'Sud-Kivu', 'South Kivu', 'TA', 'Tanganyika', 'TO', 'Tshopo'],
        ...['Katanga', 'Upper Katanga', 'Orientale', 'Kasaï-Occidental'],
      ],
    },
  },
  CL: {
    defaultZone: 'America/Santiago',
    states: {
      'America/Coyhaique': ['AI', 'Aysén', 'Aisén', 'Aisén del General Carlos Ibáñez del Campo'],
      'America/Punta_Arenas': [
        ...['MA', 'Magallanes', 'Magallanes y Antártica Chilena'],
        'Magallanes y de la Antártica Chilena',
      ],
      'Pacific/Easter': ['Isla de Pascua', 'Rapa Nui', 'Easter Island'],
    },
    postalCodes: { 'Pacific/Easter': ['277'] },
  },
  // China has one legal time. Xinjiang also has a local one, which carriers do not use.
  CN: { defaultZone: 'Asia/Shanghai' },
  CY: { defaultZone: 'Asia/Nicosia' },
  DE: { defaultZone: 'Europe/Berlin' },
  // Greenland has the postal codes of Denmark. Its addresses may name either country.
  DK: { defaultZone: 'Europe/Copenhagen', postalCodes: { 'America/Nuuk': ['39'] } },
  EC: {
    defaultZone: 'America/Guayaquil',
    states: { 'Pacific/Galapagos': ['W', 'Galápagos'] },
  },
  ES: {
    defaultZone: 'Europe/Madrid',
    states: {
      'Africa/Ceuta': ['CE', 'ML'],
      'Atlantic/Canary': ['GC', 'TF', 'CN', 'Canarias', 'Canary Islands', 'Islas Canarias'],
    },
    postalCodes: { 'Atlantic/Canary': ['35', '38'] },
  },
  FM: {
    defaultZone: 'Pacific/Pohnpei',
    states: {
      'Pacific/Chuuk': ['TRK', 'Chuuk', 'YAP', 'Yap'],
      'Pacific/Kosrae': ['KSA', 'Kosrae'],
    },
  },
  // The overseas parts have ISO codes of their own, and addresses may also name France.
  FR: {
    defaultZone: 'Europe/Paris',
    postalCodes: {
      'America/Cayenne': ['973'],
      'America/Guadeloupe': ['971'],
      'America/Marigot': ['978'],
      'America/Martinique': ['972'],
      'America/Miquelon': ['975'],
      'America/St_Barthelemy': ['977'],
      'Indian/Kerguelen': ['984'],
      'Indian/Mayotte': ['976'],
      'Indian/Reunion': ['974'],
      'Pacific/Noumea': ['988'],
      'Pacific/Tahiti': ['987'],
      'Pacific/Wallis': ['986'],
    },
  },
  GL: {
    defaultZone: 'America/Nuuk',
    states: {
      'America/Scoresbysund': ['Ittoqqortoormiit', 'Scoresbysund'],
      'America/Thule': ['Pituffik', 'Thule'],
    },
  },
  // Nobody lives there either. This is the nearest zone of the same meridian.
  HM: { defaultZone: 'Indian/Kerguelen' },
  ID: {
    defaultZone: 'Asia/Jakarta',
    states: {
      'Asia/Jayapura': [
        ...['MA', 'MU', 'PA', 'PB', 'PD', 'PE', 'PS', 'PT', 'Papua Barat Daya', 'Papua Pegunungan'],
        ...['Papua Selatan', 'Papua Tengah', 'Central Papua', 'Highland Papua', 'South Papua'],
        ...['Southwest Papua', 'Irian Jaya Barat'],
      ],
      'Asia/Makassar': [
        ...['BA', 'GO', 'KI', 'KS', 'KU', 'NB', 'NT', 'SA', 'SG', 'SN', 'SR', 'ST'],
        'Southeast Sulawesi',
      ],
      'Asia/Pontianak': ['KB', 'KT'],
    },
  },
  KI: {
    defaultZone: 'Pacific/Tarawa',
    states: {
      'Pacific/Kanton': ['P', 'Phoenix Islands', 'Kanton'],
      'Pacific/Kiritimati': ['L', 'Line Islands', 'Kiritimati', 'Christmas Island'],
    },
  },
  // The country has one time since March 2024.
  KZ: { defaultZone: 'Asia/Almaty' },
  MH: { defaultZone: 'Pacific/Majuro' },
  MN: {
    defaultZone: 'Asia/Ulaanbaatar',
    states: {
      'Asia/Hovd': [
        ...['071', 'Bayan-Ölgii', 'Баян-Өлгий', '043', 'Khovd', 'Hovd', 'Ховд'],
        ...['046', 'Uvs', 'Увс'],
      ],
    },
  },
  MX: {
    defaultZone: 'America/Mexico_City',
    states: {
      'America/Cancun': ['ROO'],
      'America/Chihuahua': ['CHH'],
      'America/Hermosillo': ['SON'],
      'America/Mazatlan': ['BCS', 'NAY', 'SIN'],
      'America/Tijuana': ['BCN'],
    },
  },
  MY: { defaultZone: 'Asia/Kuala_Lumpur' },
  NZ: {
    defaultZone: 'Pacific/Auckland',
    states: { 'Pacific/Chatham': ['CIT', 'Chatham Islands', 'Chatham Islands Territory'] },
  },
  PF: {
    defaultZone: 'Pacific/Tahiti',
    states: {
      'Pacific/Gambier': ['Gambier', 'Îles Gambier', 'Gambier Islands', 'Mangareva'],
      'Pacific/Marquesas': [
        ...['Marquises', 'Îles Marquises', 'Marquesas', 'Marquesas Islands'],
        ...['Nuku Hiva', 'Hiva Oa', 'Ua Pou'],
      ],
    },
  },
  PG: {
    defaultZone: 'Pacific/Port_Moresby',
    states: {
      'Pacific/Bougainville': [
        ...['NSB', 'Bougainville', 'Autonomous Region of Bougainville', 'North Solomons'],
      ],
    },
  },
  PS: { defaultZone: 'Asia/Gaza' },
  PT: {
    defaultZone: 'Europe/Lisbon',
    states: {
      'Atlantic/Azores': ['20', 'Açores', 'Azores', 'Região Autónoma dos Açores'],
      'Atlantic/Madeira': ['30', 'Madeira', 'Região Autónoma da Madeira'],
    },
    postalCodes: {
      'Atlantic/Azores': ['95', '96', '97', '98', '99'],
      'Atlantic/Madeira': ['90', '91', '92', '93', '94'],
    },
  },
  RU: {
    defaultZone: 'Europe/Moscow',
    states: {
      'Asia/Anadyr': ['CHU', 'Chukotka'],
      'Asia/Barnaul': ['AL', 'ALT', 'Altai'],
      'Asia/Chita': ['ZAB', 'Zabaykalsky', 'Transbaikal'],
      'Asia/Irkutsk': ['BU', 'IRK', 'Buryatia', 'Irkutsk'],
      'Asia/Kamchatka': ['KAM', 'Kamchatka'],
      'Asia/Krasnoyarsk': ['KK', 'KYA', 'TY', 'Khakassia', 'Krasnoyarsk', 'Tuva'],
      'Asia/Magadan': ['MAG', 'Magadan'],
      'Asia/Novokuznetsk': ['KEM', 'Kemerovo', 'Kuzbass'],
      'Asia/Novosibirsk': ['NVS', 'Novosibirsk'],
      'Asia/Omsk': ['OMS', 'Omsk'],
      'Asia/Sakhalin': ['SAK', 'Sakhalin'],
      'Asia/Tomsk': ['TOM', 'Tomsk'],
      'Asia/Vladivostok': [
        ...['KHA', 'PRI', 'YEV', 'Khabarovsk', 'Primorsky', 'Primorye'],
        'Jewish Autonomous Oblast',
      ],
      'Asia/Yakutsk': ['AMU', 'SA', 'Amur', 'Sakha', 'Yakutia'],
      'Asia/Yekaterinburg': [
        ...['BA', 'CHE', 'KGN', 'KHM', 'ORE', 'PER', 'SVE', 'TYU', 'YAN', 'Bashkortostan'],
        ...['Chelyabinsk', 'Kurgan', 'Khanty-Mansi', 'Orenburg', 'Perm', 'Sverdlovsk', 'Tyumen'],
        'Yamalo-Nenets',
      ],
      'Europe/Astrakhan': ['AST', 'Astrakhan'],
      'Europe/Kaliningrad': ['KGD', 'Kaliningrad'],
      'Europe/Samara': ['SAM', 'UD', 'Samara', 'Udmurtia'],
      'Europe/Saratov': ['SAR', 'Saratov'],
      'Europe/Ulyanovsk': ['ULY', 'Ulyanovsk'],
    },
  },
  UA: { defaultZone: 'Europe/Kyiv' },
  UM: {
    defaultZone: 'Pacific/Midway',
    states: { 'Pacific/Wake': ['79', 'Wake', 'Wake Island'] },
  },
  US: {
    defaultZone: 'America/New_York',
    states: {
      'America/Anchorage': ['AK'],
      'America/Boise': ['ID'],
      'America/Chicago': [
        ...['AL', 'AR', 'IA', 'IL', 'KS', 'LA', 'MN', 'MO', 'MS'],
        ...['ND', 'NE', 'OK', 'SD', 'TN', 'TX', 'WI'],
      ],
      'America/Denver': ['CO', 'MT', 'NM', 'UT', 'WY'],
      'America/Los_Angeles': ['AP', 'CA', 'NV', 'OR', 'WA'],
      'America/Phoenix': ['AZ'],
      'America/Puerto_Rico': ['PR', 'VI'],
      'Pacific/Guam': ['GU', 'MP'],
      'Pacific/Honolulu': ['HI'],
      'Pacific/Majuro': ['MH'],
      'Pacific/Pago_Pago': ['AS'],
      'Pacific/Palau': ['PW'],
      'Pacific/Pohnpei': ['FM'],
    },
  },
  UZ: { defaultZone: 'Asia/Tashkent' },
  // The tz database keeps Kosovo's time with Serbia's.
  XK: { defaultZone: 'Europe/Belgrade' },
}
