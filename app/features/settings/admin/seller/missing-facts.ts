import { listText } from '#kit/text/list-text.ts'
import type { SettingsValues } from '../form/draft.ts'

type Seller = SettingsValues['seller']

/** What an invoice says of its seller by EN 16931, and whether it is there. */
const WANTED: readonly [what: string, isThere: (seller: Seller) => boolean][] = [
  // BT-27.
  ['the name', ({ name }) => Boolean(name)],
  // BG-5 with BT-40.
  ['the address with its country', ({ address }) => Boolean(address?.country && address.street)],
  // BT-31 or BT-32: the rules of the taxes (BR-S-02 and others) want one of them.
  ['a VAT ID or a tax number', ({ vatId, taxNumber }) => Boolean(vatId || taxNumber)],
  // BT-34, the electronic address.
  ['an e-mail address', ({ email }) => Boolean(email)],
]

/** What is missing for invoices, as a sentence; undefined when nothing is. */
export function missingFactsText(seller: Seller): string | undefined {
  const missing = WANTED.filter(([, isThere]) => !isThere(seller)).map(([what]) => what)
  return missing.length === 0
    ? undefined
    : `For invoices by the European standard EN 16931 the seller still needs ${listText(missing)}.`
}
