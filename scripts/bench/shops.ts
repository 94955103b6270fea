import type { Browser } from 'playwright-core'
import { categoryPath, partPath } from '#features/catalog/paths.ts'
import { type Db, openDatabase } from '#kit/db/db.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { type Person, userIdOf } from '../../tests/support/customer.ts'
import {
  ADMIN,
  emptyStorage,
  type RunningShop,
  type Storage,
  startShop,
} from '../../tests/support/running-shop.ts'
import { onDatabase } from '../on-database.ts'
import type { CustomerIds } from './fill.ts'

/** Pages of the demo catalogue. */
export const PART_PAGE = partPath('HX-933-M8-40')
export const CATEGORY_PAGE = categoryPath('hexagon-screws')
export const LIST = '/api/product?limit=60'

export const BROTLI = { 'Accept-Encoding': 'br' }

export const bearerOf = ({ token }: Person) => ({ Authorization: `Bearer ${token}` })

/** A number in words of the table. */
export const counted = (rows: number): string => rows.toLocaleString('en-US')

/**
 * A shop with the settings of `npm start`: it logs at the default level, which tests change. Only the rate limits that
 * would refuse a load are off.
 */
export const startBenchShop = ({
  environment,
  ...options
}: {
  storage: Storage
  seed?: 'demo' | 'none'
  environment?: Record<string, string>
}): Promise<RunningShop> =>
  startShop({ ...options, environment: { LOG_LEVEL: '', RATE_LIMITS: 'sign-in', ...environment } })

/** Measures a shop with the demo catalogue. */
export async function onDemo<Result>(measure: (shop: RunningShop) => Promise<Result>): Promise<Result> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  return await measure(shop)
}

/** Measures it in a browser. */
export const inBrowser = <Result>(
  measure: (shop: RunningShop, browser: Browser) => Promise<Result>,
): Promise<Result> =>
  onDemo(async (shop) => {
    await using browser = await launchBrowser()
    return await measure(shop, browser)
  })

/** Measures on both databases in turn; `server` is the address of a new PostgreSQL server, or empty for SQLite. */
export const onEachDatabase = async <Result>(
  measure: (name: 'SQLite' | 'PostgreSQL', server: string) => Promise<readonly Result[]>,
): Promise<Result[]> => [
  ...(await measure('SQLite', '')),
  ...(await onDatabase('postgres', (server) => measure('PostgreSQL', server))),
]

interface FilledShop<Filled> {
  readonly database: string
  readonly shop: RunningShop
  readonly storage: Storage
  readonly admin: Person
  readonly occasional: Person
  /** What `fill` resolved to. */
  readonly filled: Filled
}

/** Measures a shop that `fill` filled while it was stopped, with two customers who may have orders, on one database. */
export async function onFilled<Filled, Result>(
  { database, server }: { database: string; server: string },
  fill: (db: Db, customers: CustomerIds) => Promise<Filled>,
  measure: (open: FilledShop<Filled>) => Promise<Result>,
): Promise<Result> {
  await using storage = await emptyStorage(server)
  await using shop = await startBenchShop({ storage })
  const [regular, occasional] = [await shop.register(), await shop.register()]
  await shop.stop()
  const opened = openDatabase(storage)
  const ids = { regular: await userIdOf(opened, regular), occasional: await userIdOf(opened, occasional) }
  const filled = await fill(opened.db, ids)
  await opened.close()
  await shop.restart()
  return await measure({ database, shop, storage, admin: await shop.signIn(ADMIN), occasional, filled })
}

/** The same on both databases. */
export const onEachFilled = <Filled, Result>(
  fill: (db: Db, customers: CustomerIds) => Promise<Filled>,
  measure: (open: FilledShop<Filled>) => Promise<readonly Result[]>,
): Promise<Result[]> => onEachDatabase((database, server) => onFilled({ database, server }, fill, measure))
