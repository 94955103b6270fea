import type { MailedOrder } from '#features/orders/orders.ts'
import { DAY_MS, isoDay, toIso } from '#kit/time.ts'

const LINES = [
  { sku: 'HX-933-M8-40-A2', product_name: 'Hexagon head screw M8 × 40, DIN 933, A2-70', quantity: 500 },
  { sku: 'HN-934-M8-A2', product_name: 'Hexagon nut M8, DIN 934, A2-70', quantity: 1000 },
]

const UNIT_PRICE_E4 = 850
const DELIVERY = 19

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
    ...{ approval: null, cancelled_at: null },
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
      ...{ amount_cents: 850, message: null, creditNote: 'CN-000001', hasPaper: true },
      ...{ lines: [{ position: 0, quantity: 100, cents: 850 }], deliveryCents: null },
    },
    change: { by: 'shop', lines: ['HN-934-M8-A2: 1,000 instead of 500 pieces'], fields: ['address'] },
  }
}
