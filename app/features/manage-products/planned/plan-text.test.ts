import { expect, test } from 'vitest'
import type { PlannedPrices } from '#features/planned-prices/schema.ts'
import { obstacleText, planChange, plannerText, pricesBefore } from './plan-text.ts'

const NOW = [
  { from: 100, price: 0.05 },
  { from: 1000, price: 0.04 },
]
const LATER = [
  { from: 100, price: 0.05 },
  { from: 1000, price: 0.045 },
]

const plan = (given: Partial<PlannedPrices> = {}): PlannedPrices => ({
  _id: 'a',
  productId: 'part',
  sku: 'SC-1',
  name: 'Sample screw',
  day: '2027-02-01',
  before: NOW,
  prices: LATER,
  present: NOW,
  by: 'admin@shop.example',
  at: '2026-12-01T12:00:00.000Z',
  ...given,
})

test('only the price breaks that differ are named, also one that is added', () => {
  expect(planChange(NOW, LATER)).toEqual({ label: 'Prices', from: '1,000: $0.04', to: '1,000: $0.045' })
  expect(planChange(NOW.slice(0, 1), NOW)).toMatchObject({ from: 'none', to: '1,000: $0.04' })
})

test('a plan says what keeps it from being applied, and what can be done', () => {
  expect(obstacleText(plan())).toBeUndefined()
  expect(obstacleText(plan({ because: 'archived' }))).toMatch(
    /^As things stand, it will not be applied: .*Restore/,
  )
  expect(obstacleText(plan({ because: 'prices_changed', isHeld: true }))).toBe(
    'It was not applied on Feb 1, 2027: the prices were changed after it was planned, to 100: $0.05, 1,000: $0.04. Keep the plan, or delete it.',
  )
})

test('a plan names who planned it, and that they may not change parts any more', () => {
  expect(plannerText(plan({ by: 'a@example.com' }))).toBe('a@example.com')
  expect(plannerText(plan({ by: 'a@example.com', byHasNoRight: true }))).toBe(
    'a@example.com, who may not change parts any more',
  )
})

test('the prices before a day are those of the last plan before it that can still be applied', () => {
  const plans = [plan(), plan({ day: '2027-03-01', prices: NOW }), plan({ day: '2027-04-01', isHeld: true })]
  expect(pricesBefore('2027-02-01', plans, NOW)).toEqual(NOW)
  expect(pricesBefore('2027-02-15', plans, NOW)).toEqual(LATER)
  expect(pricesBefore('2027-05-01', plans, LATER)).toEqual(NOW)
})
