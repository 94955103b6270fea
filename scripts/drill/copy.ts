import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '#features/catalog/schema.ts'
import { openDatabase } from '#kit/db/db.ts'
import { orderFor } from '../../tests/support/customer.ts'
import { type RunningShop, type Storage, startShop } from '../../tests/support/running-shop.ts'

/** The first start brings a backup of an earlier release up to date. */
const MIGRATION_MS = 3_600_000

export const COPY_SETTINGS = {
  JOBS: 'off',
  RATE_LIMITS: 'sign-in',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  // Nobody signs in with a client that Google does not know. By its sandbox everyone on this machine could, as any customer.
  GOOGLE_CLIENT_ID: 'drill',
  GOOGLE_CLIENT_SECRET: 'drill',
}

/**
 * A shop on the restored data that can reach nobody, also when it is told that it is the shop: it has none of the settings of
 * this process, so its mails and payments are those of the sandboxes, and it runs no jobs.
 */
export const startCopy = (storage: Storage): Promise<RunningShop> =>
  startShop({ storage, readyTimeoutMs: MIGRATION_MS, environment: COPY_SETTINGS })

const TABLES = ['products', 'user', 'orders', 'invoices'] as const

const NAMES = { products: 'parts', user: 'accounts', orders: 'orders', invoices: 'invoices' } as const

/** How many parts, accounts, orders and invoices the copy has. */
export async function countRows(storage: Storage): Promise<[string, number][]> {
  const { db, close } = openDatabase(storage)
  try {
    const counts: [string, number][] = []
    for (const table of TABLES) {
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      counts.push([NAMES[table], Number(count)])
    }
    return counts
  } finally {
    await close()
  }
}

/** Reads what visitors see first. */
export async function readPages(shop: RunningShop): Promise<void> {
  const [product] = await findProducts(shop)
  for (const path of ['/', '/portfolio', ...(product ? [`/order/${product._id}`] : [])]) {
    const { status } = await shop.call('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
}

async function findProducts(shop: RunningShop): Promise<readonly Product[]> {
  const { status, body } = await shop.call('GET', '/api/product')
  if (status !== 200) throw new Error(`the parts could not be read: ${JSON.stringify(body)}`)
  return body
}

export async function refusesOrders(shop: RunningShop): Promise<void> {
  const { status, body } = await shop.call('POST', '/api/order', { body: {} })
  if (status !== 503 || body.code !== 'restored')
    throw new Error(`a call that changes something was answered by ${status}: the copy would act as the shop`)
}

const WAIT_MS = 5000

/** Signs up, orders the first part that has enough pieces, and pays in the sandbox; resolves to what was ordered. */
export async function placeFirstOrder(shop: RunningShop): Promise<string> {
  const product = (await findProducts(shop)).find(({ quantity, minimum }) => quantity >= minimum)
  if (!product) throw new Error('no part has pieces for sale')
  const customer = await registerSoon(shop)
  const { status, body } = await shop.call('POST', '/api/order', {
    body: orderFor(product, product.minimum),
    as: customer,
  })
  if (status !== 201) throw new Error(`the order was answered by ${status}: ${JSON.stringify(body)}`)
  await shop.pay(customer, { ...body, totalPrice: body.payable })
  return `${product.minimum} × ${product.name}`
}

/** A process reads within a second that it is the shop now. */
async function registerSoon(shop: RunningShop) {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    try {
      return await shop.register()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(100)
    }
  }
}
