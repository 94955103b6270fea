import { expect, test } from 'vitest'
import type { OrderDetails } from '#features/orders/schema.ts'
import { disputeUrl, evidenceOf } from './dispute-panel.tsx'

test.each([
  [{ payments: 'stripe', stripePublishableKey: 'pk_live_1' }, 'https://dashboard.stripe.com/disputes/du_1'],
  [
    { payments: 'stripe', stripePublishableKey: 'pk_test_1' },
    'https://dashboard.stripe.com/test/disputes/du_1',
  ],
  [{ payments: 'sandbox', stripePublishableKey: 'pk_test_1' }, undefined],
] as const)('a dispute is answered in the dashboard of Stripe, by the mode of its keys', (config, url) => {
  expect(disputeUrl(config, 'du_1')).toBe(url)
})

test('what can be sent is what there is of the order', () => {
  const order = { shipments: [], name: 'Ada', addressLines: ['1 Sample Street', 'Sample Town'] } as Pick<
    OrderDetails,
    'shipments' | 'name' | 'addressLines'
  > as OrderDetails
  expect(evidenceOf(order, 0)).toEqual([
    'The invoice and the order confirmation, below under Documents',
    'Where it goes: Ada, 1 Sample Street, Sample Town',
  ])
  const shipment = { _id: 's', at: '2026-11-28T10:00:00.000Z', lines: [] }
  const shipped = { ...order, shipments: [{ ...shipment, carrier: 'DHL', tracking: 'JD1' }, shipment] }
  expect(evidenceOf({ ...shipped, refundedAmount: 5 }, 2).slice(2)).toEqual([
    'The packing slips, below under Shipments',
    'Proof of delivery from the carrier: DHL JD1',
    'The 2 messages with the customer',
    'The credit note: $5.00 was refunded',
  ])
  expect(evidenceOf(order, 1).at(-1)).toBe('The message with the customer')
})
