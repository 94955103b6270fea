import { findEmails, type SignedInUser } from '#features/accounts/accounts.ts'
import type { Config } from '#kit/config/config.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { SampleTrade } from '../schema.ts'
import { SAMPLE_CUSTOMERS, SAMPLE_STAFF } from './customers.ts'
import '#features/orders/tables.ts'
import '../tables.ts'

/** The id of the only row. */
export const TRADE = 1

/** Whether samples may be placed: with real payments, and in production, never. */
export const hasSamples = ({ production, stripe }: Config): boolean => !production && stripe === undefined

/** Refuses (404) in a shop that has no samples. */
export function refuseWithoutSandbox({ config }: Pick<Shop, 'config'>): void {
  if (hasSamples(config)) return
  throw new AppError(
    'not_found',
    'Sample orders are for shops with the payment sandbox and without NODE_ENV=production. Nothing was changed.',
  )
}

/** How far the sample trade is placed; undefined when there is none. */
export const findTrade = (db: Db) => db.selectFrom('sample_trade').selectAll().executeTakeFirst()

export async function readSampleTrade({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<SampleTrade> {
  if (!hasSamples(config)) return { state: 'off', orders: 0, done: 0, steps: 0 }
  const trade = await findTrade(db)
  if (!trade) return { state: 'none', orders: 0, done: 0, steps: 0 }
  const { done, steps } = trade
  return { state: done < steps ? 'placing' : 'placed', orders: await countOrders(db), done, steps }
}

async function countOrders(db: Db): Promise<number> {
  const { counted } = await db
    .selectFrom('orders')
    .innerJoin('sample_accounts', 'sample_accounts.user_id', 'orders.user_id')
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return Number(counted)
}

/** The ids of the accounts of the sample trade. */
export async function findSampleAccounts(db: Db): Promise<string[]> {
  return (await db.selectFrom('sample_accounts').select('user_id').execute()).map(({ user_id }) => user_id)
}

/** Who acts in the sample trade. */
export interface People {
  readonly customers: readonly SignedInUser[]
  readonly staff: SignedInUser
}

export async function findPeople(db: Db): Promise<People> {
  const emails = await findEmails(db, await findSampleAccounts(db))
  const idOf = new Map([...emails].map(([id, email]) => [email, id]))
  const userOf = ({ name, email }: { readonly name: string; readonly email: string }): SignedInUser => ({
    id: idOf.get(email) ?? '',
    name,
    email,
    emailVerified: true,
    sessionId: '',
  })
  // As the rules ask it; the account has no rights.
  return { customers: SAMPLE_CUSTOMERS.map(userOf), staff: { ...userOf(SAMPLE_STAFF), role: 'admin' } }
}

/** The order that a step is about, if it could be placed, with what paid it. */
export function findPlacedOrder(
  db: Db,
  customerId: string,
  key: string,
): Promise<{ id: string; transaction_id: string | null } | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'transaction_id'])
    .where('user_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}
