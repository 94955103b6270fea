import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { medianOf } from '../figures.ts'
import type { Recorded } from './floor-server.ts'
import { keepDoing } from './keep-asking.ts'
import { measureLatency } from './latency.ts'
import { type Rate, runBenchScript, runLoad } from './measure.ts'
import { SIZES } from './options.ts'
import { CATEGORY_PAGE, PART_PAGE } from './pages.ts'
import { startBenchShop } from './shops.ts'
import { type Figure, latencyFigure } from './table.ts'

const CONNECTIONS = 32
/**
 * The shop and the floor are measured in short rounds, a fifth of a load each, and compared within a round: other work of
 * the machine then affects both.
 */
const ROUND_SECONDS = SIZES.seconds / 5
const LIST = '/api/product?limit=60'
const CHANGE_EVERY_MS = 100
const UNCACHED_GOAL_MS = 10

/** Public answers, compared with node:http alone that sends the same bytes and headers. */
export async function benchReads(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const identity = { 'Accept-Encoding': 'identity' }
  const brotli = { 'Accept-Encoding': 'br' }
  const etag = (await fetch(shop.url + LIST, { headers: brotli })).headers.get('etag') ?? ''
  const figures = [
    withoutChanges(await compare('product list, identity', shop.url + LIST, identity)),
    withoutChanges(await compare('product list, brotli', shop.url + LIST, brotli)),
    withoutChanges(await compare('product list, 304', shop.url + LIST, { ...brotli, 'If-None-Match': etag })),
    withoutChanges(await compare('home page, brotli', `${shop.url}/`, brotli)),
    withoutChanges(await compare('part page, brotli', shop.url + PART_PAGE, brotli)),
    withoutChanges(await compare('category page, brotli', shop.url + CATEGORY_PAGE, brotli)),
    await uncached('part page, not in memory', shop.url + PART_PAGE),
  ]
  const changes = keepChanging(shop, await shop.signIn(ADMIN))
  figures.push(
    withChanges(await compare('product list, identity, changing', shop.url + LIST, identity)),
    withChanges(await compare('product list, brotli, changing', shop.url + LIST, brotli)),
    withChanges(await compare('home page, brotli, changing', `${shop.url}/`, brotli)),
  )
  await changes.stop()
  return figures
}

/** The time of a page that is rendered for each request: each has another parameter, which the page ignores. */
async function uncached(what: string, address: string): Promise<Figure> {
  const measured = await measureLatency({
    name: what,
    address: (turn) => `${address}?turn=${turn}`,
    headers: { 'Accept-Encoding': 'br' },
  })
  return latencyFigure(what, measured, { medianMs: UNCACHED_GOAL_MS })
}

type Comparison = Required<Omit<Figure, 'goal' | 'isMet'>>

const withoutChanges = (figure: Comparison): Figure => ({
  ...figure,
  goal: '≥ 0.85, p99 ≤ 2 times',
  isMet: figure.ratio >= 0.85 && figure.p99Ms <= 2 * figure.floorP99Ms,
})

const withChanges = (figure: Comparison): Figure => ({
  ...figure,
  goal: '≥ 0.5, p99 ≤ 20 ms',
  isMet: figure.ratio >= 0.5 && figure.p99Ms <= 20,
})

async function compare(what: string, address: string, headers: Record<string, string>): Promise<Comparison> {
  const { origin, pathname, search } = new URL(address)
  await using floor = await startFloor(await record(origin, pathname + search, headers))
  const options = { connections: CONNECTIONS, seconds: ROUND_SECONDS, headersOf: () => headers }
  const bare: Rate[] = []
  const own: Rate[] = []
  for (let round = 0; round < SIZES.rounds; round += 1) {
    bare.push(await runLoad({ url: floor.origin + pathname + search, ...options }))
    own.push(await runLoad({ url: address, ...options }))
  }
  const perSecond = (rates: readonly Rate[]) => medianOf(rates.map((rate) => rate.perSecond))
  const p99Ms = (rates: readonly Rate[]) => medianOf(rates.map((rate) => rate.p99Ms))
  return {
    what,
    shop: `${perSecond(own)}/s`,
    floor: `${perSecond(bare)}/s`,
    ratio: medianOf(own.map((rate, round) => rate.perSecond / (bare[round]?.perSecond ?? Number.NaN))),
    p99Ms: p99Ms(own),
    floorP99Ms: p99Ms(bare),
    failed: own.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** Publishes and archives a product, ten changes a second, until stopped. */
const keepChanging = (shop: RunningShop, admin: Person) =>
  keepDoing(async () => {
    const { _id } = await shop.addProduct(admin)
    await pause(CHANGE_EVERY_MS)
    await shop.call('DELETE', `/api/product/${_id}`, { as: admin })
  }, CHANGE_EVERY_MS)

async function startFloor(recorded: Recorded): Promise<AsyncDisposable & { origin: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'))
  const file = join(folder, 'recorded.json')
  writeFileSync(file, JSON.stringify([recorded]))
  const { line, child } = await runBenchScript('floor-server.ts', file)
  return {
    origin: `http://127.0.0.1:${line}`,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The bytes of one answer as sent over the network: Node's fetch would decompress them. */
function record(origin: string, path: string, headers: Record<string, string>): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _d, connection: _c, 'keep-alive': _k, ...kept } = response.headers
        const body = Buffer.concat(chunks).toString('base64')
        resolve({ path, status: response.statusCode ?? 0, headers: kept as Record<string, string>, body })
      })
    }).on('error', reject)
  })
}
