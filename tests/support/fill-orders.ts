import { setTimeout as pause } from 'node:timers/promises'
import { backfillJob } from '#kit/backfill/backfill.ts'
import { openDatabase } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { letters } from './filled-orders.ts'

// A process that fills one batch, and hangs in the second one after its statements: it is killed there.
const [dataDir = '', databaseUrl] = process.argv.slice(2)
const { db } = openDatabase({ dataDir, databaseUrl })
let batches = 0
const hang = async () => {
  batches += 1
  if (batches < 2) return
  process.stdout.write('in the middle\n')
  await pause(60_000)
}
const job = backfillJob({ db, now: Date.now } as Shop, [letters(hang)])
for (;;) {
  await job.run()
  await pause(job.everyMs)
}
