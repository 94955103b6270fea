import { listText } from '#kit/text/list-text.ts'
import { missingByNorm, missingInGermany, type SellerField } from '../../missing-facts.ts'
import { sellerFieldTexts } from '../../texts.ts'
import type { SettingsValues } from '../form/draft.ts'

type Given = Pick<SettingsValues, 'seller' | 'tax'>

/** What invoices of this seller lack. With the exemption of the EU some of them name the VAT ID. */
const missingOf = ({ seller, tax }: Given): readonly SellerField[] =>
  missingByNorm(seller, { wantsVatId: tax.euUnion })

/** What is missing for invoices, as a sentence; undefined when nothing is. */
export function missingFactsText(given: Given): string | undefined {
  const missing = missingOf(given)
  return missing.length === 0
    ? undefined
    : `For invoices by the European standard EN 16931 the seller still needs ${textOf(missing)}.`
}

const textOf = (fields: readonly SellerField[]): string =>
  listText(fields.map((field) => sellerFieldTexts[field]))

const MISSING = 'Missing for invoices by EN 16931.'

/** What is said at the fields: a warning by what EN 16931 wants, a hint by what XRechnung wants besides. */
export function missingFactNotes(given: Given) {
  const byNorm = missingOf(given)
  const german = missingInGermany(given.seller, { wantsBank: false })
  const warning = (field: SellerField, text = MISSING) => (byNorm.includes(field) ? text : undefined)
  const hint = (field: SellerField) =>
    german.includes(field) ? 'Missing for XRechnung, which German authorities want.' : undefined
  const ofAddress = german.filter((field) => field.startsWith('seller.address'))
  return {
    name: { warning: warning('seller.name') },
    vatId: {
      warning:
        warning('seller.taxNumber', 'EN 16931 wants a VAT ID or a tax number.') ??
        warning('seller.vatId', 'EN 16931 wants it where no tax is due within the EU.'),
    },
    email: { hint: hint('seller.email') },
    phone: { hint: hint('seller.phone') },
    address: {
      warning: warning('seller.address'),
      hint: ofAddress.length > 0 ? `XRechnung also wants ${textOf(ofAddress)}.` : undefined,
    },
  }
}
