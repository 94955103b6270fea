import { expect, test } from 'vitest'
import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import type { DocumentSums, ListedDocument } from '#features/invoices/schema.ts'
import { type BerlinShop, createBerlinShop, sumOfCents } from '#tests/support/berlin-shop.ts'
import { LYON, TRADE } from '#tests/support/delivery-shop.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { sumsOf } from '#tests/support/sums-of-month.ts'

const IN_VIENNA = { ...LYON, street: 'Ring 1', postcode: '1010', city: 'Wien', country: 'AT' }
const IN_BERN = { ...LYON, street: 'Gasse 1', postcode: '3011', city: 'Bern', country: 'CH' }

/** On 1 April of Berlin, when it is March in UTC. */
async function expectMovingRanges(shop: BerlinShop, expected: Readonly<Record<string, number>>) {
  const april = await shop.get('overview?month=2030-04')
  expect(await shop.get('overview?range=this-month')).toEqual(april)
  expect(await shop.get('overview?range=this-quarter')).toMatchObject({
    days: april.days,
    previousDays: [{ day: '2030-01-01' }],
  })
  const march = await shop.get('overview?range=last-month')
  expect(march).toEqual(await shop.get('overview?month=2030-03'))
  const quarter = await shop.get('overview?range=last-quarter')
  expect([quarter.days.at(0).day, quarter.days.at(-1).day, quarter.previousDays.length]).toEqual([
    '2030-01-01',
    '2030-03-31',
    92,
  ])
  expect(sumOfCents([quarter.revenue])).toBe(
    ['2030-01', '2030-02', '2030-03'].reduce((sum, month) => sum + (expected[month] ?? 0), 0),
  )
}

/** Each month and rate of a time is a row of its own, with the credit notes taken off. */
async function expectSumsByRate(shop: BerlinShop) {
  await shop.at('2030-04-02T09:00:00+02:00')
  const vienna = await shop.pay(await shop.place([100], IN_VIENNA))
  await shop.pay(await shop.place([100], IN_BERN))
  const sums: DocumentSums[] = await shop.get('invoice-sums?from=2030-03-01&to=2030-04-30')
  expect(
    sums.map(({ month, taxKind, taxPercent, invoices, creditNotes }) => [
      month,
      taxKind,
      taxPercent,
      invoices,
      creditNotes,
    ]),
  ).toEqual([
    ['2030-03', 'added', 20, 1, 2],
    ['2030-04', 'added', 20, 1, 1],
    ['2030-04', 'export', 0, 1, 0],
  ])
  // As of a company there, whose VAT ID was confirmed: that the tax is decided so is tested where it is.
  expect(await shop.rowsOf('ec-sales.csv?range=2030-04')).toEqual([])
  const { db } = shop.app.shop
  const invoices = db.selectFrom('invoices').select('document').where('order_id', '=', vienna._id)
  const { document } = await invoices.executeTakeFirstOrThrow()
  const said: InvoiceDocument = JSON.parse(String(document))
  const toCompany = {
    ...said,
    tax: { kind: 'reverse_charge', percent: 0, name: 'VAT' },
    buyer: { ...said.buyer, vatId: 'ATU12345675' },
  }
  await db
    .updateTable('invoices')
    .set({ document: JSON.stringify(toCompany) })
    .where('order_id', '=', vienna._id)
    .execute()
  expect(await shop.rowsOf('ec-sales.csv?range=2030-04')).toEqual([
    { vatId: 'ATU12345675', country: 'AT', net: String(said.totals.netCents / 100), currency: 'USD' },
  ])
}

test('calendar months of Berlin come to the same everywhere, to the cent', async () => {
  await using shop = await createBerlinShop()
  await shop.at('2030-01-31T23:40:00+01:00')
  const [first, second] = [await shop.place(), await shop.place([100, 700])]
  await shop.at('2030-01-31T23:58:00+01:00')
  await shop.pay(first)
  await shop.at('2030-02-01T00:20:00+01:00')
  await shop.pay(second)
  await shop.refund(first, { lines: [{ position: 1, quantity: 33 }] })
  await shop.at('2030-02-28T23:59:00+01:00')
  const third = await shop.place([200])
  await shop.pay(third)
  await shop.at('2030-03-01T00:05:00+01:00')
  await shop.refund(third, { amount: 7.77 })
  await shop.refund(first, { delivery: true })
  // The clocks were put forward on this day.
  await shop.at('2030-03-31T23:59:00+02:00')
  const fourth = await shop.place()
  await shop.pay(fourth)
  await shop.at('2030-04-01T00:01:00+02:00')
  await shop.refund(fourth, { amount: fourth.payable })
  const expected: Record<string, number> = {
    '2030-01': sumOfCents([first.payable]),
    // 33 of 100 pieces for $3.3333, and 20 % VAT.
    '2030-02': sumOfCents([second.payable, third.payable, -132]),
    '2030-03': sumOfCents([fourth.payable, -7.77, -(first.delivery?.price ?? 0) * 1.2]),
    '2030-04': sumOfCents([-fourth.payable]),
  }
  for (const [month, sum] of Object.entries(expected)) {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
    for (const days of [`range=${month}`, `from=${month}-01&to=${month}-${last}`]) {
      const sums = await sumsOf(shop, month, days)
      expect({ month, ...sums }).toEqual({
        month,
        ...Object.fromEntries(Object.keys(sums).map((name) => [name, sum])),
      })
    }
  }
  const days = (await shop.get('overview?month=2030-02')).days
  expect(
    days
      .map(({ day, orders }: { day: string; orders: number }) => [day, orders])
      .filter((each: [string, number]) => each[1] > 0),
  ).toEqual([
    ['2030-02-01', 1],
    ['2030-02-28', 1],
  ])
  expect(days).toHaveLength(28)
  // This month is not over: it ends today, and is compared with as many days.
  const april = await shop.get('overview?month=2030-04')
  expect([april.days, april.previousDays].map((each) => each.map(({ day }: { day: string }) => day))).toEqual(
    [['2030-04-01'], ['2030-03-01']],
  )
  await expectMovingRanges(shop, expected)
  await expectSumsByRate(shop)
  expect(await readSales(shop.app.shop)).toEqual(await salesOfOrders(shop.app.shop))
})

test('an invoice of 00:20 on 1 February is of that day, on every paper and in its VAT month', async () => {
  await using shop = await createBerlinShop()
  await shop.at('2030-01-31T09:00:00+01:00')
  const order = await shop.place()
  await shop.at('2030-02-01T00:20:00+01:00')
  await shop.pay(order)
  await shop.refund(order, { amount: 1 })
  const [invoice, note] = (await shop.get('invoice')) as [ListedDocument, ListedDocument]
  for (const listed of [note, invoice])
    expect([listed.date, listed.paidOn, listed.paidAt?.slice(0, 10)]).toEqual([
      '2030-02-01',
      '2030-02-01',
      '2030-01-31',
    ])
  const xml = String(await shop.get(`myorder/${order._id}/invoice.xml`))
  // It was promised to ship on 31 January, and was not paid by then: its date of supply is that of the payment.
  expect(order.delivery?.ships).toBe('2030-01-31')
  expect(xml.match(/format="102">\d+/g)).toEqual(['format="102">20300201', 'format="102">20300201'])
  const ofNote = String(await shop.get(`myorder/${order._id}/credit-note/${note.number}.xml`))
  expect(ofNote.match(/format="102">\d+/g)?.every((day) => day.endsWith('20300201'))).toBe(true)
  expect((await shop.get(`myorder/${order._id}`)).creditNotes).toMatchObject([{ issuedOn: '2030-02-01' }])
  expect(await shop.get(`myorder/${order._id}/invoice.xml?format=ubl`)).toContain(
    '<cbc:IssueDate>2030-02-01</cbc:IssueDate>',
  )
  const [row] = await shop.rowsOf('orders.csv')
  expect([row?.placedOn, row?.paidOn]).toEqual(['2030-01-31', '2030-02-01'])
})

test('what was issued keeps its day when the time zone changes', async () => {
  await using shop = await createBerlinShop()
  await shop.at('2030-02-01T00:20:00+01:00')
  const order = await shop.pay(await shop.place())
  const pdf = await shop.get(`myorder/${order._id}/invoice.pdf`)
  const before = await sumsOf(shop, '2030-02', 'range=2030-02')
  await shop.change({ delivery: { ...TRADE.delivery, timeZone: 'America/New_York' } })
  expect((await shop.get('invoice'))[0].date).toBe('2030-02-01')
  expect(await shop.get('invoice?from=2030-02-01&to=2030-02-01')).toHaveLength(1)
  expect(await shop.get('invoice?to=2030-01-31')).toEqual([])
  expect(await shop.get(`myorder/${order._id}/invoice.pdf`)).toEqual(pdf)
  await shop.at('2030-02-02T12:00:00+01:00')
  expect(await sumsOf(shop, '2030-02', 'range=2030-02')).toEqual(before)
})
