import { expect, test } from 'vitest'
import { type ChargedOrder, chargesOf, refundedText } from '../charges.ts'
import type { OrderDetails } from '../schema.ts'

const charged = (changes: Partial<ChargedOrder>): string[] =>
  chargesOf({ totalPrice: 200, payable: 200, ...changes }).map(({ text, value }) => `${text} ${value}`)

test('an order to which nothing is added has its total alone', () => {
  expect(charged({})).toEqual([])
  expect(charged({ tax: { kind: 'included', percent: 19, amount: 31.93, name: 'VAT' } })).toEqual([])
})

test('delivery and the tax that is added are sums of their own, and what costs nothing is free', () => {
  expect(
    charged({
      payable: 278.4,
      delivery: { name: 'Express', price: 32 },
      tax: { kind: 'added', percent: 20, amount: 46.4, name: 'VAT' },
    }),
  ).toEqual(['Goods $200.00', 'Delivery (Express) $32.00', 'VAT (20 %) $46.40'])
  expect(charged({ delivery: { name: 'Standard', price: 0 } })).toEqual(['Delivery (Standard) Free'])
  expect(charged({ payable: 216, tax: { kind: 'added', percent: 8, amount: 16 } })).toEqual([
    'Goods $200.00',
    'tax (8 %) $16.00',
  ])
})

test('a refund says for which pieces it is, and of an amount alone nothing', () => {
  const order = { lines: [{ sku: 'A-1' }, { sku: 'B-2' }] } as unknown as OrderDetails
  const lines = [
    { position: 1, quantity: 1000, amount: 2.5 },
    { position: 0, quantity: 1, amount: 1 },
  ]
  expect(refundedText({ lines, delivery: 6 }, order)).toBe(
    '1,000 × B-2 for $2.50, 1 × A-1 for $1.00 and the delivery for $6.00',
  )
  expect(refundedText({ delivery: 6 }, order)).toBe('the delivery for $6.00')
  const tax = { kind: 'added', percent: 20, amount: 1, name: 'VAT' } as const
  expect(refundedText({ delivery: 6 }, { ...order, tax })).toBe('the delivery for $6.00, with VAT')
  const many = Array.from({ length: 12 }, () => ({ position: 0, quantity: 1, amount: 1 }))
  expect(refundedText({ lines: many }, order)).toMatch(/1 × A-1 for \$1\.00 and 2 more lines$/)
  expect(refundedText({}, order)).toBeUndefined()
})
