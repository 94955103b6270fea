import type { Address, AddressField, Country, Destination } from '../schema.ts'

type FieldName = keyof Address

/** The fields of an address, each with the value of `autocomplete` that browsers fill it by. */
const AUTOCOMPLETE: Readonly<Record<FieldName, string>> = {
  name: 'name',
  company: 'organization',
  street: 'street-address',
  postcode: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
  country: 'country',
  phone: 'tel',
}

export const ADDRESS_FIELDS = Object.keys(AUTOCOMPLETE) as readonly FieldName[]

/** What is typed into the fields of an address, also into those that the chosen country does not have. */
export type AddressTexts = Readonly<Record<FieldName, string>>

export const addressTextsOf = (address: Partial<Address>): AddressTexts =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field] ?? ''])) as AddressTexts

/** The text as the field of the country has it; empty when it is none of the field's options. */
export function shownText(text: string, { options }: Pick<AddressField, 'options'>): string {
  const isChoice = options === undefined || options.some(({ value }) => value === text)
  return isChoice ? text : ''
}

/** The address of the texts: only what the country's form shows, so that nothing is sent that the customer does not see. */
export function addressOf(texts: AddressTexts, { code, fields }: Country): Address {
  const entries = fields
    .map((field) => [field.name, shownText(texts[field.name], field).trim()] as const)
    .filter(([, text]) => text !== '')
  return { name: '', street: '', ...Object.fromEntries(entries), country: code }
}

/** What is needed of an address to tell what its delivery costs. */
export const destinationOf = ({ country, region, postcode }: Destination): Destination => ({
  country,
  ...(region && { region }),
  ...(postcode && { postcode }),
})

/**
 * Whether the text looks like a postcode of that form. Only a hint: the shop also takes other spaces, missing hyphens and the
 * digits of other scripts.
 */
export const looksLikePostcode = (text: string, pattern: string | undefined): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text.normalize('NFKC').trim().toUpperCase())

/** How much of its row a field takes where the form is narrow, and where it is wide: of six parts. */
export type FieldWidth = { readonly narrow: 2 | 3 | 6; readonly wide: 2 | 3 | 6 }

const IN_OWN_SEQUENCE: readonly FieldName[] = ['city', 'region', 'postcode']

/**
 * The fields of a country as the form lays them out: the name, company and phone beside each other, the street, and last the
 * place in the sequence of the country, its postcode beside its city.
 */
export function laidOut(fields: readonly AddressField[]): { field: AddressField; width: FieldWidth }[] {
  const named = (name: FieldName) => fields.filter((field) => field.name === name)
  const reach = [...named('company'), ...named('phone')]
  const place = fields.filter(({ name }) => IN_OWN_SEQUENCE.includes(name))
  const widthOf = (field: AddressField): FieldWidth => {
    if (field.name === 'name') return { narrow: 6, wide: 3 }
    if (reach.includes(field) && reach.length === 2) return { narrow: 3, wide: 3 }
    if (place.length === 3 && place.includes(field)) return { narrow: field === place[0] ? 6 : 3, wide: 2 }
    return place.length === 2 && place.includes(field) ? { narrow: 3, wide: 3 } : { narrow: 6, wide: 6 }
  }
  return [...named('name'), ...reach, ...named('street'), ...place].map((field) => ({
    field,
    width: widthOf(field),
  }))
}

/** Which of the addresses of a form it is. */
export type AddressUse = 'shipping' | 'billing'

export const autoCompleteOf = (field: FieldName, use?: AddressUse): string =>
  use === undefined ? AUTOCOMPLETE[field] : `${use} ${AUTOCOMPLETE[field]}`

/** The country of a browser's language, such as "US" of "en-US"; the empty text when that names none. */
export const countryOfLanguage = (language: string): string => /-([A-Z]{2})\b/.exec(language)?.[1] ?? ''
