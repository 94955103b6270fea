import type { MailedOrder } from '#features/orders/orders.ts'
import type { MailedReturn } from '#features/returns/returns.ts'
import { DAY_MS, isoDay, toIso } from '#kit/time.ts'

const LINES = [
  { sku: 'HX-933-M8-40-A2', product_name: 'Hexagon head screw M8 × 40, DIN 933, A2-70', quantity: 500 },
  { sku: 'HN-934-M8-A2', product_name: 'Hexagon nut M8, DIN 934, A2-70', quantity: 1000 },
]

const UNIT_PRICE_E4 = 850
const DELIVERY = 19

export const SAMPLE_ANSWER = 'The missing bag left today.'

/** Why the order waits for an approval: by a limit of one order, in cents. */
export const SAMPLE_ASKED = { company: 'Exemple SARL', reason: JSON.stringify({ orderCents: 10_000 }) }

/** A return of a part of the order. */
export const SAMPLE_RETURN = {
  ...{ name: 'Ada Sample', reason: 'damaged', note: null },
  instructions: 'Sample Parts Ltd\n1 Sample Street\n\nWrite the number of the order on the parcel.',
  answer: 'The pieces were used.',
  lines: LINES.slice(0, 1).map((line, position) => ({
    ...{ return_id: 'sample', product_id: `sample-${position}`, position },
    ...{ ...line, quantity: 100, restocked: 80, scrapped: 20 },
  })),
} as const satisfies Omit<MailedReturn, 'number' | 'page'>

/** An order as mails have it: of nobody, to show what they say. */
export function sampleOrder(nowMs: number): MailedOrder {
  const lines = LINES.map((line, position) => ({
    ...{
      order_id: 'sample',
      position,
      product_id: `sample-${position}`,
      unit_price_e4: UNIT_PRICE_E4,
      ...line,
    },
    ...{ weight_e4: null, origin: null, customs_code: null, restocked: 0, refunded: 0 },
    ...{ replaced: 0, backordered: 0, gone_cents: 0, own: null, note: null },
  }))
  const linesCents = lines.reduce((sum, { quantity }) => sum + (UNIT_PRICE_E4 * quantity) / 100, 0)
  const totalCents = linesCents + DELIVERY * 100
  const day = (days: number) => isoDay(nowMs + days * DAY_MS)
  const arrives = { from: day(2), to: day(4) }
  const parcel = { carrier: 'Sample Carrier', tracking: '00340434161094042557' }
  const shipment = { _id: 'sample', at: toIso(nowMs), lines: [], ...parcel, arrives }
  return {
    ...{ id: 'sample', number: 'K7QW-3MXP', po_number: 'PO-4711', name: 'Ada Sample', user_id: 'sample' },
    ...{ created_at: nowMs, paid_at: nowMs, status: 'pending', progress: null, entered_by: null },
    approval: null,
    ...{
      account_days: 30,
      due_on: day(30),
      received_cents: 0,
      paid_by: null,
      shipped_at: null,
      cancelled_at: null,
    },
    ...{ total_cents: totalCents, refunded_cents: 850, hold_until: nowMs + DAY_MS },
    ...{ transaction_id: 'pi_sample', totalPrice: linesCents / 100, payable: totalCents / 100 },
    address: 'Exemple SARL, 12 rue de l’Exemple, 69002 Lyon, France',
    addressLines: ['Exemple SARL', 'Ada Sample', '12 rue de l’Exemple', '69002 LYON', 'FRANCE'],
    delivery: {
      _id: 'sample',
      name: 'Standard',
      price: DELIVERY,
      ships: day(0),
      arrives,
      carrier: 'Sample Carrier',
    },
    tax: { kind: 'none', percent: 0, amount: 0 },
    lines,
    shipment: { ...shipment, isLast: true, isWhole: true, isAllOrdered: true },
    parcels: [shipment],
    lost: [shipment],
    covered: [{ position: 0, quantity: 300 }],
    refund: {
      ...{ amount_cents: 850, message: null, creditNote: 'CN-000001', hasPaper: true, isCredit: false },
      ...{ lines: [{ position: 0, quantity: 100, cents: 850 }], deliveryCents: null },
    },
    change: { by: 'shop', lines: ['HN-934-M8-A2: 1,000 instead of 500 pieces'], fields: ['address'] },
  }
}
