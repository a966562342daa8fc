/**
 * The time zones of the countries that have several, by state. A state is named as people write it or by
 * the second part of its ISO 3166-2 code; other spellings come with the country's address rules. Where a
 * state lies in two zones, the one of most of its people counts. Zones are those of the tz database
 * (2026c, zone.tab and its notes). States whose clocks agree with the country's usual zone are left out.
 */
export interface ZonesOfCountry {
  /** Where no state tells. */
  readonly usual: string
  readonly states?: Readonly<Record<string, readonly string[]>>
}

/**
 * The usual zone is zone.tab's first, but for AU, BR, CA, FM, RU and UZ, which zone.tab goes through from
 * one end to the other: there it is that of the largest city (Sydney, São Paulo, Toronto and so on).
 */
export const zonesByCountry: Readonly<Record<string, ZonesOfCountry>> = {
  AQ: { usual: 'Antarctica/McMurdo' },
  AR: { usual: 'America/Argentina/Buenos_Aires' },
  AU: {
    usual: 'Australia/Sydney',
    states: {
      'Australia/Adelaide': ['SA'],
      'Australia/Brisbane': ['QLD'],
      'Australia/Darwin': ['NT'],
      'Australia/Hobart': ['TAS'],
      'Australia/Melbourne': ['VIC'],
      'Australia/Perth': ['WA'],
    },
  },
  BR: {
    usual: 'America/Sao_Paulo',
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
  },
  // Norway's: nobody lives there, and the tz database has no zone for it.
  BV: { usual: 'Europe/Oslo' },
  CA: {
    usual: 'America/Toronto',
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
    usual: 'Africa/Kinshasa',
    states: {
      'Africa/Lubumbashi': [
        ...['BU', 'Bas-Uélé', 'HK', 'Haut-Katanga', 'HL', 'Haut-Lomami', 'HU', 'Haut-Uélé'],
        ...['IT', 'Ituri', 'KS', 'Kasaï', 'KC', 'Kasaï-Central', 'KE', 'Kasaï-Oriental'],
        ...['LO', 'Lomami', 'LU', 'Lualaba', 'MA', 'Maniema', 'NK', 'Nord-Kivu', 'North Kivu'],
        ...['SA', 'Sankuru', 'SK', 'Sud-Kivu', 'South Kivu', 'TA', 'Tanganyika', 'TO', 'Tshopo'],
        ...['Katanga', 'Upper Katanga'],
      ],
    },
  },
  CL: {
    usual: 'America/Santiago',
    states: {
      // Aysén keeps the same time, in a zone that older builds of Node do not know.
      'America/Punta_Arenas': ['MA', 'AI', 'Magallanes', 'Aysén'],
      'Pacific/Easter': ['Isla de Pascua', 'Rapa Nui', 'Easter Island'],
    },
  },
  // One time in law; Xinjiang's own is not that of its post.
  CN: { usual: 'Asia/Shanghai' },
  CY: { usual: 'Asia/Nicosia' },
  DE: { usual: 'Europe/Berlin' },
  EC: {
    usual: 'America/Guayaquil',
    states: { 'Pacific/Galapagos': ['W', 'Galápagos'] },
  },
  ES: {
    usual: 'Europe/Madrid',
    states: {
      'Africa/Ceuta': ['CE', 'ML'],
      'Atlantic/Canary': ['GC', 'TF', 'CN', 'Canarias', 'Canary Islands', 'Islas Canarias'],
    },
  },
  FM: {
    usual: 'Pacific/Pohnpei',
    states: {
      'Pacific/Chuuk': ['TRK', 'Chuuk', 'YAP', 'Yap'],
      'Pacific/Kosrae': ['KSA', 'Kosrae'],
    },
  },
  GL: {
    usual: 'America/Nuuk',
    states: {
      'America/Scoresbysund': ['Ittoqqortoormiit', 'Scoresbysund'],
      'America/Thule': ['Pituffik', 'Thule'],
    },
  },
  // As BV; the nearest zone of the same meridian.
  HM: { usual: 'Indian/Kerguelen' },
  ID: {
    usual: 'Asia/Jakarta',
    states: {
      'Asia/Jayapura': [
        ...['MA', 'MU', 'PA', 'PB', 'PD', 'PE', 'PS', 'PT', 'Papua Barat Daya', 'Papua Pegunungan'],
        ...['Papua Selatan', 'Papua Tengah', 'Central Papua', 'Highland Papua', 'South Papua'],
        'Southwest Papua',
      ],
      'Asia/Makassar': [
        ...['BA', 'GO', 'KI', 'KS', 'KU', 'NB', 'NT', 'SA', 'SG', 'SN', 'SR', 'ST'],
        'Southeast Sulawesi',
      ],
      'Asia/Pontianak': ['KB', 'KT'],
    },
  },
  KI: {
    usual: 'Pacific/Tarawa',
    states: {
      'Pacific/Kanton': ['P', 'Phoenix Islands', 'Kanton'],
      'Pacific/Kiritimati': ['L', 'Line Islands', 'Kiritimati', 'Christmas Island'],
    },
  },
  // One time since March 2024.
  KZ: { usual: 'Asia/Almaty' },
  MH: { usual: 'Pacific/Majuro' },
  MN: {
    usual: 'Asia/Ulaanbaatar',
    states: {
      'Asia/Hovd': [
        ...['071', 'Bayan-Ölgii', 'Баян-Өлгий', '043', 'Khovd', 'Hovd', 'Ховд'],
        ...['046', 'Uvs', 'Увс'],
      ],
    },
  },
  MX: {
    usual: 'America/Mexico_City',
    states: {
      'America/Cancun': ['ROO'],
      'America/Chihuahua': ['CHH'],
      'America/Hermosillo': ['SON'],
      'America/Mazatlan': ['BCS', 'NAY', 'SIN'],
      'America/Tijuana': ['BCN'],
    },
  },
  MY: { usual: 'Asia/Kuala_Lumpur' },
  NZ: {
    usual: 'Pacific/Auckland',
    states: { 'Pacific/Chatham': ['CIT', 'Chatham Islands', 'Chatham Islands Territory'] },
  },
  PF: {
    usual: 'Pacific/Tahiti',
    states: {
      'Pacific/Gambier': ['Gambier', 'Îles Gambier', 'Gambier Islands', 'Mangareva'],
      'Pacific/Marquesas': [
        ...['Marquises', 'Îles Marquises', 'Marquesas', 'Marquesas Islands'],
        ...['Nuku Hiva', 'Hiva Oa', 'Ua Pou'],
      ],
    },
  },
  PG: {
    usual: 'Pacific/Port_Moresby',
    states: {
      'Pacific/Bougainville': ['NSB', 'Bougainville', 'Autonomous Region of Bougainville'],
    },
  },
  PS: { usual: 'Asia/Gaza' },
  PT: {
    usual: 'Europe/Lisbon',
    states: {
      'Atlantic/Azores': ['20', 'Açores', 'Azores', 'Região Autónoma dos Açores'],
      'Atlantic/Madeira': ['30', 'Madeira', 'Região Autónoma da Madeira'],
    },
  },
  RU: {
    usual: 'Europe/Moscow',
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
  UA: { usual: 'Europe/Kyiv' },
  UM: {
    usual: 'Pacific/Midway',
    states: { 'Pacific/Wake': ['79', 'Wake', 'Wake Island'] },
  },
  US: {
    usual: 'America/New_York',
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
  UZ: { usual: 'Asia/Tashkent' },
}
