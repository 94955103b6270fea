import { expect, test } from 'vitest'
import { given, METHOD } from '#tests/support/sample-settings.ts'
import type { Settings } from '../../schema.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { draftOf, valuesOf, valuesOfSettings } from './draft.ts'
import { changesBetween, rebase, take } from './merge.ts'

const before = given() as unknown as Settings

const withDelivery = (change: object): Settings => ({
  ...before,
  delivery: { ...before.delivery, ...change },
})

const EARLIER = withDelivery({ cutOff: '09:00' })
const LATER = withDelivery({ cutOff: '18:00', countries: ['DE'] })

const changed = (settings: Settings) => changesBetween(valuesOfSettings(before), valuesOfSettings(settings))

test('the fields that differ are named with both values, whatever the sequence of their members', () => {
  const reversed = Object.fromEntries(Object.entries(before.delivery).reverse()) as typeof before.delivery
  expect(changed({ ...before, delivery: reversed })).toEqual([])
  expect(changed(LATER)).toEqual([
    { field: 'delivery.cutOff', from: '15:30', to: '18:00' },
    { field: 'delivery.countries', from: 'all', to: ['DE'] },
  ])
  const { email: _, ...seller } = before.seller
  expect(changed({ ...before, seller })).toEqual([
    { field: 'seller.email', from: 'sales@shop.example', to: undefined },
  ])
  expect(changed({ ...before, currency: 'eur' })).toEqual([
    { field: 'shop.currency', from: 'usd', to: 'eur' },
  ])
})

test('what is typed stays, every other field takes what another admin has saved, and both are named', () => {
  const { draft, theirs } = rebase(draftOf(EARLIER), before, LATER)
  expect(valuesOf(draft).delivery).toMatchObject({ cutOff: '09:00', countries: ['DE'] })
  expect(theirs).toEqual(['delivery.cutOff', 'delivery.countries'])
  expect(valuesOf(take(draft, draftOf(LATER), ['delivery.cutOff'])).delivery.cutOff).toBe('18:00')
})

test('what both changed to the same value is not named', () => {
  expect(rebase(draftOf(LATER), before, LATER).theirs).toBeUndefined()
  expect(rebase(draftOf(EARLIER), before, before).theirs).toBeUndefined()
})

test('a conflict is told in words, of lists only what differs', () => {
  const theirs = withDelivery({ methods: [{ ...METHOD, name: 'Fast' }], cutOff: '18:00' })
  const { draft, theirs: fields = [] } = rebase(
    draftOf(withDelivery({ methods: [{ ...METHOD, carrier: 'DHL' }] })),
    before,
    theirs,
  )
  expect(changedMeanwhile({ saved: theirs, values: valuesOf(draft) }, fields)).toEqual([
    { field: 'delivery.cutOff', label: 'Cut-off', theirs: '18:00', mine: undefined },
    {
      field: 'delivery.methods',
      label: 'Methods of delivery',
      theirs: 'Express, name: Fast; Express, carrier: none',
      mine: 'Express, name: Express; Express, carrier: DHL',
    },
  ])
})
