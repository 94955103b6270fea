import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { type BerlinShop, createBerlinShop, sumOfCents } from '#tests/support/berlin-shop.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { type ReadBatch, readDatev } from '#tests/support/datev-check.ts'
import { LYON, TRADE, ZURICH } from '#tests/support/delivery-shop.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'

let berlin: BerlinShop
let admin: Person

const REVENUE = [
  { kind: 'taxed', percent: 19, account: '8400' },
  { kind: 'taxed', percent: 20, account: '8320', key: '10' },
  { kind: 'taxed', percent: 0, account: '8290' },
  { kind: 'reverse_charge', account: '8125' },
  { kind: 'export', account: '8120' },
]

const DATEV = {
  consultant: '29098',
  client: '55003',
  yearStart: '2026-01-01',
  accountLength: 4,
  receivables: '10000',
  transit: '1360',
  revenue: REVENUE,
}

const HOME = {
  ...LYON,
  company: 'Käufer; "Süd" Čapek',
  street: 'Weg 1',
  postcode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const WIEN = { ...LYON, street: 'Ring 1', postcode: '1010', city: 'Wien', country: 'AT' }
const PLACES = [HOME, LYON, WIEN, ZURICH]

/** The rate of Austria is zero. */
const TAX = {
  ...TRADE.tax,
  rates: TRADE.tax.rates.map((rate) => (rate.country === 'AT' ? { ...rate, percent: 0 } : rate)),
}

beforeEach(async () => {
  const settings = { tax: TAX, currency: 'eur', datev: DATEV }
  berlin = await createBerlinShop(settings)
  admin = await berlin.app.registerAdmin()
})
afterEach(() => berlin[Symbol.asyncDispose]())

async function at(time: string): Promise<void> {
  await berlin.at(time)
  admin = await berlin.app.signIn(admin)
}

const fetchFile = (query: string) =>
  berlin.app.app.fetch(
    new Request(`${ORIGIN}/api/datev.csv?${query}`, { headers: { Authorization: `Bearer ${admin.token}` } }),
  )

async function batchOf(query: string): Promise<ReadBatch> {
  const answer = await fetchFile(query)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=windows-1252'])
  return readDatev(new Uint8Array(await answer.arrayBuffer()))
}

const refusal = async (query: string) => {
  const { status, body } = await berlin.app.call('GET', `/api/datev.csv?${query}`, { as: admin })
  return { status, code: body.code, detail: body.detail as string, missing: body.missing }
}

const buy = async (to: typeof LYON, quantities = [100, 100]): Promise<Order> =>
  berlin.pay(await berlin.place(quantities, to))

/** As of a company there, whose VAT ID was confirmed: that the tax is decided so is tested where it is. */
async function asReverseCharge({ _id }: Order): Promise<void> {
  const { db } = berlin.app.shop
  const row = db.selectFrom('invoices').select('document').where('order_id', '=', _id)
  const said: InvoiceDocument = JSON.parse(String((await row.executeTakeFirstOrThrow()).document))
  const { netCents } = said.totals
  const document = {
    ...said,
    tax: { kind: 'reverse_charge', percent: 0, name: 'VAT' },
    buyer: { ...said.buyer, vatId: 'FR40303265045' },
    totals: { ...said.totals, taxCents: 0, grossCents: netCents, paidCents: netCents },
  }
  await db
    .updateTable('invoices')
    .set({ document: JSON.stringify(document) })
    .where('order_id', '=', _id)
    .execute()
}

const sign = ({ side, cents }: ReadBatch['bookings'][number]): number => (side === 'S' ? cents : -cents)

/** What the batch of a month books, beside what the file of its invoices says. */
async function expectSameSums(month: string): Promise<void> {
  const { bookings } = await batchOf(`range=${month}`)
  const rows = await berlin.rowsOf(`invoices.csv?range=${month}`)
  const claims = bookings.filter(({ account }) => account === '10000')
  const payments = bookings.filter(({ account, contra }) => account === '1360' && contra === '10000')
  expect(claims.length + payments.length).toBe(bookings.length)
  expect(claims.map(({ document }) => document).sort()).toEqual(rows.map(({ number }) => number).sort())
  for (const { account, key, ...wanted } of REVENUE.map((each) => ({ key: undefined, ...each })) as {
    kind: string
    percent?: number
    account: string
    key?: string
  }[]) {
    const isOf = ({ taxKind, taxPercent }: Record<string, string>) =>
      wanted.kind === 'taxed'
        ? /included|added/.test(taxKind ?? '') && Number(taxPercent) === wanted.percent
        : taxKind === wanted.kind
    const booked = claims.filter(({ contra }) => contra === account)
    expect({ account, sum: booked.reduce((sum, each) => sum + sign(each), 0) }).toEqual({
      account,
      sum: sumOfCents(rows.filter(isOf).map(({ gross }) => gross)),
    })
    expect(new Set(booked.map((each) => each.key))).toEqual(
      booked.length > 0 ? new Set([key === undefined ? '' : key.padStart(4, '0')]) : new Set(),
    )
  }
  expect(payments.reduce((sum, each) => sum + sign(each), 0)).toBe(sumOfCents(rows.map(({ gross }) => gross)))
}

test('invoices, a credit note and their payments are booked, with the country and the rate of a tax of another one', async () => {
  await at('2026-11-30T23:30:00+01:00')
  const home = await buy(HOME)
  await berlin.refund(home, { amount: 11.9 })
  await at('2026-12-01T00:30:00+01:00')
  const lyon = await buy(LYON)
  const { head, bookings } = await batchOf('range=2026-11')
  expect(head.slice(10, 16)).toEqual(['29098', '55003', '20260101', '4', '20261101', '20261130'])
  expect(head[5]).toBe('20261201003000000')
  const gross = sumOfCents([home.payable])
  const common = { day: '2026-11-30', key: '', eu: '', euPercent: '' }
  const [invoice, note] = [
    { ...common, cents: gross, side: 'S', document: 'INV-000001' },
    { ...common, cents: 1190, side: 'H', document: 'CN-000001' },
  ]
  const claim = { account: '10000', contra: '8400', text: 'Käufer; "Süd" Capek' }
  const money = { account: '1360', contra: '10000' }
  expect(bookings).toEqual([
    { ...invoice, ...claim },
    { ...invoice, ...money, text: `Payment ${home.number}` },
    { ...note, ...claim },
    { ...note, ...money, text: `Refund ${home.number}` },
  ])
  const [abroad] = (await batchOf('range=2026-12')).bookings
  expect(abroad).toMatchObject({
    cents: sumOfCents([lyon.payable]),
    key: '0010',
    eu: 'FR',
    euPercent: '20,00',
    day: '2026-12-01',
  })
})

test('of random months with refunds, other rates, reverse charge, exports and a rate of zero each sum is that of the file', async () => {
  let month = 0
  const bought = fc.record({
    place: fc.nat(PLACES.length - 1),
    pieces: fc.integer({ min: 1, max: 9 }),
    day: fc.integer({ min: 1, max: 28 }),
    refunded: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
    isCompany: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(bought, { minLength: 4, maxLength: 8 }), async (orders) => {
      month += 1
      const name = `2027-${String(month).padStart(2, '0')}`
      for (const each of orders.toSorted((one, other) => one.day - other.day)) {
        await at(`${name}-${String(each.day).padStart(2, '0')}T10:00:00+01:00`)
        const order = await buy(PLACES[each.place] ?? HOME, [100 * each.pieces, 100])
        const isReverse = each.isCompany && PLACES[each.place] === LYON
        if (isReverse) await asReverseCharge(order)
        // Money can go back of an invoice up to its sum, which is less without the tax.
        else if (each.refunded > 0)
          await berlin.refund(order, { amount: Math.min(each.refunded, sumOfCents([order.payable])) / 100 })
      }
      await expectSameSums(name)
    }),
    { numRuns: 3, endOnFailure: true },
  )
}, 120_000)

test('a payment of another month than its invoice is booked in its own', async () => {
  await at('2027-02-10T10:00:00+01:00')
  await buy(HOME)
  const issued = { issued_on: '2027-01-31', issued_at: Date.parse('2027-01-31T10:00:00+01:00') }
  await berlin.app.shop.db.updateTable('invoices').set(issued).execute()
  const accounts = async (month: string) =>
    (await batchOf(`range=${month}`)).bookings.map(({ account, day }) => [account, day])
  expect(await accounts('2027-01')).toEqual([['10000', '2027-01-31']])
  expect(await accounts('2027-02')).toEqual([['1360', '2027-02-10']])
})

test('refused is what cannot be booked, with what is to be set', async () => {
  await at('2027-02-10T10:00:00+01:00')
  await buy(HOME)
  const change = (datev: object) => berlin.change({ datev } as never)
  await change({ accountLength: 4, revenue: [] })
  expect(await refusal('range=2027-02')).toEqual({
    status: 409,
    code: 'missing_fields',
    detail:
      'Set in Settings, DATEV: the number of the tax adviser, the client number, the start of the business year, the account of receivables, the account of money in transit and the revenue account of 19 % tax.',
    missing: [
      ...['datev.consultant', 'datev.client', 'datev.yearStart', 'datev.receivables', 'datev.transit'],
      'datev.revenue.taxed.19',
    ],
  })
  await change(DATEV)
  expect(await refusal('range=2027-01')).toMatchObject({ status: 409, code: 'not_bookable' })
  expect(await refusal('from=2026-12-01&to=2027-02-28')).toMatchObject({
    status: 422,
    detail: 'These days are of two business years: a new one began on Jan 1, 2027.',
  })
  expect(await refusal('')).toMatchObject({ status: 422 })
  const { db } = berlin.app.shop
  const { document } = await db.selectFrom('invoices').select('document').executeTakeFirstOrThrow()
  const inDollars = JSON.stringify({ ...JSON.parse(String(document)), currency: 'USD' })
  await db.updateTable('invoices').set({ document: inDollars }).execute()
  expect(await refusal('range=2027-02')).toMatchObject({
    code: 'not_bookable',
    detail: 'DATEV books in euro, and the shop does not know the exchange rates of INV-000001 (USD).',
  })
  await db.updateTable('invoices').set({ document: null }).execute()
  expect(await refusal('range=2027-02')).toMatchObject({ code: 'not_bookable' })
})

test('a batch is for staff with the right money', async () => {
  const customer = await berlin.app.register()
  expect((await berlin.app.call('GET', '/api/datev.csv?range=2027-02', { as: customer })).status).toBe(403)
  expect((await berlin.app.call('GET', '/api/datev.csv?range=2027-02')).status).toBe(401)
})
