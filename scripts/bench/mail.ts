import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '#features/catalog/schema.ts'
import { openDatabase } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { smtpTransport } from '#kit/mail/smtp-transport.ts'
import type { Mail, MailOutbox } from '#kit/mail/transport.ts'
import type { Person } from '../../tests/support/customer.ts'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { SIZES } from './options.ts'
import { onEachDatabase, startBenchShop } from './shops.ts'
import { atMost, type Figure, rounded } from './table.ts'

/** So many orders a second are placed and paid, unless the shop is busy with as many as customers wait at once. */
const ASKED_PER_SECOND = 100
const AT_ONCE = 64

const CONNECTIONS = 5

/** Of each sale: it was placed, and it was paid. */
const MAILS_PER_SALE = 2

const WARM_UP_SALES = 20

/** The mails that wait when selling ends have to leave by then. */
const DRAINED_WITHIN_MS = 120_000

/** Somebody who waits for a link to sign in looks into the mailbox that long. */
const RESET_WITHIN_MS = 10_000

const SELLER = {
  SELLER_NAME: 'Sample Seller',
  SELLER_ADDRESS: '1 Sample Street\n12345 Sample Town\nGermany',
  SELLER_TAX_ID: 'DE123456789',
}

/** Orders are placed and paid, and their mails leave with their invoices: how many a second, and what limits it. */
export const benchMail = (): Promise<Figure[]> =>
  onEachDatabase(async (name, server) => [
    ...(await measureSales(name, server)),
    await measureSlowServer(name, server),
  ])

/** A mail server far away takes so long for each mail, whatever the machine of the shop does meanwhile. */
const SLOW_MS = 150

/** How many times as many mails a second leave over several connections as over one. */
async function measureSlowServer(name: string, server: string): Promise<Figure> {
  const one = await measureWaiting(server, 1)
  const several = await measureWaiting(server, CONNECTIONS)
  const ratio = several / one
  return {
    what: `mails to a server that takes ${SLOW_MS} ms for each, over ${CONNECTIONS} connections against one, ${name}`,
    shop: `${several}/s`,
    floor: `${one}/s`,
    ratio,
    goal: '≥ 3',
    isMet: ratio >= 3,
  }
}

/** Mails a second that leave, of some that wait when the shop starts. */
async function measureWaiting(server: string, connections: number): Promise<number> {
  await using storage = await emptyStorage(server)
  const mails = await openMailbox(SLOW_MS)
  const environment = { ...mails.environment, SMTP_CONNECTIONS: String(connections) }
  await using shop = await startBenchShop({ storage, environment })
  await shop.stop()
  const waiting = Math.ceil(SIZES.seconds * connections * (1000 / SLOW_MS))
  const opened = openDatabase(storage)
  const now = Date.now()
  await opened.db.transaction().execute(async (trx) => {
    for (let count = 0; count < waiting; count += 1)
      await enqueueMail(trx, now, { to: ADMIN.email, subject: 'S', text: 'T', html: 'H' })
  })
  await opened.close()
  await shop.restart()
  await mails.reached(waiting)
  await mails.stop()
  return mails.figures().perSecond
}

async function measureSales(name: string, server: string): Promise<Figure[]> {
  await using storage = await emptyStorage(server)
  const mails = await openMailbox()
  const environment = { ...mails.environment, ...SELLER, SMTP_CONNECTIONS: String(CONNECTIONS) }
  await using shop = await startBenchShop({ storage, environment })
  const admin = await shop.signIn(ADMIN)
  const part = await shop.addProduct(admin, { quantity: 1_000_000_000 })
  await sell(shop, admin, part, { sales: WARM_UP_SALES })
  await mails.reached(WARM_UP_SALES * MAILS_PER_SALE)
  const floor = await measureFloor(mails)

  mails.forget()
  const cpu = watchCpu(shop)
  const sold = await sell(shop, admin, part, { seconds: SIZES.seconds })
  const caused = sold.sales * MAILS_PER_SALE
  const inTime = mails.count() / caused
  const resetMs = await measureReset(shop, mails)
  await mails.reached(caused + 1)
  const busy = cpu.stop()
  const left = mails.figures()
  await mails.stop()
  return [
    {
      what: `of ${ASKED_PER_SECOND} orders a second placed and paid, ${name}`,
      shop: `${sold.perSecond}/s`,
      floor: `${ASKED_PER_SECOND}/s`,
      ratio: sold.perSecond / ASKED_PER_SECOND,
      failed: sold.failed,
      ...NO_GOAL,
    },
    {
      what: `mails of these over ${CONNECTIONS} connections, ${name} (${busy})`,
      shop: `${left.perSecond}/s`,
      floor: `${floor}/s`,
      ratio: left.perSecond / floor,
      failed: caused + 1 - left.count,
      ...NO_GOAL,
    },
    { what: `mails of these with an invoice, ${name}`, shop: `${left.withInvoice}/s`, ...NO_GOAL },
    {
      what: `mails of these that had left when the last order was paid, ${name}`,
      shop: `${(inTime * 100).toFixed(1)} %`,
      ...NO_GOAL,
    },
    atMost(`a reset that is asked for then, until its mail arrives, ${name}`, resetMs, RESET_WITHIN_MS, 'ms'),
  ]
}

/** What is reached depends on the machine. */
const NO_GOAL = { goal: '', isMet: true }

/** A mail server that counts what arrives, and takes so long for each. */
async function openMailbox(takesMs = 0) {
  let [count, withInvoice, resets, firstMs, lastMs] = [0, 0, 0, 0, 0]
  const server = await startMailServer(async (_, source) => {
    if (takesMs > 0) await pause(takesMs)
    lastMs = performance.now()
    firstMs ||= lastMs
    count += 1
    if (source.includes('application/pdf')) withInvoice += 1
    if (source.includes('Subject: Reset your password')) resets += 1
    server.received.length = 0
    return undefined
  })
  const until = async (isDone: () => boolean) => {
    const startMs = performance.now()
    while (!isDone() && performance.now() - startMs < DRAINED_WITHIN_MS) await pause(5)
  }
  return {
    environment: server.environment,
    stop: server.stop,
    forget: () => {
      ;[count, withInvoice, resets, firstMs, lastMs] = [0, 0, 0, 0, 0]
    },
    count: () => count,
    reached: (wanted: number) => until(() => count >= wanted),
    resetArrived: () => until(() => resets > 0),
    figures: () => {
      const seconds = Math.max(0.001, (lastMs - firstMs) / 1000)
      return { count, perSecond: rounded(count / seconds), withInvoice: rounded(withInvoice / seconds) }
    },
  }
}

type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** The mail server and the transport alone, without a database, templates and invoices: mails a second. */
async function measureFloor(mails: Mailbox): Promise<number> {
  const { SMTP_URL: url, MAIL_FROM: from } = mails.environment
  const transport = smtpTransport({ url, from, connections: CONNECTIONS })
  const until = performance.now() + SIZES.seconds * 1000
  const content = { to: ADMIN.email, subject: 'S', text: 'T'.repeat(1000), html: 'H'.repeat(4000) }
  const outbox = {
    due: async (limit: number) =>
      performance.now() < until ? Array.from({ length: limit }, () => ({ id: newId() }) as Mail) : [],
    claim: async () => true,
    mayHandOver: async () => true,
    write: async () => content,
    markSent: async () => undefined,
  } as unknown as MailOutbox
  mails.forget()
  const lane = async () => {
    while ((await transport.deliverDue(outbox)) !== undefined);
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  await transport.close()
  await mails.reached(1)
  return mails.figures().perSecond
}

/** Sells so many, or for so long. */
async function sell(
  shop: RunningShop,
  customer: Person,
  part: Product,
  {
    sales = Number.POSITIVE_INFINITY,
    seconds = DRAINED_WITHIN_MS / 1000,
  }: { sales?: number; seconds?: number },
) {
  const startMs = performance.now()
  let [begun, done, failed] = [0, 0, 0]
  const running = new Set<Promise<void>>()
  const sellOne = async () => {
    try {
      await shop.pay(customer, await shop.order(customer, part))
      done += 1
    } catch {
      failed += 1
    }
  }
  while (begun < sales && performance.now() - startMs < seconds * 1000) {
    const isDue = begun < ((performance.now() - startMs) / 1000) * ASKED_PER_SECOND
    if (isDue && running.size < AT_ONCE) {
      begun += 1
      const one = sellOne().finally(() => running.delete(one))
      running.add(one)
    } else await pause(2)
  }
  await Promise.all(running)
  const took = (performance.now() - startMs) / 1000
  return { sales: done, failed, perSecond: rounded(done / took) }
}

async function measureReset(shop: RunningShop, mails: Mailbox): Promise<number> {
  const startMs = performance.now()
  const body = { email: ADMIN.email }
  await shop.call('POST', '/api/auth/request-password-reset', { body, headers: { Origin: shop.url } })
  await mails.resetArrived()
  return performance.now() - startMs
}

const TICKS_PER_SECOND = 100

/** Which process was the busiest: the shop, the one that renders its invoices, or all others of the machine. */
function watchCpu(shop: RunningShop) {
  const pid = shop.pid() ?? 0
  const before = { atMs: performance.now(), ...readCpu(pid) }
  return {
    stop: (): string => {
      const after = readCpu(pid)
      const seconds = (performance.now() - before.atMs) / 1000
      const cores = (key: keyof typeof after) =>
        ((after[key] - before[key]) / TICKS_PER_SECOND / seconds).toFixed(2)
      return `cores in use: the shop ${cores('shop')}, rendering ${cores('rendering')}, the machine ${cores('machine')}`
    },
  }
}

function readCpu(pid: number): { shop: number; rendering: number; machine: number } {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const machine = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 4) ?? []
  return {
    shop: ticksOf(pid),
    rendering: children.reduce((sum, child) => sum + ticksOf(Number(child)), 0),
    machine: machine.reduce((sum, ticks) => sum + Number(ticks), 0),
  }
}

/** The time on a processor of a process so far. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
