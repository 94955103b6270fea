import type { TextLimits } from '#kit/input/contact-rules.ts'

/** The lengths of the fields of an address. */
export const RECIPIENT: TextLimits = { what: 'The name', minimum: 1, maximum: 300 }
export const COMPANY: TextLimits = { what: 'The company', minimum: 0, maximum: 300 }
export const STREET_LINE: TextLimits = { what: 'A line of the street', minimum: 1, maximum: 200 }
export const POSTCODE: TextLimits = { what: 'The postcode', minimum: 0, maximum: 20 }
export const CITY: TextLimits = { what: 'The city', minimum: 0, maximum: 200 }
export const REGION: TextLimits = { what: 'The region', minimum: 0, maximum: 100 }

export const MAXIMUM_STREET_LINES = 3

/** The lengths in the settings. */
export const METHOD_NAME: TextLimits = { what: 'The name', minimum: 1, maximum: 100 }
export const METHOD_CARRIER: TextLimits = { what: 'The carrier', minimum: 1, maximum: 64 }

export const MAXIMUM_METHODS = 50
export const MAXIMUM_RATES = 50

/** The heaviest order that a rate can be for: 100 t. */
export const MAXIMUM_RATE_KG = 100_000

/** Weights have as many decimals as prices. */
export const WEIGHT_DECIMALS = 4

/** The longest transit, in working days. */
export const MAXIMUM_DAYS = 365

/** Incoterms 2020: who pays for carriage, insurance and duties. */
export const INCOTERMS = [
  'EXW',
  'FCA',
  'CPT',
  'CIP',
  'DAP',
  'DPU',
  'DDP',
  'FAS',
  'FOB',
  'CFR',
  'CIF',
] as const

/** The codes of ISO 3166-1 alpha-2. */
export const COUNTRY_CODES: readonly string[] = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV',
  'BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES',
  'ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE',
  'IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY',
  'MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU',
  'NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM',
  'SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE',
  'VG VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap((codes) => codes.split(' '))

/** The most addresses of an address book. */
export const MAXIMUM_ADDRESSES = 200
