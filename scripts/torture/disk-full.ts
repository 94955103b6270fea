import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { type Customers, runCustomers } from './customers.ts'
import type { Part } from './options.ts'
import { noOutage, RETRY_AFTER_MS, retryDuring } from './outage.ts'

const CUSTOMERS = 6
const DISK = '64m'
const NOT_READY_WITHIN_MS = 5000
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
  const filler = join(disk, 'filler')
  const outage = noOutage()
  const { summary, violations } = await runCustomers(storage, CUSTOMERS, (shop, crowd) => ({
    retryUntil: retryDuring(outage),
    during: async (isOver) => {
      for (let round = 0; round < rounds && !isOver(); round += 1) {
        await pause(300)
        const enough = outage.refusals + REFUSALS_OF_ROUND
        outage.backAt = undefined
        try {
          while (outage.refusals < enough && !isOver()) {
            fill(disk, filler)
            await pause(RETRY_AFTER_MS)
          }
          for (const fault of await faultsWhileFull(shop, crowd)) outage.faults.add(fault)
        } finally {
          rmSync(filler, { force: true })
        }
        outage.backAt = performance.now()
      }
      await pause(300)
    },
  }))
  return {
    did: `${rounds} full disks under ${CUSTOMERS} customers, ${outage.refusals} refusals: ${summary}`,
    violations: [...violations, ...outage.faults],
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
