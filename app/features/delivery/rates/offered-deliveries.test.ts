import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryMethod, DeliverySettings } from '../schema.ts'
import {
  type Consignment,
  cheapestFirst,
  chooseDelivery,
  isServed,
  offeredDeliveries,
} from './offered-deliveries.ts'
import { orderWeight } from './order-weight.ts'

const METHODS: DeliveryMethod[] = [
  {
    _id: 'standard',
    name: 'Standard',
    countries: ['US'],
    rates: [{ price: 12.5 }],
    freeFrom: 250,
    days: { from: 3, to: 5 },
  },
  {
    _id: 'express',
    name: 'Express',
    countries: 'all',
    rates: [
      { uptoKg: 2, price: 9.99 },
      { uptoKg: 31.5, uptoTotal: 500, price: 32 },
    ],
    days: { from: 1, to: 2 },
    carrier: 'Example Air',
    incoterm: 'DAP',
  },
  {
    _id: 'freight',
    name: 'Freight',
    countries: ['US', 'FR'],
    rates: [{ uptoKg: 5000, price: 480 }],
    days: { from: 10, to: 15 },
  },
]

const SETTINGS: DeliverySettings = {
  timeZone: 'America/New_York',
  cutOff: '14:00',
  workingDays: [1, 2, 3, 4, 5],
  countries: ['US', 'FR', 'DE'],
  methods: METHODS,
}

const offer = (
  country: string,
  consignment: Partial<Consignment> = {},
  settings: DeliverySettings = SETTINGS,
) =>
  offeredDeliveries({
    settings,
    seller: { country: 'US' },
    to: { country },
    consignment: { weightE4: 10_000, linesCents: 10_000, leadDays: 0, ...consignment },
    now: Date.parse('2026-12-08T15:00:00Z'),
  })

const pricesOf = (country: string, consignment: Partial<Consignment> = {}) =>
  Object.fromEntries(offer(country, consignment).map(({ _id, priceCents }) => [_id, priceCents]))

const kg = (weight: number): number => Math.round(weight * 1e7)

test('an offered delivery has its price, its days and what the method says of it', () => {
  expect(offer('FR', { leadDays: 2 })).toEqual([
    {
      _id: 'express',
      name: 'Express',
      priceCents: 999,
      ships: '2026-12-10',
      arrives: { from: '2026-12-11', to: '2026-12-14' },
      carrier: 'Example Air',
      incoterm: 'DAP',
    },
    {
      _id: 'freight',
      name: 'Freight',
      priceCents: 48_000,
      ships: '2026-12-10',
      arrives: { from: '2026-12-24', to: '2027-01-04' },
    },
  ])
})

test('the first rate that fits holds, its bounds included, and without one the method is not offered', () => {
  expect(pricesOf('DE', { weightE4: kg(2) })).toEqual({ express: 999 })
  expect(pricesOf('DE', { weightE4: kg(2) + 1 })).toEqual({ express: 3200 })
  expect(pricesOf('DE', { weightE4: kg(31.5), linesCents: 50_000 })).toEqual({ express: 3200 })
  expect(pricesOf('DE', { weightE4: kg(31.5), linesCents: 50_001 })).toEqual({})
  expect(pricesOf('DE', { weightE4: kg(31.5) + 1 })).toEqual({})
})

test('five tonnes go by what takes five tonnes', () => {
  const weightE4 = orderWeight([{ weight: 50, quantity: 100_000 }])
  expect(pricesOf('FR', { weightE4 })).toEqual({ freight: 48_000 })
  expect(pricesOf('FR', { weightE4: Number(weightE4) + 1 })).toEqual({})
})

test('an unknown weight is offered only what asks for none', () => {
  expect(pricesOf('US', { weightE4: undefined })).toEqual({ standard: 1250 })
  expect(pricesOf('FR', { weightE4: undefined })).toEqual({})
})

test('from its sum a method is free, but it is offered only where a rate fits', () => {
  expect(pricesOf('US', { linesCents: 24_999 }).standard).toBe(1250)
  expect(pricesOf('US', { linesCents: 25_000 }).standard).toBe(0)
  const methods = METHODS.map((method) => ({ ...method, freeFrom: 0 }))
  expect(offer('DE', { weightE4: kg(40) }, { ...SETTINGS, methods })).toEqual([])
})

test('nobody delivers to a country that is not served', () => {
  expect(['US', 'JP'].map((country) => isServed(SETTINGS, country))).toEqual([true, false])
  expect(isServed({ countries: 'all' }, 'JP')).toBe(true)
  expect(offer('JP')).toEqual([])
  expect(offer('JP', {}, { ...SETTINGS, countries: 'all' }).map(({ _id }) => _id)).toEqual(['express'])
  expect(offer('US', {}, { ...SETTINGS, methods: [] })).toEqual([])
})

test('without an id the first method of the settings is chosen, not the cheapest', () => {
  const offered = offer('US')
  expect(offered.map(({ _id }) => _id)).toEqual(['standard', 'express', 'freight'])
  expect(cheapestFirst(offered).map(({ _id }) => _id)).toEqual(['express', 'standard', 'freight'])
  expect(chooseDelivery(offered)?._id).toBe('standard')
  expect(chooseDelivery(offered, 'freight')?._id).toBe('freight')
  expect(chooseDelivery(offer('DE'), 'freight')).toBeUndefined()
  expect(chooseDelivery(offered, '')).toBeUndefined()
  expect(chooseDelivery([])).toBeUndefined()
})

test('deliveries of the same price keep the sequence of the settings', () => {
  const methods = METHODS.map((method) => ({ ...method, rates: [{ price: 5 }] }))
  const offered = offer('US', {}, { ...SETTINGS, methods })
  expect(cheapestFirst(offered)).toEqual(offered)
})

test('a price is never negative and is that of a rate, or 0', () => {
  const amount = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100)
  const rate = fc.record(
    { uptoKg: fc.integer({ min: 1, max: 100_000 }), uptoTotal: amount, price: amount },
    { requiredKeys: ['price'] },
  )
  const methods = fc.array(
    fc.record({ rates: fc.array(rate, { minLength: 1 }), freeFrom: fc.option(amount, { nil: undefined }) }),
  )
  const consignment = fc.record({
    weightE4: fc.option(fc.integer({ min: 1, max: 2e12 }), { nil: undefined }),
    linesCents: fc.integer({ min: 0, max: 99_999_999 }),
  })
  fc.assert(
    fc.property(methods, consignment, (given, taken) => {
      const all = given.map(({ rates, freeFrom }, index) => ({
        _id: `${index}`,
        name: `${index}`,
        countries: 'all' as const,
        days: { from: 0, to: 0 },
        rates,
        ...(freeFrom !== undefined && { freeFrom }),
      }))
      for (const { _id, priceCents } of offer('US', taken, { ...SETTINGS, methods: all })) {
        const cents = all[Number(_id)]?.rates.map(({ price }) => Math.round(price * 100)) ?? []
        expect([0, ...cents]).toContain(priceCents)
      }
    }),
  )
})
