import { regionKey, TAXED_AS } from '../schema.ts'

/** A place as an address names it. `region` is the code that addresses of the country have. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly region?: string | undefined
  readonly postcode?: string | undefined
}

/** A place as the law of value-added tax sees it. */
export interface TaxTerritory {
  /**
   * Where one tax holds: the code of a country, or that of a part of it that its tax does not reach. Goods that leave an area
   * go abroad.
   */
  readonly area: string
  /** The country under which rates are found. The rates of all of it hold only where `area` is the same. */
  readonly country: string
  readonly region?: string | undefined
  /** Whether it is in the EU as the tax on goods sees it. */
  readonly inEu: boolean
  /** How VAT IDs of it begin at VIES; undefined outside of the EU. */
  readonly vatPrefix?: string | undefined
}

/** The 27 members of the EU since 1 February 2020 (Article 52 of the Treaty on European Union). */
export const EU_MEMBERS: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** A part of a country that has another tax than the country has. */
interface Exception {
  readonly country: string
  readonly postcode: RegExp
  /** The code of the region when the part is a region, as addresses of the country have it. */
  readonly region?: string
  /** Its name, in capitals, where addresses of the country have no list of regions. */
  readonly regionName?: string
  /** The country whose tax holds; without it no country's. */
  readonly taxedAs?: string
  /** Names the area where no country's tax holds. */
  readonly area?: string
  readonly vatPrefix?: string
}

/**
 * The Directive is 2006/112/EC, with the changes of (EU) 2019/475. Postcodes are compared without spaces. Countries with a code
 * of their own (AX, GP, JE, RE, ...) need no line: they are no members.
 */
const EXCEPTIONS: readonly Exception[] = [
  // Article 6(1)(b): the Canary Islands.
  { country: 'ES', postcode: /^35/, region: 'GC', area: 'IC' },
  { country: 'ES', postcode: /^38/, region: 'TF', area: 'IC' },
  // Article 6(2)(c) and (d): Ceuta and Melilla.
  { country: 'ES', postcode: /^51/, region: 'CE', area: 'ES-CE' },
  { country: 'ES', postcode: /^52/, region: 'ML', area: 'ES-ML' },
  // Article 6(2)(a): Heligoland.
  { country: 'DE', postcode: /^27498$/, area: 'DE-HELIGOLAND' },
  // Article 6(2)(b): Büsingen. The law of Switzerland holds there (treaty of 23 November 1964).
  { country: 'DE', postcode: /^78266$/, taxedAs: 'CH' },
  // Jungholz and Mittelberg are in Austria, and have German postcodes too.
  { country: 'DE', postcode: /^(?:87491|8756[789])$/, taxedAs: 'AT' },
  // Article 6(2)(e): Livigno. Article 6(1)(f): Campione, which had a Swiss postcode too.
  { country: 'IT', postcode: /^23041$/, area: 'IT-LIVIGNO' },
  { country: 'IT', postcode: /^22061$/, area: 'IT-CAMPIONE' },
  { country: 'CH', postcode: /^6911$/, area: 'IT-CAMPIONE' },
  // Article 6(1)(a): Mount Athos.
  { country: 'GR', postcode: /^63086$/, area: 'GR-ATHOS' },
  // Article 6(1)(d): the Åland Islands.
  { country: 'FI', postcode: /^22/, taxedAs: 'AX' },
  // Article 6(1)(c): France overseas. Those that are in no part of the EU are named by Article 355(2) of its Treaty.
  { country: 'FR', postcode: /^(?:97133|977)/, taxedAs: 'BL' },
  { country: 'FR', postcode: /^(?:97150|978)/, taxedAs: 'MF' },
  { country: 'FR', postcode: /^971/, taxedAs: 'GP' },
  { country: 'FR', postcode: /^972/, taxedAs: 'MQ' },
  { country: 'FR', postcode: /^973/, taxedAs: 'GF' },
  { country: 'FR', postcode: /^974/, taxedAs: 'RE' },
  { country: 'FR', postcode: /^975/, taxedAs: 'PM' },
  { country: 'FR', postcode: /^976/, taxedAs: 'YT' },
  { country: 'FR', postcode: /^984/, taxedAs: 'TF' },
  { country: 'FR', postcode: /^986/, taxedAs: 'WF' },
  { country: 'FR', postcode: /^987/, taxedAs: 'PF' },
  { country: 'FR', postcode: /^988/, taxedAs: 'NC' },
  // Article 8 and Annex 3 of the Windsor Framework: for goods the Directive holds in Northern Ireland, with IDs that begin
  // with XI (Article 215). The rates are those of the United Kingdom.
  {
    country: 'GB',
    postcode: /^BT\d/,
    region: 'NIR',
    regionName: 'NORTHERN IRELAND',
    taxedAs: 'GB',
    vatPrefix: 'XI',
  },
  // Article 6(1)(e): the Channel Islands.
  { country: 'GB', postcode: /^JE\d/, taxedAs: 'JE' },
  { country: 'GB', postcode: /^GY\d/, taxedAs: 'GG' },
  // The tax of Norway does not reach Svalbard and Jan Mayen (§ 1-2 of its Value Added Tax Act).
  { country: 'NO', postcode: /^(?:917\d|8099)$/, taxedAs: 'SJ' },
  // Article 105: Portugal has other rates in Madeira and the Azores.
  { country: 'PT', postcode: /^9[0-4]/, region: '30', taxedAs: 'PT' },
  { country: 'PT', postcode: /^9[5-9]/, region: '20', taxedAs: 'PT' },
]

/**
 * What the tax law makes of a place. It holds whatever the settings are: Monaco has the tax of France, the Isle of Man that of
 * the United Kingdom (Article 7 of the Directive), Liechtenstein and Büsingen that of Switzerland by treaties, and the tax of
 * Spain does not reach the Canary Islands by its own law. Without postcode and region a place is a usual one of its country.
 */
export function taxTerritory(place: Place): TaxTerritory {
  const exception = findException(place)
  const region = exception ? exception.region : place.region
  const country = exception?.taxedAs ?? TAXED_AS.get(place.country) ?? place.country
  const area = exception?.area ?? country
  const vatPrefix = exception?.vatPrefix ?? viesPrefix(area)
  return { area, country, region, inEu: vatPrefix !== undefined, vatPrefix }
}

/** How VAT IDs of a member begin at VIES. */
export function viesPrefix(member: string): string | undefined {
  if (!EU_MEMBERS.includes(member)) return undefined
  return member === 'GR' ? 'EL' : member
}

/** The postcode decides; without one the region does. */
function findException({ country, region, postcode }: Place): Exception | undefined {
  const own = EXCEPTIONS.filter((exception) => exception.country === country)
  if (own.length === 0) return undefined
  const digits = postcode === undefined ? '' : plainPostcode(country, postcode)
  if (digits !== '') return own.find((exception) => exception.postcode.test(digits))
  if (region === undefined) return undefined
  const key = regionKey(region)
  return own.find((exception) => exception.region === key || exception.regionName === key)
}

/** Without spaces and signs, in usual letters and digits, and without the code of the country in front: "FI-22 100" is 22100. */
function plainPostcode(country: string, postcode: string): string {
  const plain = postcode
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  // Those of the United Kingdom begin with letters.
  return country === 'GB' ? plain : plain.replace(/^[A-Z]+/, '')
}
