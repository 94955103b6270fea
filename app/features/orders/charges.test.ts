import { expect, test } from 'vitest'
import { type ChargedOrder, chargesOf } from './charges.ts'

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
