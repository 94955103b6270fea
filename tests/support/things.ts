import type { Product } from '#features/catalog/schema.ts'
import { csvLine } from '#kit/csv/csv-line.ts'
import { verifyByLink } from '../journeys/steps.ts'
import { GOOD_CARD, intentOf, type Person } from './customer.ts'
import type { Things } from './pages.ts'
import type { RunningShop } from './running-shop.ts'

/** What pages are of: one thing of each kind, and the customer who has them. */
export async function createThings(
  shop: RunningShop,
  admin: Person,
  customer?: Person,
  part?: Product,
): Promise<{ customer: Person; things: Things }> {
  const buyer = customer ?? (await shop.register())
  const product = part ?? (await usualProduct(shop))
  const order = await shop.order(buyer, product)
  const paid = await shop.pay(buyer, await shop.order(buyer, product, 250))
  const { customerId } = (await shop.call('GET', `/api/myorder/${paid._id}`, { as: admin })).body
  const lines = [{ productId: product._id, quantity: 100 }]
  const list = await created(shop, '/api/list', { body: { name: 'Sample list', lines }, as: buyer })
  const share = await created(shop, `/api/list/${list._id}/link`, { as: buyer })
  const csv = csvLine(['sku', 'price']) + csvLine([product.sku, product.price * 2])
  const headers = { 'Content-Type': 'text/csv' }
  const { _id: upload } = await created(shop, '/api/import', { body: csv, as: admin, headers })
  const things = {
    category: product.category ?? '',
    sku: product.sku.toLowerCase(),
    product: product._id,
    order: order._id,
    paid: paid._id,
    list: list._id,
    share: lastOf(share.url),
    token: await shop.createLink(buyer, await shop.order(buyer, product)),
    receipt: await createReceipt(shop, await shop.createLink(buyer, await shop.order(buyer, product))),
    offer: await askForOffer(shop, buyer, product),
    user: customerId,
    import: upload,
  }
  return { customer: buyer, things }
}

/** A product of the demo with a price that allows a card payment of 100 pieces. */
async function usualProduct(shop: RunningShop): Promise<Product> {
  const products: Product[] = (await shop.call('GET', '/api/product')).body
  const found = products.find(({ price, quantity, step }) => price >= 0.05 && quantity > 1000 && step === 1)
  if (!found) throw new Error('The demo has no usual product.')
  return found
}

/** An offer that the customer asked for, with an e-mail that is verified for it. */
async function askForOffer(shop: RunningShop, as: Person, { _id: productId }: Product): Promise<string> {
  const body = { lines: [{ productId, quantity: 7, wanted: 'by Friday' }], note: 'A sample.' }
  const asked = await shop.call('POST', '/api/offer', { body, as })
  if (asked.status !== 403) return asked.body._id
  await verifyByLink(shop, as)
  return (await created(shop, '/api/offer', { body, as }))._id
}

const lastOf = (address: string): string => address.split('/').at(-1) ?? ''

async function created(
  shop: RunningShop,
  path: string,
  options: Parameters<RunningShop['call']>[2],
): Promise<{ _id: string; url: string }> {
  const answer = await shop.call('POST', path, options)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Pays by the link; resolves to the token of the receipt, which the page of the link shows then. */
async function createReceipt(shop: RunningShop, link: string): Promise<string> {
  const { clientSecret } = (await shop.call('POST', `/api/payment-link/${link}/payment-intent`)).body
  await shop.confirmCard(clientSecret, GOOD_CARD)
  await shop.call('PATCH', `/api/payment-link/${link}`, { body: { transactionId: intentOf(clientSecret) } })
  const [, token = ''] = /\/receipt\/([\w-]+)/.exec((await shop.call('GET', `/pay/${link}`)).body) ?? []
  if (token === '') throw new Error('The page of a paid order shows no receipt.')
  return token
}
