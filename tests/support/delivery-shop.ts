import type { Product } from '#features/catalog/schema.ts'
import type { Address } from '#features/delivery/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import type { Settings } from '#features/settings/schema.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { orderFor, type Person } from './customer.ts'
import type { TestApp } from './test-app.ts'

/** A seller in Berlin with the taxes of three countries, added to the prices, and two methods of delivery. */
export const TRADE: Pick<Settings, 'seller' | 'tax' | 'delivery'> = {
  seller: {
    name: 'Sample Parts GmbH',
    address: { street: 'Musterstraße 1', postcode: '10115', city: 'Berlin', country: 'DE' },
    vatId: 'DE136695976',
  },
  tax: {
    pricesInclude: false,
    rates: [
      { country: 'DE', percent: 19, name: 'VAT' },
      { country: 'FR', percent: 20, name: 'VAT' },
      { country: 'AT', percent: 20, name: 'VAT' },
    ],
    euUnion: true,
    exemptOutside: true,
  },
  delivery: {
    timeZone: 'Europe/Berlin',
    cutOff: '14:00',
    workingDays: [1, 2, 3, 4, 5],
    countries: ['DE', 'FR', 'AT', 'CH', 'US'],
    methods: [
      {
        _id: 'express',
        name: 'Express',
        countries: 'all',
        rates: [
          { uptoKg: 2, price: 19 },
          { uptoKg: 100, price: 32 },
        ],
        days: { from: 1, to: 2 },
        carrier: 'Sample Carrier',
        incoterm: 'DAP',
      },
      {
        _id: 'standard',
        name: 'Standard',
        countries: ['DE', 'FR', 'AT'],
        rates: [{ price: 5 }],
        days: { from: 3, to: 5 },
      },
    ],
  },
}

export const LYON: Address = {
  name: 'Zoé Durand',
  company: 'Atelier Exemple',
  street: '12 rue de l’Exemple',
  postcode: '69002',
  city: 'Lyon',
  country: 'FR',
  phone: '+33 1 99 00 12 34',
}

export const ZURICH: Address = {
  name: 'Urs Beispiel',
  street: 'Beispielweg 3',
  postcode: '8001',
  city: 'Zürich',
  country: 'CH',
}

/** Saves the settings of {@link TRADE}, with what `change` replaces. */
export async function openTrade(app: TestApp, change: Partial<typeof TRADE> = {}): Promise<void> {
  await saveSettings(app, await app.registerAdmin(), { ...TRADE, ...change })
}

/** Saves settings in place of the present ones. */
export async function saveSettings(
  app: Pick<TestApp, 'call'>,
  admin: Person,
  settings: Partial<typeof TRADE>,
): Promise<void> {
  const { revision } = (await app.call('GET', '/api/settings', { as: admin })).body
  const body = { revision, ...settings }
  const { status, body: answer } = await app.call('PUT', '/api/settings', { as: admin, body })
  if (status !== 200) throw new Error(JSON.stringify(answer))
}

/** Places an order of 100 pieces that goes to an address. */
export async function orderTo(
  app: TestApp,
  customer: Person,
  product: Product,
  { quantity = 100, ...terms }: { quantity?: number; deliverTo?: Address; [term: string]: unknown } = {},
): Promise<Order> {
  const { phone: _, address: __, ...line } = orderFor(product, quantity)
  const body = { ...line, deliverTo: LYON, ...terms }
  const { status, body: answer } = await app.call('POST', '/api/order', { as: customer, body })
  if (status !== 201) throw new Error(JSON.stringify(answer))
  return answer
}

/** The product of these orders: 10 g a piece. */
export const TRADED = {
  price: 2,
  quantity: 100_000,
  weight: 10,
  origin: 'DE',
  customsCode: '73181568',
} as const

/** Makes an order one that was promised so many days earlier. */
export async function promiseEarlier({ db }: Shop, { _id, delivery }: Order, days: number): Promise<void> {
  if (!delivery) throw new Error('the order has no delivery')
  const earlier = (day: string) => isoDay(Date.parse(day) - days * DAY_MS)
  const { ships, arrives } = delivery
  const { terms } = await db
    .selectFrom('orders')
    .select('terms')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const stored = JSON.parse(terms ?? '{}')
  stored.delivery = {
    ...stored.delivery,
    ships: earlier(ships),
    arrives: { from: earlier(arrives.from), to: earlier(arrives.to) },
  }
  const changed = { terms: JSON.stringify(stored), ships_on: earlier(ships) }
  await db.updateTable('orders').set(changed).where('id', '=', _id).execute()
}
