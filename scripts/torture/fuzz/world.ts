import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import { fileOfParts, samplePart } from '#tests/support/sample-product.ts'
import { intentOf, orderFor, PASSWORD, type Person } from '../../../tests/support/customer.ts'
import { ADMIN, type RunningShop } from '../../../tests/support/running-shop.ts'
import { given } from '../../../tests/support/sample-settings.ts'
import {
  ADDRESS,
  companyRequests,
  customerOf,
  declinedCard,
  fixedRequests,
  MAIL_WORDS,
  PLACE,
  planRequests,
  refundOf,
  textRequests,
} from './examples.ts'
import { lineRequests } from './line-requests.ts'
import type { Plan } from './plans.ts'
import type { Answered, Sent } from './send.ts'

const MAXIMUM_KEPT = 20

/** The products, orders, users and the review that requests can name. */
export interface World {
  readonly shop: RunningShop
  readonly people: Record<'customer' | 'admin', Person>
  readonly products: Product[]
  readonly orders: string[]
  /** The ids of the customer's lists. */
  readonly lists: string[]
  /** The imports to apply, to undo and to apply again. */
  readonly imports: { ready: string; applied: string; undone: string }
  /** Two notes on an order, to remove and to restore; none after one of them was. */
  notes: { readonly order: string; readonly shown: string; readonly removed: string } | undefined
  /** The id of the customer. */
  readonly user: string
  /** The token of the payment link of an order that no other call names. */
  link: string
  review: string
  readonly secrets: string[]
  readonly publishableKey: string
  /** That of the settings, for the next change; undefined after one, which may have left no delivery to anyone. */
  settingsRevision: number | undefined
  /** The users who have signed out. */
  readonly signedOut: Set<'customer' | 'admin'>
}

export async function createWorld(shop: RunningShop): Promise<World> {
  const [customer, admin] = [await shop.register(), await shop.signIn(ADMIN)]
  const { stripePublishableKey } = (await shop.call('GET', '/api/config')).body
  const world: World = {
    shop,
    people: { customer, admin },
    products: [],
    orders: [],
    lists: [],
    imports: { ready: '', applied: '', undone: '' },
    notes: undefined,
    user: (await shop.call('GET', `/api/user?q=${customer.email}`, { as: admin })).body[0]._id,
    link: '',
    review: '',
    secrets: [],
    publishableKey: stripePublishableKey,
    settingsRevision: undefined,
    signedOut: new Set(),
  }
  await refillWorld(world)
  return world
}

/** Replaces products, orders and sessions that were deleted or ended. */
export async function refillWorld(world: World): Promise<void> {
  const { shop, people } = world
  for (const who of world.signedOut) people[who] = await shop.signIn(people[who])
  world.signedOut.clear()
  world.settingsRevision ??= await saveSettings(world)
  while (world.products.length < 3)
    world.products.push(await shop.addProduct(people.admin, { quantity: 1_000_000_000 }))
  while (world.orders.length < 3) {
    const [product] = world.products
    if (product) world.orders.push((await shop.order(people.customer, product))._id)
  }
  const [product] = world.products
  if (world.link === '' && product)
    world.link = await shop.createLink(people.customer, await shop.order(people.customer, product))
  if (world.lists.length === 0 && product) {
    const body = { name: 'Sample list', lines: [{ productId: product._id, quantity: 100 }] }
    world.lists.push((await shop.call('POST', '/api/list', { body, as: people.customer })).body._id)
  }
  if (world.review === '') {
    const body = { comment: 'A sample.', rating: '4', name: '' }
    world.review = (await shop.call('POST', '/api/rating', { body, as: people.customer })).body._id
  }
  await refillImports(world)
  if (!world.notes && product) world.notes = await addNotes(world, product)
}

/**
 * Saves settings in place of those that a request left, and resolves to their revision. Their delivery takes parts whose weight is
 * not known, so that all orders of the world can be placed.
 */
async function saveSettings({ shop, people: { admin: as } }: World): Promise<number> {
  const { revision } = (await shop.call('GET', '/api/settings', { as })).body
  const { delivery, ...others } = given(revision)
  const methods = delivery.methods.map((method) => ({ ...method, rates: [{ price: 19 }] }))
  const body = { ...others, delivery: { ...delivery, methods } }
  return (await shop.call('PUT', '/api/settings', { as, body })).body.revision
}

/** Imports of products that no other call changes, so that they can be applied and undone. */
async function refillImports({ shop, people: { admin }, imports }: World): Promise<void> {
  const headers = { 'Content-Type': 'text/csv' }
  const upload = async (): Promise<string> => {
    const body = fileOfParts([{ sku: newId() }])
    return (await shop.call('POST', '/api/import', { body, as: admin, headers })).body._id
  }
  if (imports.ready === '') imports.ready = await upload()
  const run = (id: string, action: string) => shop.call('POST', `/api/import/${id}/${action}`, { as: admin })
  if (imports.applied === '') {
    imports.applied = await upload()
    await run(imports.applied, 'apply')
  }
  if (imports.undone !== '') return
  imports.undone = await upload()
  await run(imports.undone, 'apply')
  await run(imports.undone, 'undo')
}

async function addNotes({ shop, people }: World, product: Product): Promise<World['notes']> {
  const as = people.admin
  const order = (await shop.order(people.customer, product))._id
  const path = `/api/order/${order}/notes`
  const add = async (): Promise<string> =>
    (await shop.call('POST', path, { body: { text: 'A note.' }, as })).body._id
  const notes = { order, shown: await add(), removed: await add() }
  await shop.call('DELETE', `${path}/${notes.removed}`, { as })
  return notes
}

function statusesOf({ orders }: World, pick: number): Record<string, unknown> {
  const ids = orders.slice(-3)
  if (pick % 2 === 1) return { ids, status: 'pending' }
  return {
    ids,
    status: 'shipped',
    ...(pick % 4 === 0 && { parcels: ids.map((id) => ({ id, tracking: 'JD 42' })) }),
  }
}

/** A valid body of a call. */
export function exampleFor(world: World, { call, as, pick }: Plan): Record<string, unknown> {
  const product = world.products[pick % world.products.length] as Product
  const person = world.people[as === 'visitor' ? 'customer' : as]
  const order = world.orders[pick % world.orders.length]
  const fresh = { name: 'Sample Name', email: `${newId()}@example.com`, password: PASSWORD }
  const examples: Readonly<Record<string, Record<string, unknown>>> = {
    'POST /api/product': samplePart({ quantity: 1_000_000_000 }),
    'POST /api/import/columns': { Artikelnummer: product.sku, Preis: '0.05' },
    'POST /api/import': { sku: product.sku, price: '0.05', quantity: String(product.quantity + pick) },
    'POST /api/order': {
      ...orderFor(product),
      name: person.name,
      email: person.email,
      ...(pick % 2 === 0 && { deliverTo: ADDRESS, vatId: 'FR83404833048' }),
    },
    ...companyRequests(pick),
    'POST /api/address': { ...ADDRESS, label: `Address ${pick}` },
    ...lineRequests(product, pick),
    ...planRequests(product, pick),
    'PUT /api/settings': given((world.settingsRevision ?? 0) + (pick % 2)),
    'POST /api/customer': { ...customerOf(fresh), address: PLACE },
    'PUT /api/customer/{id}': { ...customerOf(fresh), revision: pick % 3 },
    'PUT /api/mail-words': { revision: pick % 3, words: MAIL_WORDS },
    'PUT /api/texts': { revision: pick % 3, texts: { termsText: `Sample ${pick}` } },
    'PUT /api/synonyms': { revision: pick % 3, synonyms: [{ words: ['bolt'], finds: ['sample'] }] },
    'PUT /api/cart': { lines: [{ productId: product._id, quantity: 100 + pick }] },
    'POST /api/quote': {
      ...(pick % 2 === 0 ? { text: `${product.sku} x 200` } : { lines: [{ sku: product.sku }] }),
      ...(pick % 3 === 0 && { deliverTo: { country: 'FR' }, vatId: 'FR83404833048' }),
    },
    'PUT /api/product/{id}/pictures': {
      revision: product.revision,
      images: [{ image: product.image }, { image: '/favicon.ico', alt: `Side ${pick}` }],
    },
    'POST /api/stock-count': {
      reason: 'A sample',
      parts: [
        { productId: product._id, counted: 50_000 + pick, seen: { forSale: product.quantity, held: 0 } },
      ],
    },
    'PATCH /api/myorder/{id}': { poNumber: `PO-${pick}`, note: 'A note.' },
    'PUT /api/orders': statusesOf(world, pick),
    'POST /api/order/{id}/refunds': { reason: 'A sample', ...refundOf(pick) },
    'POST /api/order-views': { name: `View ${pick}`, filter: { q: 'bolt', status: 'pending', days: 7 } },
    'PUT /api/order-views/{id}': { name: `View ${pick}`, filter: { from: '2026-01-01', to: '2026-01-31' } },
    ...fixedRequests,
    ...textRequests,
    'PATCH /api/order/{id}': { appointment: order, transactionId: intentOf(world.secrets.at(-1) ?? '') },
    'POST /api/create-payment-intent': { totalPrice: 4.25, orderId: order },
    'PATCH /api/payment-link/{token}': { transactionId: intentOf(world.secrets.at(-1) ?? '') },
    'PUT /api/rating/{id}': { hidden: pick % 2 === 0 },
    'POST /api/login': { email: person.email },
    'POST /api/auth/sign-up/email': fresh,
    'POST /api/auth/sign-in/email': { email: person.email, password: person.password },
    'POST /api/auth/request-password-reset': { email: fresh.email, redirectTo: '/reset-password' },
    'POST /api/auth/reset-password': { newPassword: fresh.password, token: 'x'.repeat(24) },
    'POST /api/auth/send-verification-email': { email: fresh.email, callbackURL: '/' },
    'POST /sandbox/stripe/v1/payment_intents/{intent}/confirm': declinedCard(world.secrets.at(-1) ?? ''),
  }
  return examples[`${call.method} ${call.path}`] ?? {}
}

/** The path of a call, with existing ids. */
export function pathFor(world: World, { call, as, pick, segment }: Plan): string {
  const picked = world.products[pick % world.products.length]
  const product = picked?._id ?? ''
  const order = world.orders[pick % world.orders.length] ?? ''
  const person = world.people[as === 'visitor' ? 'customer' : as]
  const known: Readonly<Record<string, string>> = {
    id: idFor(world, call, { product, order }),
    product,
    sku: picked?.sku ?? '',
    order,
    user: world.user,
    email: person.email,
    token: world.link,
    list: world.lists.at(-1) ?? '',
    noteId: world.notes?.[call.method === 'DELETE' ? 'shown' : 'removed'] ?? '',
    import: world.imports.ready,
    intent: intentOf(world.secrets.at(-1) ?? 'pi_none'),
    file: 'CN-000001.xml',
    text: 'nothing',
  }
  if (segment !== undefined && !call.path.includes('{')) return `${call.path}/${segment}`
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => segment ?? known[name] ?? name)
}

/** The id in the path of a call: of a product, an import, a review or an order. */
function idFor(
  world: World,
  { method, path }: Plan['call'],
  ids: { product: string; order: string },
): string {
  if (path.startsWith('/api/product') || (method === 'GET' && path === '/api/order/{id}')) return ids.product
  if (path.endsWith('/undo')) return world.imports.applied
  if (path.endsWith('/redo')) return world.imports.undone
  if (path.startsWith('/api/import')) return world.imports.ready
  if (path.startsWith('/api/customer')) return world.user
  if (path.startsWith('/api/list')) return world.lists.at(-1) ?? ''
  if (path.includes('{noteId}')) return world.notes?.order ?? ''
  return path.startsWith('/api/rating') ? world.review : ids.order
}

/** Updates the world after an answer. */
export function updateWorld(
  world: World,
  plan: Plan,
  { method, path }: Sent,
  { status, text }: Answered,
): void {
  if (status < 200 || status > 299) return
  const address = path.split('?')[0] ?? ''
  const last = address.split('/').at(-1)
  const name = `${method} ${address}`
  if (name === 'PUT /api/settings') world.settingsRevision = undefined
  if (name === 'POST /api/product') add(world.products, JSON.parse(text) as Product)
  if (/^POST \/api\/import\/.*\/(compare|apply)$/.test(name)) world.imports.ready = ''
  if (/^POST \/api\/import\/.*\/undo$/.test(name)) world.imports.applied = ''
  if (/^POST \/api\/import\/.*\/redo$/.test(name)) world.imports.undone = ''
  if (/^(DELETE|POST) \/api\/order\/.*\/notes\/./.test(name)) world.notes = undefined
  if (name === 'POST /api/order' && plan.as === 'customer') add(world.orders, JSON.parse(text)._id)
  if (name === 'POST /api/list' && plan.as === 'customer') add(world.lists, JSON.parse(text)._id)
  if (/^POST \/api\/(create-payment-intent|payment-link\/.*)$/.test(name))
    add(world.secrets, JSON.parse(text).clientSecret)
  // Signing in ends the former session of that browser.
  if (/^POST \/api\/auth\/sign-(out|in\/email|up\/email)$/.test(name) && plan.as !== 'visitor')
    world.signedOut.add(plan.as)
  if (/^DELETE \/api\/user\/[^/]+\/session$/.test(name)) noteEndedSessions(world, address)
  if (name.startsWith('DELETE /api/product/')) remove(world.products, ({ _id }) => _id === last)
  if (/^DELETE \/api\/list\/[^/]+$/.test(name)) remove(world.lists, (id) => id === last)
  if (name.startsWith('DELETE /api/myorder/')) remove(world.orders, (id) => id === last)
}

/** Staff have ended the sessions of the person whom the address names. */
function noteEndedSessions({ people, signedOut }: World, address: string): void {
  const named = decodeURIComponent(address).toLowerCase()
  for (const who of ['customer', 'admin'] as const) if (named.includes(people[who].email)) signedOut.add(who)
}

function add<Thing>(things: Thing[], thing: Thing): void {
  things.push(thing)
  if (things.length > MAXIMUM_KEPT) things.shift()
}

function remove<Thing>(things: Thing[], isDeleted: (thing: Thing) => boolean): void {
  const index = things.findIndex(isDeleted)
  if (index !== -1) things.splice(index, 1)
}
