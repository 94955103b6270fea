import { expect, test } from 'vitest'
import { addressTextsOf } from '#features/delivery/components.tsx'
import type { Quote, QuotedDelivery } from '#features/quote/schema.ts'
import { addressTextsIn, changedCharges, countedDelivery, draftsOf, inPart, sumOf } from './checkout-texts.ts'

const offer = (name: string, price: number): QuotedDelivery => ({
  _id: name.toLowerCase(),
  name,
  price,
  ships: '2026-12-04',
  arrives: { from: '2026-12-08', to: '2026-12-10' },
})

const quoteOf = (terms: Partial<Quote>): Quote => ({ lines: [], totalPrice: 100, orderable: true, ...terms })

test('the two addresses of an order are typed apart, each over what it begins with', () => {
  const typed = {
    ...inPart('deliverTo', { city: 'Lyon' }),
    ...inPart('billTo', { city: 'Paris', region: '' }),
  }
  const first = addressTextsOf({ name: 'Marie Sample', city: 'Nice', region: 'TX' })
  expect(addressTextsIn(typed, 'deliverTo', first)).toMatchObject({
    name: 'Marie Sample',
    city: 'Lyon',
    region: 'TX',
  })
  expect(addressTextsIn(typed, 'billTo', first)).toMatchObject({ city: 'Paris', region: '' })
})

test('each field has a draft of its own', () => {
  const names = Object.values(draftsOf('checkout'))
  expect(names).toContain('checkout billTo/postcode')
  expect(new Set(names).size).toBe(names.length)
})

test('the sum is what is payable, and that of the goods until it is known', () => {
  expect([sumOf(quoteOf({ payable: 132 })), sumOf(quoteOf({}))]).toEqual([132, 100])
})

test('the delivery that counts is the one that the quote names, wherever it stands', () => {
  const deliveries = [offer('Standard', 0), offer('Express', 32)]
  expect(countedDelivery(quoteOf({ deliveries, delivery: 'express' }))?.name).toBe('Express')
  expect(countedDelivery(quoteOf({ deliveries }))).toBe(undefined)
  expect(countedDelivery(quoteOf({}))).toBe(undefined)
})

test('charges that changed are those of the same delivery and of the tax', () => {
  const tax = { kind: 'added' as const, percent: 20, amount: 20 }
  const seen = quoteOf({ deliveries: [offer('Express', 32)], delivery: 'express', tax })
  const now = (price: number, amount: number) =>
    quoteOf({ deliveries: [offer('Express', price)], delivery: 'express', tax: { ...tax, amount } })
  expect(changedCharges(seen, now(32, 20))).toEqual([])
  expect(changedCharges(seen, now(35, 21))).toEqual([
    { what: 'Express', before: 32, now: 35 },
    { what: 'Tax', before: 20, now: 21 },
  ])
  const other = quoteOf({ deliveries: [offer('Standard', 0)], delivery: 'standard', tax })
  expect(changedCharges(seen, other)).toEqual([])
})
