import { expect, test } from 'vitest'
import { readVatId, type VatId } from '#kit/input/vat-id.ts'
import { CASE_SETTINGS } from '#tests/cases/tax/tax-cases.ts'
import type { VatCheck, VatService } from '../vies/vat-service.ts'
import { findTax } from './find-tax.ts'

const vatId = (text: string): VatId => {
  const id = readVatId(text)
  if (!id) throw new Error(`${text} is no VAT ID.`)
  return id
}

const CUSTOMER = vatId('FR40303265045')
const SELLER = vatId('DE136695976')

const TO_FRANCE = { settings: CASE_SETTINGS, seller: { country: 'DE' }, to: { country: 'FR' } }

/** A service that gives one answer, and the calls of it. */
function serviceWith(check: VatCheck): { service: VatService; calls: (string | undefined)[][] } {
  const calls: (string | undefined)[][] = []
  return {
    calls,
    service: {
      check: async (id, requester) => {
        calls.push([id.id, requester?.id])
        return check
      },
    },
  }
}

test('a confirmed ID is kept with its confirmation and its time', async () => {
  const { service, calls } = serviceWith({ state: 'confirmed', confirmation: 'WAPIAAAA', atMs: 5 })
  expect(await findTax(service, TO_FRANCE, { customer: CUSTOMER, seller: SELLER })).toEqual({
    kind: 'reverse_charge',
    percent: 0,
    note: expect.stringMatching(/^Reverse charge/),
    vatId: 'FR40303265045',
    confirmation: 'WAPIAAAA',
    confirmedAtMs: 5,
  })
  expect(calls).toEqual([['FR40303265045', 'DE136695976']])
})

test('VIES gives no confirmation to who does not say who asks', async () => {
  const { service, calls } = serviceWith({ state: 'confirmed', atMs: 5 })
  const found = await findTax(service, TO_FRANCE, { customer: CUSTOMER })
  expect(found).toMatchObject({ kind: 'reverse_charge', vatId: 'FR40303265045', confirmedAtMs: 5 })
  expect(found).not.toHaveProperty('confirmation')
  expect(calls).toEqual([['FR40303265045', undefined]])
})

test.each([
  [{ state: 'refused' }, /does not confirm/],
  [{ state: 'unavailable', why: 'slow' }, /did not answer in time/],
] as const)(
  'when VIES says %o the tax is charged, and the ID is kept without a confirmation',
  async (check, why) => {
    const { service } = serviceWith(check)
    expect(await findTax(service, TO_FRANCE, { customer: CUSTOMER, seller: SELLER })).toEqual({
      kind: 'added',
      percent: 20,
      name: 'TVA',
      note: expect.stringMatching(why),
      vatId: 'FR40303265045',
    })
  },
)

test.each([
  ['at home', { ...TO_FRANCE, to: { country: 'DE' } }],
  ['outside of the EU', { ...TO_FRANCE, to: { country: 'US' } }],
  ['without the rules of the EU', { ...TO_FRANCE, settings: { ...CASE_SETTINGS, euUnion: false } }],
  [
    'of an ID of the country that the goods leave from',
    { ...TO_FRANCE, seller: { country: 'FR' }, to: { country: 'DE' } },
  ],
])('VIES is not asked when its answer changes nothing: %s', async (_, question) => {
  const { service, calls } = serviceWith({ state: 'confirmed', atMs: 5 })
  const found = await findTax(service, question, { customer: CUSTOMER, seller: SELLER })
  expect(found.vatId).toBe('FR40303265045')
  expect(found).not.toHaveProperty('confirmedAtMs')
  expect(calls).toEqual([])
})

test('without a VAT ID VIES is not asked', async () => {
  const { service, calls } = serviceWith({ state: 'confirmed', atMs: 5 })
  expect(await findTax(service, TO_FRANCE, { seller: SELLER })).toEqual({
    kind: 'added',
    percent: 20,
    name: 'TVA',
  })
  expect(calls).toEqual([])
})
