import type { DocumentSums, ListedDocument } from '#features/invoices/schema.ts'
import { type BerlinShop, sumOfCents } from './berlin-shop.ts'

/** What a month came to in cents, by everything that says it. */
export async function sumsOf(shop: BerlinShop, month: string, days: string) {
  const overview = await shop.get(`overview?month=${month}`)
  const listed = await allListed(shop, days)
  const documents = await shop.rowsOf(`invoices.csv?${days}`)
  const orders = await shop.rowsOf(`orders.csv?dayOf=money&${days}`)
  const sums: DocumentSums[] = await shop.get(`invoice-sums?${days}`)
  const lines = await shop.rowsOf(`orders.csv?rows=lines&dayOf=money&${days}`)
  return {
    overview: sumOfCents([overview.revenue]),
    chart: sumOfCents(overview.days.map(({ revenue }: { revenue: number }) => revenue)),
    paidLessBack: sumOfCents([overview.paid]) - sumOfCents([overview.paidBack]),
    list: sumOfCents(listed.map(({ gross }) => gross)),
    documents: sumOfCents(documents.map(({ gross }) => gross)),
    netAndTax: sumOfCents(documents.flatMap(({ net, tax }) => [net, tax])),
    sums: sumOfCents(sums.map(({ gross }) => gross)),
    sumsOfNetAndTax: sumOfCents(sums.flatMap(({ net, tax }) => [net, tax])),
    orders:
      sumOfCents(orders.map(({ received }) => received)) - sumOfCents(orders.map(({ paidBack }) => paidBack)),
    lines:
      sumOfCents(lines.map(({ orderReceived }) => orderReceived)) -
      sumOfCents(lines.map(({ orderPaidBack }) => orderPaidBack)),
  }
}

/** All pages of the list. */
async function allListed(shop: BerlinShop, days: string): Promise<ListedDocument[]> {
  const listed: ListedDocument[] = []
  for (let path: string | undefined = `invoice?limit=100&${days}`; path; ) {
    const { body, next } = await shop.page(path)
    listed.push(...body)
    path = next
  }
  return listed
}
