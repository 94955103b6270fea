import { addSampleAccounts } from '#features/accounts/accounts.ts'
import { listPartsForSale } from '#features/catalog/catalog.ts'
import { type Actor, recordAudit, recordNothingIn } from '#kit/audit/audit.ts'
import { type Db, openDatabase } from '#kit/db/db.ts'
import type { Job } from '#kit/jobs.ts'
import { nestedIn } from '#kit/nested/nested.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, isoDay, SECOND_MS } from '#kit/time.ts'
import type { SampleContext } from './context.ts'
import { SAMPLE_CUSTOMERS, SAMPLE_STAFF } from './customers.ts'
import { planTrade, type Step } from './plan.ts'
import { randomOf, shuffled } from './random.ts'
import { doStep, type Scene } from './steps.ts'
import { findPeople, findTrade, refuseWithoutSandbox, TRADE } from './trade.ts'

/** The customers were there before their first order. */
const ACCOUNTS_FOR_MS = 100 * DAY_MS

const MOST_PARTS = 5000
const POPULARITY_SEED = 7

/**
 * Begins the sample trade: its accounts are there, its orders follow step by step. False when it was begun before, also by another
 * process at the same moment. Refused: in production and with real payments (404), and without parts for sale (409).
 */
export async function startSampleTrade(shop: Shop, by?: Actor): Promise<boolean> {
  refuseWithoutSandbox(shop)
  if ((await findSkus(shop.db)).length === 0)
    throw new AppError(
      'conflict',
      'Nothing was placed: the shop has no parts for sale. Add some, or start it with SEED=demo.',
    )
  const at = shop.now()
  const steps = planTrade(at).length
  return shop.db.transaction().execute(async (trx) => {
    const started = await trx
      .insertInto('sample_trade')
      .values({ id: TRADE, started_at: at, steps, done: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!started) return false
    const people = [SAMPLE_STAFF, ...SAMPLE_CUSTOMERS].map((each) => ({ ...each, at: at - ACCOUNTS_FOR_MS }))
    const ids = await addSampleAccounts(trx, people)
    await trx
      .insertInto('sample_accounts')
      .values(ids.map((user_id) => ({ user_id })))
      .execute()
    if (by) await recordAudit(trx, { by, at, kind: 'sample.placed', subject: isoDay(at) })
    return true
  })
}

const findSkus = async (db: Db): Promise<string[]> => {
  const parts = await listPartsForSale(db, { after: 0, upTo: 2 ** 31 - 1, limit: MOST_PARTS })
  return parts.map(({ sku }) => sku)
}

async function setScene(db: Db): Promise<Scene> {
  const skus = await findSkus(db)
  return { people: await findPeople(db), skus: shuffled(randomOf(POPULARITY_SEED), skus) }
}

/**
 * Does up to `most` of the steps that are left; resolves to how many are left then. Any number of processes may do so at the same
 * time: each step is counted and done in one transaction, once. They are done on a connection of their own, so that no request of this
 * process waits for a step, and none for a value that a request is about to read.
 */
export async function placeSome(context: SampleContext, most: number): Promise<number> {
  const { shop } = context
  const isLeft = await findTrade(shop.db)
  if (!isLeft || isLeft.done >= isLeft.steps) return 0
  const database = openDatabase({ ...shop.config, databasePool: 1, databaseReadUrl: undefined })
  try {
    const { db } = database
    const scene = await setScene(db)
    const plan = planTrade(isLeft.started_at)
    for (let count = 0; count < most; count += 1) {
      const trade = await findTrade(db)
      const step = trade?.started_at === isLeft.started_at ? plan[trade.done] : undefined
      if (!trade || !step) return 0
      await takeStep({ ...context, shop: { ...shop, db } }, scene, trade, step)
    }
    const trade = await findTrade(db)
    return trade ? trade.steps - trade.done : 0
  } finally {
    await database.close()
  }
}

/** Does the step unless another process has done it. What the shop refuses is left out. */
async function takeStep(
  context: SampleContext,
  scene: Scene,
  { started_at, done }: { readonly started_at: number; readonly done: number },
  step: Step,
): Promise<void> {
  await context.shop.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sample_trade')
      .set({ done: done + 1 })
      .where('started_at', '=', started_at)
      .where('done', '=', done)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    try {
      await nestedIn(trx)
        .transaction()
        .execute((inner) => {
          recordNothingIn(inner)
          return doStep(context, scene, inner, step)
        })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      context.shop.log.debug(
        { err: error, step: step.kind, order: step.order.number },
        'a sample was refused',
      )
    }
  })
}

const STEPS_AT_ONCE = 100

/** Goes on with a sample trade that was begun, also by a process that ended since. */
export const sampleTradeJob = (context: SampleContext): Job => ({
  name: 'place sample orders',
  everyMs: SECOND_MS,
  run: async () => {
    await placeSome(context, STEPS_AT_ONCE)
  },
})
