import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { openShop } from '#app/open-shop.ts'
import { samplePayments } from '#app/providers.ts'
import {
  placeSome,
  readSampleTrade,
  removeSampleTrade,
  type SampleContext,
  startSampleTrade,
} from '#features/sample-trade/sample-trade.ts'
import { mayAct } from '#kit/backup/waiting-restore.ts'
import { print } from './print.ts'

const STEPS_AT_ONCE = 50

/**
 * `npm run sample-orders [-- --remove]`: places some 300 orders of plainly invented customers in a shop with sandboxes, which may be
 * running, or removes them all.
 */
try {
  const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } })
  const { shop, database } = await openShop({ ...readConfig(process.env), logLevel: 'warn' })
  const context = { shop, payments: samplePayments }
  try {
    if (!(await mayAct(shop)))
      throw new Error(
        'The shop was restored from a backup and is a copy that changes nothing. Nothing was changed. Say first that it is the shop: npm run restore -- --take-over',
      )
    print(await (values.remove ? remove(context) : place(context)))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function place(context: SampleContext): Promise<string> {
  const isNew = await startSampleTrade(context.shop)
  const { state, steps } = await readSampleTrade(context.shop)
  const done = async (what: string) =>
    `${(await readSampleTrade(context.shop)).orders} sample orders are ${what}`
  if (!isNew && state === 'placed') return done('there already: nothing was placed')
  for (let left = steps; left > 0; ) {
    left = await placeSome(context, STEPS_AT_ONCE)
    print(`${steps - left} of ${steps} steps are done`)
  }
  return done('placed: npm run sample-orders -- --remove removes them')
}

async function remove(context: SampleContext): Promise<string> {
  const removed = await removeSampleTrade(context)
  return removed === undefined ? 'There are no sample orders' : `${removed} sample orders are removed`
}
