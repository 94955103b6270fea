import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { HOUR_MS, toIso } from '#kit/time.ts'
import { agreeOwn, companyOf } from '#tests/support/agreed-prices.ts'
import { receiptChanges } from '#tests/support/receipt-changes.ts'
import { replacementOf, samplePart } from '#tests/support/sample-product.ts'
import { apiCalls } from '../../../tests/support/api-calls.ts'
import { type Answer, type Person, verifyEmail } from '../../../tests/support/customer.ts'
import { offerChanges } from '../../../tests/support/offer-changes.ts'
import { plainPicture, uploadOf } from '../../../tests/support/pictures.ts'
import { returnChanges } from '../../../tests/support/return-changes.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { auditTexts } from './admin/texts.ts'

let app: TestApp
let admin: Person
let product: Product
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  product = await app.addProduct()
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { as: admin, ...(body && { body }) })

const entries = async (query = '') => (await send('GET', `audit${query}`)).body

const CATEGORY = { name: 'Sample category', attributes: [] }

async function paidOrder(): Promise<{ customer: Person; id: string }> {
  const customer = await app.register()
  return { customer, id: (await app.pay(customer, await app.order(customer, product)))._id }
}

const importPrice = (price: number): Promise<Answer> =>
  app.call('POST', '/api/import', {
    as: admin,
    headers: { 'Content-Type': 'text/csv' },
    body: `sku,price\n${product.sku},${price}\n`,
  })

const pathOfImport = async (): Promise<string> => `import/${(await importPrice(2)).body._id}`

const saveView = (name: string): Promise<Answer> => send('POST', 'order-views', { name, filter: {} })

function addFile(): Promise<Answer> {
  const body = uploadOf(Buffer.from('%PDF-1.7'), 'sample.pdf', 'application/pdf')
  body.append('kind', 'manual')
  return app.call('POST', `/api/product/${product._id}/file`, { as: admin, body })
}

const plan = (): Promise<Answer> =>
  send('POST', 'planned-prices', {
    day: toIso(app.shop.now() + 30 * 24 * HOUR_MS).slice(0, 10),
    plans: [{ productId: product._id, before: product.prices, prices: [{ from: 100, price: 0.09 }] }],
  })

async function note(): Promise<{ answer: Answer; path: string }> {
  const path = `order/${(await paidOrder()).id}/notes`
  const answer = await send('POST', path, { text: 'A sample.' })
  const [{ _id }] = (await send('GET', path)).body
  return { answer, path: `${path}/${_id}` }
}

async function customerNote(): Promise<{ answer: Answer; path: string }> {
  const { email } = await app.register()
  const [{ _id }] = (await send('GET', `user?q=${encodeURIComponent(email)}`)).body
  const answer = await send('POST', `customer/${_id}/notes`, { text: 'A sample.' })
  return { answer, path: `customer/${_id}/notes/${answer.body._id}` }
}

const refund = (id: string, key: string) =>
  app.call('POST', `/api/order/${id}/refunds`, {
    as: admin,
    headers: { 'Idempotency-Key': key },
    body: { amount: 1, reason: 'A sample' },
  })

function countStock(): Promise<Answer> {
  const seen = { forSale: product.quantity, held: 0 }
  return send('POST', 'stock-count', { reason: 'x', parts: [{ productId: product._id, counted: 1, seen }] })
}

async function takeShipmentBack(): Promise<{ answer: Answer; order: string; shipment: string }> {
  const order = `order/${(await paidOrder()).id}`
  const shipment = (await send('POST', `${order}/shipments`, {})).body.shipmentId
  return { answer: await send('DELETE', `${order}/shipments/${shipment}`), order, shipment }
}

/** A call of each kind that changes something, by its name in the list of calls for admins. */
const CHANGES: Readonly<Record<string, () => Promise<Answer>>> = {
  'PUT /api/synonyms': async () => {
    const { revision } = (await send('GET', 'synonyms')).body
    return send('PUT', 'synonyms', { revision, synonyms: [] })
  },
  'PUT /api/companies/sample': async () => {
    const { _id, revision } = await companyOf(app, admin)
    return send('PUT', `companies/${_id}`, { blocked: true, revision })
  },
  'PUT /api/companies/sample/prices': () => agreeOwn(app, admin, product.sku),
  'PUT /api/texts': async () => {
    const { revision } = (await send('GET', 'texts')).body
    return send('PUT', 'texts', { revision, texts: { heroHeading: 'Screws' } })
  },
  'POST /api/restored/take-over': async () => {
    await app.shop.db
      .insertInto('restores')
      .values({ restored_at: 1, made_at: null, taken_over_at: null, taken_over_by: null })
      .execute()
    return send('POST', 'restored/take-over')
  },
  'PUT /api/settings': async () => {
    const { seller, ...settings } = (await send('GET', 'settings')).body
    return send('PUT', 'settings', { ...settings, seller: { ...seller, phone: '+1 555 0100' } })
  },
  'POST /api/product': () => send('POST', 'product', samplePart()),
  'PUT /api/product/sample': () =>
    send('PUT', `product/${product._id}`, replacementOf(product, { price: 2 })),
  'DELETE /api/product/sample': () => send('DELETE', `product/${product._id}`),
  'PUT /api/product/sample/pictures': () =>
    send('PUT', `product/${product._id}/pictures`, {
      revision: product.revision,
      images: [{ image: product.image }, { image: '/favicon.ico', alt: 'From above' }],
    }),
  'POST /api/product/sample/stock': () =>
    send('POST', `product/${product._id}/stock`, { change: 5, reason: 'found' }),
  'POST /api/stock-count': () => countStock(),
  'POST /api/stock-count/sample/undo': async () =>
    send('POST', `stock-count/${(await countStock()).body._id}/undo`),
  'POST /api/product/sample/restore': async () => {
    await send('DELETE', `product/${product._id}`)
    return send('POST', `product/${product._id}/restore`)
  },
  'PUT /api/featured-product': () => send('PUT', 'featured-product', { ids: [product._id], featured: true }),
  'POST /api/planned-prices': plan,
  'POST /api/planned-prices/removal': async () =>
    send('POST', 'planned-prices/removal', { ids: (await plan()).body.ids }),
  'POST /api/planned-prices/sample/keep': async () => {
    const [id] = (await plan()).body.ids
    await send('PUT', `product/${product._id}`, replacementOf(product, { price: 0.07 }))
    return send('POST', `planned-prices/${id}/keep`, { present: [{ from: 100, price: 0.07 }] })
  },
  'POST /api/product/sample/file': addFile,
  'DELETE /api/product/sample/file/sample': async () =>
    send('DELETE', `product/${product._id}/file/${(await addFile()).body._id}`),
  'PUT /api/category/sample': () => send('PUT', 'category/sample', CATEGORY),
  'DELETE /api/category/sample': async () => {
    await send('PUT', 'category/sample', CATEGORY)
    return send('DELETE', 'category/sample')
  },
  'POST /api/image': async () => {
    const body = uploadOf(await plainPicture(40, 30).png().toBuffer())
    return app.call('POST', '/api/image', { as: admin, body })
  },
  'POST /api/import': () => importPrice(2),
  'PATCH /api/import/sample': async () => send('PATCH', await pathOfImport(), { leaveOut: [2] }),
  'POST /api/import/sample/compare': async () => send('POST', `${await pathOfImport()}/compare`),
  'POST /api/import/sample/apply': async () => send('POST', `${await pathOfImport()}/apply`, {}),
  'POST /api/import/sample/undo': async () => {
    const path = await pathOfImport()
    await send('POST', `${path}/apply`, {})
    return send('POST', `${path}/undo`)
  },
  'POST /api/import/sample/redo': async () => {
    const path = await pathOfImport()
    await send('POST', `${path}/apply`, {})
    await send('POST', `${path}/undo`)
    return send('POST', `${path}/redo`)
  },
  'PUT /api/orders': async () => send('PUT', 'orders', { ids: [(await paidOrder()).id], status: 'shipped' }),
  'PUT /api/order/sample': async () => send('PUT', `order/${(await paidOrder()).id}`, { status: 'shipped' }),
  'POST /api/order/sample/shipments': async () =>
    send('POST', `order/${(await paidOrder()).id}/shipments`, {}),
  'DELETE /api/order/sample/shipments/sample': async () => (await takeShipmentBack()).answer,
  'PATCH /api/order/sample/shipments/sample': async () => {
    const path = `order/${(await paidOrder()).id}/shipments`
    const { shipmentId } = (await send('POST', path, {})).body
    return send('PATCH', `${path}/${shipmentId}`, { tracking: 'JD 42' })
  },
  'POST /api/order/sample/shipments/sample/lost': async () => {
    const path = `order/${(await paidOrder()).id}/shipments`
    const { shipmentId } = (await send('POST', path, {})).body
    return send('POST', `${path}/${shipmentId}/lost`, { reason: 'The carrier says so' })
  },
  'PUT /api/unmatched-payment/sample': async () => {
    const row = { intent_id: 'pi_lost', order_id: 'lost', amount_cents: 4700, paid_at: 1, decision: null }
    await app.shop.db.insertInto('lost_order_payments').values(row).execute()
    return send('PUT', 'unmatched-payment/pi_lost', { decision: 'keep' })
  },
  'POST /api/order/sample/restored-shipments': async () => {
    const { order, shipment } = await takeShipmentBack()
    return send('POST', `${order}/restored-shipments`, { shipments: [shipment] })
  },
  'POST /api/order/sample/refunds': async () => refund((await paidOrder()).id, 'a-sample-key'),
  'POST /api/order/sample/hold': async () => {
    const { _id } = await app.order(await app.register(), product)
    return send('POST', `order/${_id}/hold`, { until: toIso(app.shop.now() + HOUR_MS) })
  },
  'POST /api/order/sample/payment-reminder': async () => {
    const { _id } = await app.order(await app.register(), product)
    return send('POST', `order/${_id}/payment-reminder`)
  },
  'POST /api/order/sample/restock': async () => {
    const { id } = await paidOrder()
    await refund(id, 'another-sample-key')
    return send('POST', `order/${id}/restock`, { lines: [{ position: 0, quantity: 1 }] })
  },
  ...receiptChanges(() => ({ app, admin, product })),
  ...offerChanges(() => ({ app, admin, product })),
  ...returnChanges({ call: (...sent) => app.call(...sent), admin: () => admin, paidOrder }),
  'POST /api/order-views': () => saveView('First'),
  'PUT /api/order-views/sample': async () =>
    send('PUT', `order-views/${(await saveView('Second')).body._id}`, { name: 'Renamed', filter: {} }),
  'PUT /api/order-columns': () => send('PUT', 'order-columns', { columns: ['product'] }),
  'PUT /api/product-columns': () => send('PUT', 'product-columns', { columns: ['sku'] }),
  'DELETE /api/order-views/sample': async () =>
    send('DELETE', `order-views/${(await saveView('Third')).body._id}`),
  'POST /api/order/sample/notes': async () => (await note()).answer,
  'DELETE /api/order/sample/notes/sample': async () => send('DELETE', (await note()).path),
  'POST /api/order/sample/notes/sample/restore': async () => {
    const { path } = await note()
    await send('DELETE', path)
    return send('POST', `${path}/restore`)
  },
  'POST /api/order/sample/messages': async () =>
    send('POST', `order/${(await paidOrder()).id}/messages`, { text: 'A sample.' }),
  'POST /api/order/sample/messages/close': async () => {
    const { id, customer } = await paidOrder()
    await app.call('POST', `/api/myorder/${id}/messages`, { body: { text: 'A sample.' }, as: customer })
    return send('POST', `order/${id}/messages/close`)
  },
  'PUT /api/mail-words': async () => {
    const { revision } = (await send('GET', 'mail-words')).body
    return send('PUT', 'mail-words', { revision, words: { greeting: 'Dear {name},', paragraphs: {} } })
  },
  'POST /api/customer': () => send('POST', 'customer', { name: 'Sample', email: 'a@customer.example' }),
  'PUT /api/customer/sample': async () => {
    const customer = { name: 'Sample', email: 'b@customer.example' }
    const { _id } = (await send('POST', 'customer', customer)).body
    return send('PUT', `customer/${_id}`, { ...customer, tags: ['sample'], revision: 1 })
  },
  'POST /api/customer/sample/notes': async () => (await customerNote()).answer,
  'DELETE /api/customer/sample/notes/sample': async () => send('DELETE', (await customerNote()).path),
  'POST /api/customer/sample/notes/sample/restore': async () => {
    const { path } = await customerNote()
    await send('DELETE', path)
    return send('POST', `${path}/restore`)
  },
  'POST /api/sample-orders': async () => {
    const answer = await send('POST', 'sample-orders')
    await app.shop.db.deleteFrom('sample_trade').execute()
    await app.shop.db.deleteFrom('user').where('email', 'like', 'sample-%@example.com').execute()
    return answer
  },
  'DELETE /api/sample-orders': async () => {
    await send('POST', 'sample-orders')
    return send('DELETE', 'sample-orders')
  },
  'DELETE /api/user/admin/nobody@example.com': async () =>
    send('DELETE', `user/admin/${encodeURIComponent((await app.registerAdmin()).email)}`),
  'DELETE /api/user/nobody@example.com/session': async () =>
    send('DELETE', `user/${encodeURIComponent((await app.register()).email)}/session`),
  'PUT /api/rating/sample': async () => {
    const review = { name: 'Sample', rating: 5, comment: 'A sample.' }
    const { body } = await app.call('POST', '/api/rating', { as: await app.register(), body: review })
    return send('PUT', `rating/${body._id}`, { hidden: true })
  },
  'PUT /api/user/staff/nobody@example.com': async () => {
    const user = await app.register()
    await verifyEmail(app.shop, user)
    return send('PUT', `user/staff/${encodeURIComponent(user.email)}`, { rights: ['orders'] })
  },
  'PUT /api/user/admin/nobody@example.com': async () => {
    const user = await app.register()
    await verifyEmail(app.shop, user)
    return send('PUT', `user/admin/${encodeURIComponent(user.email)}`)
  },
}

test('every call by which an admin changes something writes who did it, in words that the log has', async () => {
  const changing = apiCalls(app.app)
    .forAdmins.filter(([method]) => method !== 'GET')
    .map(([method, path]) => `${method} ${path}`)
    // They compute an example or a price, or read a file.
    .filter((name) => !/example$|preview(\.glb)?$|import\/columns$|comparison$|quote\?/.test(name))
  expect(changing.sort()).toEqual(Object.keys(CHANGES).sort())
  for (const [name, change] of Object.entries(CHANGES)) {
    product = await app.addProduct()
    // More people register here than may in an hour.
    await app.shop.db.deleteFrom('rate_limits').execute()
    const [last] = await entries('?limit=1')
    expect((await change()).status, name).toBeLessThan(300)
    const [newest] = await entries('?limit=1')
    expect(newest._id, name).not.toBe(last._id)
    expect(newest.by, name).toBe(admin.email)
    expect(Object.keys(auditTexts), name).toContain(newest.kind)
  }
})
