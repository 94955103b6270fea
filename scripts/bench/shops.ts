import { type Db, openDatabase } from '#kit/db/db.ts'
import { type Person, userIdOf } from '../../tests/support/customer.ts'
import { emptyStorage, type RunningShop, type Storage, startShop } from '../../tests/support/running-shop.ts'
import { onDatabase } from '../on-database.ts'
import type { CustomerIds } from './fill.ts'

/**
 * A shop with the settings of `npm start`: it logs at the default level, which tests change. Only the rate limits that
 * would refuse a load are off.
 */
export const startBenchShop = (options: { storage: Storage; seed?: 'demo' | 'none' }): Promise<RunningShop> =>
  startShop({ ...options, environment: { LOG_LEVEL: '', RATE_LIMITS: 'sign-in' } })

/** Measures on both databases in turn; `server` is the address of a new PostgreSQL server, or empty for SQLite. */
export const onEachDatabase = async <Result>(
  measure: (name: 'SQLite' | 'PostgreSQL', server: string) => Promise<readonly Result[]>,
): Promise<Result[]> => [
  ...(await measure('SQLite', '')),
  ...(await onDatabase('postgres', (server) => measure('PostgreSQL', server))),
]

interface FilledShop<Filled> extends AsyncDisposable {
  readonly shop: RunningShop
  readonly storage: Storage
  readonly regular: Person
  readonly occasional: Person
  /** What `fill` resolved to. */
  readonly filled: Filled
}

/** A shop that `fill` filled while it was stopped, with two customers who may have orders. */
export async function startFilledShop<Filled>(
  server: string,
  fill: (db: Db, customers: CustomerIds) => Promise<Filled>,
): Promise<FilledShop<Filled>> {
  await using opening = new AsyncDisposableStack()
  const storage = opening.use(await emptyStorage(server))
  const shop = opening.use(await startBenchShop({ storage }))
  const [regular, occasional] = [await shop.register(), await shop.register()]
  await shop.stop()
  const database = openDatabase(storage)
  const ids = {
    regular: await userIdOf(database, regular),
    occasional: await userIdOf(database, occasional),
  }
  const filled = await fill(database.db, ids)
  await database.close()
  await shop.restart()
  const open = opening.move()
  return { shop, storage, regular, occasional, filled, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
