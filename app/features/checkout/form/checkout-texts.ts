import { ADDRESS_FIELDS, type AddressTexts } from '#features/delivery/components.tsx'
import type { Quote, QuotedDelivery } from '#features/quote/schema.ts'

/** The two addresses of an order, named as the request names them. */
const ADDRESS_PARTS = ['deliverTo', 'billTo'] as const

export type AddressPart = (typeof ADDRESS_PARTS)[number]

type AddressTextName = `${AddressPart}/${keyof AddressTexts}`

/** What the buyer types and chooses. The choice of an address is the id of a saved one, `NEW`, `SAME` or `LAST`. */
type CheckoutField = AddressTextName | `${AddressPart}/choice` | 'delivery' | 'vatId' | 'poNumber' | 'note'

export type CheckoutTexts = Partial<Record<CheckoutField, string>>

/** The form of an address is open. */
export const NEW = 'new'

/** The invoice goes where the order goes. */
export const SAME = 'same'

/** Where the last order went. */
export const LAST = 'last'

const FIELDS: readonly CheckoutField[] = [
  ...ADDRESS_PARTS.flatMap((part) => [
    ...ADDRESS_FIELDS.map((field) => `${part}/${field}` as const),
    `${part}/choice` as const,
  ]),
  'delivery',
  'vatId',
  'poNumber',
  'note',
]

/** The names of the drafts of the form with that name. */
export const draftsOf = (form: string) =>
  Object.fromEntries(FIELDS.map((field) => [field, `${form} ${field}`])) as Record<CheckoutField, string>

/** The texts of an address: what was typed, else the `first` ones. */
export const addressTextsIn = (typed: CheckoutTexts, part: AddressPart, first: AddressTexts): AddressTexts =>
  Object.fromEntries(
    ADDRESS_FIELDS.map((field) => [field, typed[`${part}/${field}`] ?? first[field]]),
  ) as AddressTexts

/** A change of the texts of an address as a change of the form. */
export const inPart = (part: AddressPart, change: Partial<AddressTexts>): CheckoutTexts =>
  Object.fromEntries(Object.entries(change).map(([field, text]) => [`${part}/${field}`, text]))

/** What the buyer pays, as far as it is known: the goods only until it is known where they go. */
export const sumOf = ({ payable, totalPrice }: Quote): number => payable ?? totalPrice

/** The delivery that the sum of a quote has in it. */
export const countedDelivery = ({ deliveries = [], delivery }: Quote): QuotedDelivery | undefined =>
  deliveries.find(({ _id }) => _id === delivery)

/** A price that differs from the one that the buyer saw, in dollars. */
export interface ChangedCharge {
  readonly what: string
  readonly before: number
  readonly now: number
}

/** What changed between two quotes besides the lines: the price of the same delivery, and the tax. */
export function changedCharges(seen: Quote, now: Quote): ChangedCharge[] {
  const delivery = countedDelivery(now)
  const before = seen.deliveries?.find(({ _id }) => _id === delivery?._id)
  const charges: ChangedCharge[] = [
    ...(delivery && before ? [{ what: delivery.name, before: before.price, now: delivery.price }] : []),
    ...(seen.tax && now.tax ? [{ what: 'Tax', before: seen.tax.amount, now: now.tax.amount }] : []),
  ]
  return charges.filter((charge) => charge.before !== charge.now)
}
