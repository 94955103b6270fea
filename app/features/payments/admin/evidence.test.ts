import { expect, test } from 'vitest'
import type { OrderDetails } from '#features/orders/schema.ts'
import { deliveryText, evidencePapers, messagesText } from './evidence.ts'

const AT = '2026-11-28T10:00:00.000Z'

const ORDER = {
  ...{ _id: 'o1', number: 'AAAA-BBBB', name: 'Ada', addressLines: ['1 Sample Street', 'Sample Town'] },
  shipments: [
    { _id: 's1', at: AT, lines: [], carrier: 'DHL', tracking: 'JD1' },
    { _id: 's2', at: AT, lines: [] },
  ],
  creditNotes: [{ number: 'CN-000001', issuedOn: '2026-11-28', amount: 5 }],
} as unknown as OrderDetails

test('what is sent are the papers of the order, where it went and what was said', () => {
  expect(evidencePapers(ORDER)).toEqual([
    '/api/myorder/o1/invoice.pdf',
    '/api/myorder/o1/confirmation.pdf',
    '/api/myorder/o1/credit-note/CN-000001.pdf',
  ])
  expect(deliveryText(ORDER)).toBe(
    `Order AAAA-BBBB\n\nDelivered to:\nAda\n1 Sample Street\nSample Town\n\nShipped:\n${AT}  DHL  JD1\n${AT}\n`,
  )
  const said = [
    { _id: 'm1', at: AT, by: 'customer' as const, text: 'Where is it?' },
    { _id: 'm2', at: AT, by: 'shop' as const, text: 'On its way.', email: 'staff@example.com' },
  ]
  expect(messagesText(said)).toBe(`${AT}  Customer\nWhere is it?\n\n${AT}  Shop\nOn its way.\n`)
})
