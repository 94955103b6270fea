import jsvat from 'jsvat-next'

/** A VAT ID whose form and digits are right. */
export interface VatId {
  /** As it is written without spaces: "EL094259216". */
  readonly id: string
  /** The letters of its country, as VIES has them: EL for Greece, XI for Northern Ireland. */
  readonly prefix: string
  /** What follows them. */
  readonly number: string
}

/** IDs that have a meaning here: those of the EU, and two that stand on invoices of neighbours. */
const COUNTRIES = jsvat.countries.filter(({ codes: [code = ''] }) =>
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
    .split(' ')
    .includes(code),
)

/** Whether VIES has IDs with these letters in front. It has none of the United Kingdom since 2021. */
export const isOfVies = ({ prefix }: VatId): boolean => prefix !== 'GB' && prefix !== 'CH'

/**
 * Reads a VAT ID as people type it, with spaces, dots, hyphens, small letters or wide digits; undefined when its form or its
 * digits are wrong. Greece is GR for its post and EL in its IDs: both are read. One of Northern Ireland has the digits of
 * one of the United Kingdom.
 */
export function readVatId(text: string): VatId | undefined {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-‐-―/]/g, '')
  const [, letters, number] = /^([A-Z]{2})([A-Z0-9+*]{2,14})$/.exec(typed) ?? []
  if (!letters || !number) return undefined
  const prefix = letters === 'GR' ? 'EL' : letters
  const checked = prefix === 'XI' ? `GB${number}` : `${prefix}${number}`
  return jsvat.checkVAT(checked, COUNTRIES).isValid ? { id: `${prefix}${number}`, prefix, number } : undefined
}
