import { expect, test } from 'vitest'
import type { Quote } from '#features/quote/schema.ts'
import { estimatedTerms } from './estimated-terms.ts'

const arrives = { from: '2026-12-08', to: '2026-12-10' }

const delivery = (name: string, price: number) => ({
  _id: name,
  name,
  price,
  ships: '2026-12-03',
  arrives,
})

const quote = (changes: Partial<Quote>): Quote => ({
  lines: [],
  totalPrice: 200,
  orderable: true,
  deliveries: [delivery('standard', 5), delivery('express', 19)],
  tax: { kind: 'added', percent: 20, amount: 43.8, name: 'VAT' },
  payable: 262.8,
  ...changes,
})

function values(changes: Partial<Quote>) {
  const { facts = [], total } = estimatedTerms(quote(changes)) ?? {}
  return [...facts.map(({ label, value }) => `${label} ${value}`), `To pay ${total}`]
}

test('the cheapest delivery, the tax on it, and what is to pay then', () => {
  expect(values({})).toEqual(['Delivery from $5.00', 'VAT (20 %) $41.00', 'To pay from $246.00'])
  expect(estimatedTerms(quote({}))?.arrives).toEqual(arrives)
  expect(values({ deliveries: [delivery('standard', 0)] })).toEqual([
    'Delivery free',
    'VAT (20 %) $40.00',
    'To pay $240.00',
  ])
})

test('a cart that comes to more than an order can is estimated too', () => {
  expect(values({ totalPrice: 2_000_000 })).toEqual([
    'Delivery from $5.00',
    'VAT (20 %) $400,001.00',
    'To pay from $2,400,006.00',
  ])
})

test('a tax that is included, and none with the reason', () => {
  expect(values({ tax: { kind: 'included', percent: 19, amount: 1, name: 'VAT' } })).toEqual([
    'Delivery from $5.00',
    'Including VAT (19 %) $32.73',
    'To pay from $205.00',
  ])
  const note = 'Export.'
  const exported = quote({ tax: { kind: 'export', percent: 0, amount: 0, note } })
  expect(estimatedTerms(exported)).toMatchObject({
    facts: [{}, { label: 'Tax', value: 'No tax is charged: export' }],
    total: 'from $205.00',
    note,
  })
})

test('without a delivery there, and without a destination, there are no terms', () => {
  expect(estimatedTerms(quote({ deliveries: [] }))).toBeUndefined()
  const { deliveries: _, tax: __, ...plain } = quote({})
  expect(estimatedTerms(plain)).toBeUndefined()
})
