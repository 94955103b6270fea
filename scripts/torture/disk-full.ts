import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditBooks } from './books.ts'
import { type Customers, createCustomers, describe, shopWhile } from './customers.ts'
import { faultOfRefusal } from './failover.ts'
import { expectStatus, type Part } from './options.ts'

const CUSTOMERS = 6
const DISK = '64m'
const BACK_WITHIN_MS = 10_000
const ASK_AGAIN_MS = 50
const REFUSALS_OF_ROUND = 40

/**
 * Fills the small disk on which SQLite lies, once in each round, under customers who ask until they are answered:
 * meanwhile writes are refused and reads go on, and then the shop is back by itself with nothing corrupt.
 */
export const diskFull: Part = async ({ rounds }) => {
  await using storage = await emptyStorage('')
  const disk = dirname(storage.dataDir)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]).status !== 0) {
    return { did: 'nothing: only root may mount the disk that is filled', violations: [], figures: '' }
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
  let roomAt = performance.now()
  const ballast = join(disk, 'ballast')
  const violations = await shopWhile(
    crowd,
    () => shop,
    async (expected, ask) => {
      for (;;) {
        const answer = await ask()
        if (answer.status !== 503) return expectStatus(expected, answer)
        refusals += 1
        const fault = faultOfRefusal(answer)
        if (fault) faults.add(fault)
        if (!isFull && performance.now() - roomAt > BACK_WITHIN_MS)
          throw new Error('The shop does not come back')
        await pause(ASK_AGAIN_MS)
      }
    },
    async (isOver) => {
      for (let round = 0; round < rounds && !isOver(); round += 1) {
        await pause(300)
        const enough = refusals + REFUSALS_OF_ROUND
        isFull = true
        try {
          while (refusals < enough && !isOver()) {
            fill(disk, ballast)
            await pause(ASK_AGAIN_MS)
          }
          for (const fault of await faultsWhileFull(shop, crowd)) faults.add(fault)
        } finally {
          rmSync(ballast, { force: true })
        }
        roomAt = performance.now()
        isFull = false
      }
      await pause(300)
    },
  )
  const { code } = await shop.stop()
  if (code !== 0) violations.push(`At last the shop ended with ${code}:\n${shop.log()}`)
  return {
    did: `${rounds} times no room under ${CUSTOMERS} customers, ${refusals} refusals: ${describe(crowd.told)}`,
    violations: [...violations, ...faults, ...(await auditBooks(storage, crowd.products, crowd.told))],
    figures: '',
  }
}

/** Takes what room there is, to the last page. */
function fill(disk: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    if (bavail > 0) writeFileSync(ballast, Buffer.alloc(bavail * bsize), { flag: 'a' })
  } catch (error) {
    // The shop took some of it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** What needs no room is answered all the same. */
async function faultsWhileFull(shop: RunningShop, { customers, products }: Customers): Promise<string[]> {
  const faults: string[] = []
  for (const path of [
    '/healthz',
    '/readyz',
    '/',
    '/api/product',
    `/order/${products[0]?._id}`,
    '/api/myorders',
  ]) {
    const { status } = await shop.call('GET', path, { as: customers[0] })
    if (status !== 200) faults.push(`GET ${path} is answered ${status} while the disk is full`)
  }
  return faults
}
