import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import { DECLINED_CARD, intentOf, orderFor, PASSWORD, type Person } from '../../../tests/support/customer.ts'
import { ADMIN, type RunningShop } from '../../../tests/support/running-shop.ts'
import type { Plan } from './plans.ts'
import type { Answered, Sent } from './send.ts'

const MAXIMUM_KEPT = 20

/** The products, orders and users that requests can name. */
export interface World {
  readonly shop: RunningShop
  readonly people: Record<'customer' | 'admin', Person>
  readonly products: Product[]
  readonly orders: string[]
  /** The token of the payment link of an order that no other call names. */
  link: string
  readonly secrets: string[]
  readonly publishableKey: string
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
    link: '',
    secrets: [],
    publishableKey: stripePublishableKey,
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
  while (world.products.length < 3)
    world.products.push(await shop.addProduct(people.admin, { quantity: 1_000_000_000 }))
  while (world.orders.length < 3) {
    const [product] = world.products
    if (product) world.orders.push((await shop.order(people.customer, product))._id)
  }
  const [product] = world.products
  if (world.link === '' && product)
    world.link = await shop.createLink(people.customer, await shop.order(people.customer, product))
}

/** A valid body of a call. */
export function exampleFor(world: World, { call, as, pick }: Plan): Record<string, unknown> {
  const product = world.products[pick % world.products.length] as Product
  const person = world.people[as === 'visitor' ? 'customer' : as]
  const order = world.orders[pick % world.orders.length]
  const fresh = { name: 'Sample Name', email: `${newId()}@example.com`, password: PASSWORD }
  const examples: Readonly<Record<string, Record<string, unknown>>> = {
    'POST /api/product': {
      name: `Sample part ${newId()}`,
      price: 0.0425,
      quantity: 1_000_000_000,
      description: 'A part to test with.',
      image: '/drawings/sample.svg',
    },
    'POST /api/order': { ...orderFor(product), name: person.name, email: person.email },
    'PUT /api/cart': { lines: [{ productId: product._id, quantity: 100 + pick }] },
    'POST /api/quote': pick % 2 === 0 ? { text: `${product.sku} x 200` } : { lines: [{ sku: product.sku }] },
    'PATCH /api/myorder/{id}': { poNumber: `PO-${pick}`, note: 'A note.' },
    'PUT /api/order/{id}': { status: 'shipped' },
    'PATCH /api/order/{id}': { appointment: order, transactionId: intentOf(world.secrets.at(-1) ?? '') },
    'POST /api/create-payment-intent': { totalPrice: 4.25, orderId: order },
    'PUT /api/payment-link/{token}': { poNumber: 'PO-4711' },
    'PATCH /api/payment-link/{token}': { transactionId: intentOf(world.secrets.at(-1) ?? '') },
    'POST /api/rating': { comment: 'A sample.', rating: '4.5', name: '' },
    'POST /api/login': { email: person.email },
    'PUT /api/user/{email}': { phone: '+1 555 0100', address: '1 Sample Street', designation: 'Buyer' },
    'POST /api/auth/sign-up/email': fresh,
    'POST /api/auth/sign-in/email': { email: person.email, password: person.password },
    'POST /api/auth/sign-in/social': { provider: 'google', callbackURL: '/signed-in' },
    'POST /api/auth/request-password-reset': { email: fresh.email, redirectTo: '/reset-password' },
    'POST /api/auth/reset-password': { newPassword: fresh.password, token: 'x'.repeat(24) },
    'POST /api/auth/send-verification-email': { email: fresh.email, callbackURL: '/' },
    'POST /api/auth/update-user': { name: 'Another Name' },
    'POST /sandbox/stripe/v1/payment_intents/{intent}/confirm': {
      client_secret: world.secrets.at(-1) ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': DECLINED_CARD,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
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
    id: namesProduct(call) ? product : order,
    product,
    sku: picked?.sku ?? '',
    order,
    email: person.email,
    token: world.link,
    intent: intentOf(world.secrets.at(-1) ?? 'pi_none'),
    text: 'nothing',
  }
  if (segment !== undefined && !call.path.includes('{')) return `${call.path}/${segment}`
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => segment ?? known[name] ?? name)
}

/** Whether the id in a call's path is of a product; otherwise it is of an order. */
const namesProduct = ({ method, path }: Plan['call']): boolean =>
  path.startsWith('/api/product') || (method === 'GET' && path === '/api/order/{id}')

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
  if (name === 'POST /api/product') add(world.products, JSON.parse(text) as Product)
  if (name === 'POST /api/order' && plan.as === 'customer') add(world.orders, JSON.parse(text)._id)
  if (/^POST \/api\/(create-payment-intent|payment-link\/.*)$/.test(name))
    add(world.secrets, JSON.parse(text).clientSecret)
  if (name === 'POST /api/auth/sign-out' && plan.as !== 'visitor') world.signedOut.add(plan.as)
  if (name.startsWith('DELETE /api/product/')) remove(world.products, ({ _id }) => _id === last)
  if (name.startsWith('DELETE /api/myorder/')) remove(world.orders, (id) => id === last)
}

function add<Thing>(things: Thing[], thing: Thing): void {
  things.push(thing)
  if (things.length > MAXIMUM_KEPT) things.shift()
}

function remove<Thing>(things: Thing[], isDeleted: (thing: Thing) => boolean): void {
  const index = things.findIndex(isDeleted)
  if (index !== -1) things.splice(index, 1)
}
