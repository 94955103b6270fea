/** The numbers of invoices and credit notes as they stand on them: `INV-000123`, `CN-000007`. */

const PREFIXES = { invoice: 'INV', credit_note: 'CN' } as const

export type NumberedKind = keyof typeof PREFIXES

/** What stands on the document. */
export const documentNumberText = (kind: NumberedKind, number: number): string =>
  `${PREFIXES[kind]}-${String(number).padStart(6, '0')}`

/** The number that a word is, in any case, also without its zeros and its hyphen; undefined for other words. */
export function readDocumentNumber(word: string): { kind: NumberedKind; number: number } | undefined {
  const [, prefix, digits] = /^(inv|cn)-?(\d{1,9})$/i.exec(word) ?? []
  if (prefix === undefined) return undefined
  return { kind: prefix.toLowerCase() === 'cn' ? 'credit_note' : 'invoice', number: Number(digits) }
}
