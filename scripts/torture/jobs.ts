import { createApp } from '#app/app.ts'
import { readConfig } from '#app/config.ts'
import { openShop } from '#app/open-shop.ts'
import { mailHealth } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import type { Storage } from '../../tests/support/running-shop.ts'

// Longer than every lease and the first retry intervals, shorter than a hold.
const LATER_MS = [5 * MINUTE_MS, 70 * MINUTE_MS, 140 * MINUTE_MS]

/** A shop in this process, on the storage of running ones, with its clock ahead of theirs. */
export interface ShopInFuture extends AsyncDisposable {
  readonly shop: Shop
  /** Runs every job once, in order, or only those named. */
  runJobs(...names: string[]): Promise<void>
}

export async function openShopInFuture(
  { dataDir, databaseUrl }: Storage,
  aheadMs: number,
): Promise<ShopInFuture> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'test',
    SEED: 'none',
    LOG_LEVEL: 'silent',
    // As the running shops do: with all limits on, mails of customers with many unpaid orders are not sent.
    RATE_LIMITS: 'sign-in',
  })
  const { shop: opened, database } = await openShop(config)
  const shop: Shop = { ...opened, now: () => Date.now() + aheadMs }
  const { jobs } = createApp(shop, database)
  return {
    shop,
    runJobs: async (...names) => {
      for (const job of jobs) if (names.length === 0 || names.includes(job.name)) await job.run()
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

/** Does the work of the shop's processes for the next hours, so that no work is left. */
export async function settleAll(storage: Storage): Promise<void> {
  for (const aheadMs of LATER_MS) {
    await using ahead = await openShopInFuture(storage, aheadMs)
    await ahead.runJobs()
    await sendAllMails(ahead)
  }
}

/** The job sends some at a time: it is run until none of those that are due is left. */
async function sendAllMails({ shop, runJobs }: ShopInFuture): Promise<void> {
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const { waiting } = await mailHealth(shop)
    if (waiting === 0 || waiting >= before) return
    before = waiting
    await runJobs('mail')
  }
}
