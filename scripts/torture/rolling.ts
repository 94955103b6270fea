import { setTimeout as pause } from 'node:timers/promises'
import { createCalls, type Person, type ShopCalls } from '../../tests/support/customer.ts'
import { emptyStorage, freePort, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { createCustomers, shopWhile, summarize } from './customers.ts'
import { expectStatus, type Part } from './options.ts'
import { startProxy } from './proxy.ts'

const CUSTOMERS = 8
const SEEN_WITHIN_MS = 2000
const SETTLE_MS = 300

/**
 * In each round restarts both processes behind nginx, one after the other, while customers shop: no call may fail, and a
 * change by one process shows in the other.
 */
export const rolling: Part = async ({ server, rounds }) => {
  await using storage = await emptyStorage(server)
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const environment = { PUBLIC_URL: publicUrl, TRUST_PROXY: '1', RATE_LIMITS: 'sign-in' }
  await using one = await startShop({ storage, environment })
  await using other = await startShop({ storage, environment })
  await using proxy = await startProxy(
    port,
    [one, other].map(({ url }) => Number(new URL(url).port)),
  )
  let answers = 0
  const shop = createCalls(publicUrl, fetch)
  const crowd = await createCustomers(shop, CUSTOMERS)
  const violations: string[] = []
  const slowest: number[] = []
  const errors = await shopWhile(shop, crowd, {
    retryUntil: async (expected, send) => {
      const answer = await send()
      answers += 1
      return expectStatus(expected, answer)
    },
    during: async (isOver) => {
      for (let round = 0; round < rounds && !isOver(); round += 1) {
        for (const [restarted, observer] of [[one, other] as const, [other, one] as const]) {
          await pause(SETTLE_MS)
          const { code } = await restarted.stop()
          if (code !== 0) violations.push(`A stopped process exited with ${code}`)
          await restarted.restart()
          slowest.push(await seenBy(observer, restarted, crowd.admin))
        }
      }
    },
  })
  const late = slowest.filter((ms) => ms > SEEN_WITHIN_MS)
  violations.push(...late.map((ms) => `A new part showed in the other process only after ${ms} ms`))
  violations.push(...errors, ...proxy.errors(), ...(await faultsOfLimits(shop)))
  for (const each of [one, other]) await each.stop()
  return {
    did: `${slowest.length} restarts under ${CUSTOMERS} customers: ${answers} calls, ${summarize(crowd.acknowledged)}`,
    violations: [...violations, ...(await auditRecords(storage, crowd.products, crowd.acknowledged))],
    figures: `changes seen within ${Math.max(...slowest)} ms`,
  }
}

/** The time until a part published by one process is on the page of all parts and in the list of the other. */
async function seenBy(observer: RunningShop, changed: RunningShop, admin: Person): Promise<number> {
  const { name } = await changed.addProduct(admin)
  const startedAt = performance.now()
  const isSeen = async (path: string) =>
    JSON.stringify((await observer.call('GET', path)).body).includes(name)
  const path = '/api/product?sort=newest'
  while (!((await isSeen('/parts?sort=newest')) && (await isSeen(path)))) {
    if (performance.now() - startedAt > 5 * SEEN_WITHIN_MS) break
    await pause(20)
  }
  return Math.round(performance.now() - startedAt)
}

/** Password guesses are limited across both processes. */
async function faultsOfLimits(shop: ShopCalls): Promise<string[]> {
  const { email } = await shop.register()
  const statuses: number[] = []
  for (let guess = 0; guess < 15; guess += 1) {
    const body = { email, password: `a wrong password ${guess}` }
    statuses.push((await shop.call('POST', '/api/auth/sign-in/email', { body })).status)
  }
  const isLimited = statuses.indexOf(429) === 10 && statuses.slice(10).every((status) => status === 429)
  return isLimited ? [] : [`15 wrong passwords at two processes got ${statuses.join(' ')}`]
}
