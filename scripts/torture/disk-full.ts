import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { type Customers, createCustomers, shopWhile, summarize } from './customers.ts'
import { faultOfRefusal } from './failover.ts'
import { expectStatus, type Part } from './options.ts'

const CUSTOMERS = 6
const DISK = '64m'
const BACK_WITHIN_MS = 10_000
const NOT_READY_WITHIN_MS = 5000
const RETRY_AFTER_MS = 50
const REFUSALS_OF_ROUND = 40

/**
 * Fills the small disk of SQLite's file, once in each round, while customers retry: writes are refused and reads succeed.
 * When there is space again, the shop recovers and no data is corrupt.
 */
export const diskFull: Part = async ({ rounds }) => {
  await using storage = await emptyStorage('')
  const disk = dirname(storage.dataDir)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]).status !== 0) {
    return { did: 'skipped: only root can mount a disk', violations: [], figures: '' }
  }
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => {
    spawnSync('umount', ['--lazy', disk])
  })
  mkdirSync(storage.dataDir)
  const shop = cleanUp.use(await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } }))
  const crowd = await createCustomers(shop, CUSTOMERS)
  const faults = new Set<string>()
  let refusals = 0
  let isFull = false
  let spaceSince = performance.now()
  const filler = join(disk, 'filler')
  const violations = await shopWhile(
    crowd,
    () => shop,
    async (expected, send) => {
      for (;;) {
        const answer = await send()
        if (answer.status !== 503) return expectStatus(expected, answer)
        refusals += 1
        const fault = faultOfRefusal(answer)
        if (fault) faults.add(fault)
        if (!isFull && performance.now() - spaceSince > BACK_WITHIN_MS)
          throw new Error('The shop does not recover')
        await pause(RETRY_AFTER_MS)
      }
    },
    async (isOver) => {
      for (let round = 0; round < rounds && !isOver(); round += 1) {
        await pause(300)
        const enough = refusals + REFUSALS_OF_ROUND
        isFull = true
        try {
          while (refusals < enough && !isOver()) {
            fill(disk, filler)
            await pause(RETRY_AFTER_MS)
          }
          for (const fault of await faultsWhileFull(shop, crowd)) faults.add(fault)
        } finally {
          rmSync(filler, { force: true })
        }
        spaceSince = performance.now()
        isFull = false
      }
      await pause(300)
    },
  )
  const { code } = await shop.stop()
  if (code !== 0) violations.push(`The shop ended with ${code}:\n${shop.log()}`)
  return {
    did: `${rounds} full disks under ${CUSTOMERS} customers, ${refusals} refusals: ${summarize(crowd.acknowledged)}`,
    violations: [
      ...violations,
      ...faults,
      ...(await auditRecords(storage, crowd.products, crowd.acknowledged)),
    ],
    figures: '',
  }
}

/** Uses all free space, to the last page. */
function fill(disk: string, filler: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    if (bavail > 0) writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' })
  } catch (error) {
    // The shop used some of the space meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Requests that need no space are answered, and the shop says that it cannot write. */
async function faultsWhileFull(shop: RunningShop, { customers, products }: Customers): Promise<string[]> {
  const faults: string[] = []
  for (const path of ['/healthz', '/', '/api/product', `/order/${products[0]?._id}`, '/api/myorders']) {
    const { status } = await shop.call('GET', path, { as: customers[0] })
    if (status !== 200) faults.push(`GET ${path} answers ${status} while the disk is full`)
  }
  // What `/readyz` found out counts for a moment.
  const deadline = performance.now() + NOT_READY_WITHIN_MS
  while ((await shop.call('GET', '/readyz')).status !== 503) {
    if (performance.now() > deadline) return [...faults, 'GET /readyz answers 200 while the disk is full']
    await pause(RETRY_AFTER_MS)
  }
  return faults
}
