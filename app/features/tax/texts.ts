import { formatTotal } from '#kit/money.ts'
import type { Tax } from './schema.ts'

/** Texts about taxes. */
const taxTexts = {
  none: 'No tax is charged',
  reverseCharge: 'No tax is charged: reverse charge',
  export: 'No tax is charged: export',
} as const

/** The notes that stand on invoices. Which law wants them is in `decide-tax.ts`. */
export const taxNotes = {
  reverseCharge:
    'Reverse charge: exempt intra-Community supply, Article 138(1) of Directive 2006/112/EC. The customer accounts for the VAT.',
  exportFromEu: 'Export: exempt from VAT, Article 146(1) of Directive 2006/112/EC.',
  export: 'Export: delivered outside the country of the seller.',
} as const

/** Why an order with a VAT ID has no reverse charge: VIES does not know the ID, did not answer, or it is of the seller's country. */
export type NoReverseCharge = 'unknown' | 'down' | 'slow' | 'home'

const WHY: Readonly<Record<NoReverseCharge, string>> = {
  unknown: 'VIES, the register of the EU, does not confirm this VAT ID',
  down: 'VIES, the register of the EU, could not be asked about this VAT ID now',
  slow: 'VIES, the register of the EU, did not answer in time about this VAT ID',
  home: 'This VAT ID is of the country that the goods leave from',
}

/** The reason in a sentence; `isTaxed` when there is a tax instead. */
export const noReverseChargeText = (why: NoReverseCharge, isTaxed: boolean): string =>
  `${WHY[why]}, so ${isTaxed ? 'the tax is charged' : 'there is no reverse charge'}.`

/** "VAT (20 %)", or "tax (20 %)" when the rate has no name. */
export const taxRateText = ({ name = 'tax', percent }: Pick<Tax, 'name' | 'percent'>): string =>
  `${name} (${percent} %)`

/** The tax of a quote or an order in a line: "Includes $12.34 VAT (20 %)". Its note is a line of its own. */
export function taxText(tax: Pick<Tax, 'kind' | 'percent' | 'amount' | 'name'>): string {
  switch (tax.kind) {
    case 'included':
      return `Includes ${formatTotal(tax.amount)} ${taxRateText(tax)}`
    case 'added':
      return `Plus ${formatTotal(tax.amount)} ${taxRateText(tax)}`
    case 'reverse_charge':
      return taxTexts.reverseCharge
    case 'export':
      return taxTexts.export
    case 'none':
      return taxTexts.none
  }
}
