import jsvat from 'jsvat-next'
import { countryName } from '#kit/text/country-name.ts'

/** A VAT ID whose form and digits are right. */
export interface VatId {
  /** As it is written without spaces: "EL094259216". */
  readonly id: string
  /** The letters of its country, as VIES has them: EL for Greece, XI for Northern Ireland. */
  readonly prefix: string
  /** What follows them. */
  readonly number: string
}

/** A VAT ID, or why the text is none, as a message to show. */
type CheckedVatId =
  | { readonly vatId: VatId; readonly problem?: undefined }
  | { readonly vatId?: undefined; readonly problem: string }

/** IDs that have a meaning here: those of the EU, and two that stand on invoices of neighbours. */
const COUNTRIES = jsvat.countries.filter(({ codes: [code = ''] }) =>
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
    .split(' ')
    .includes(code),
)

/**
 * Right forms that the library takes for wrong ones: Latvians of since 2017, whose digits have no check digit, and letters and
 * first digits of Ireland that it does not know. VIES decides about them.
 */
const UNKNOWN_TO_LIBRARY = [/^LV32\d{9}$/, /^IE\d{7}[A-W][B-GIW]$/, /^IE[0-6][A-Z+*]\d{5}[A-W]$/]

const NO_VAT_ID =
  'This is not a VAT ID of the EU, the United Kingdom or Switzerland. It begins with the letters of its country, such as FR40303265045.'

/** Whether VIES has IDs with these letters in front. It has none of the United Kingdom since 2021. */
export const isOfVies = ({ prefix }: VatId): boolean => prefix !== 'GB' && prefix !== 'CH'

/**
 * Reads a VAT ID as people type it, with spaces, dots, hyphens, small letters, wide digits, and without the zeros in front that
 * some countries leave out. Greece is GR for its post and EL in its IDs: both are read. One of Northern Ireland has the digits of
 * one of the United Kingdom. Switzerland's Romansh ending is checked as its French one.
 */
export function checkVatId(text: string): CheckedVatId {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.:()\-‐-―/]/g, '')
  const [, letters, digits] = /^([A-Z]{2})([A-Z0-9+*]{2,14})$/.exec(typed) ?? []
  if (!letters || !digits) return { problem: NO_VAT_ID }
  const prefix = letters === 'GR' ? 'EL' : letters
  const number = withZeros(prefix, digits)
  const id = `${prefix}${number}`
  const checked = prefix === 'XI' ? `GB${number}` : id.replace(/^(CHE\d+)TPV$/, '$1TVA')
  const { isValid, isValidFormat, country } = jsvat.checkVAT(checked, COUNTRIES)
  if (isValid || UNKNOWN_TO_LIBRARY.some((form) => form.test(id))) return { vatId: { id, prefix, number } }
  if (!country) return { problem: NO_VAT_ID }
  if (isValidFormat)
    return {
      problem: `The digits of ${id} are wrong: its check digits do not match. Compare it with the papers of the company.`,
    }
  const name = prefix === 'XI' ? 'Northern Ireland' : countryName(country.isoCode.short)
  return {
    problem: `${id} does not have the form of a VAT ID of ${name}. Check that nothing is missing, and nothing too many.`,
  }
}

/** The VAT ID that the text is; undefined when its form or its digits are wrong. */
export const readVatId = (text: string): VatId | undefined => checkVatId(text).vatId

/** With the zeros that old papers leave out: Belgium had nine digits until 2007. */
function withZeros(prefix: string, number: string): string {
  if (prefix === 'BE' && /^\d{9}$/.test(number)) return `0${number}`
  if (prefix === 'EL' && /^\d{8}$/.test(number)) return `0${number}`
  return prefix === 'NL' && /^\d{7,8}B\d{2}$/.test(number) ? number.padStart(12, '0') : number
}
