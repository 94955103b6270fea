import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyStorage, startShop } from '../../tests/support/running-shop.ts'
import type { Recorded } from './floor-server.ts'
import { load, runScript, SECONDS } from './measure.ts'
import type { Figure } from './table.ts'

const CONNECTIONS = 32
const GOAL = 0.85

/** Public answers against bare node:http that sends the same bytes and headers. */
export async function benchReads(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startShop({ storage, seed: 'demo', environment: { RATE_LIMITS: 'sign-in' } })
  const list = '/api/product?limit=60'
  const tagged = await fetch(shop.url + list, { headers: { 'Accept-Encoding': 'br' } })
  const etag = tagged.headers.get('etag') ?? ''
  return [
    await measureRead('product list, identity', shop.url, list, { 'Accept-Encoding': 'identity' }),
    await measureRead('product list, brotli', shop.url, list, { 'Accept-Encoding': 'br' }),
    await measureRead('product list, 304', shop.url, list, {
      'Accept-Encoding': 'br',
      'If-None-Match': etag,
    }),
    await measureRead('home page, brotli', shop.url, '/', { 'Accept-Encoding': 'br' }),
  ]
}

async function measureRead(
  what: string,
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<Figure> {
  await using floor = await startFloor(await record(origin, path, headers))
  const options = { connections: CONNECTIONS, seconds: SECONDS, headersOf: () => headers }
  const bare = await load({ url: floor.origin + path, ...options })
  const own = await load({ url: origin + path, ...options })
  const ratio = own.perSecond / bare.perSecond
  return {
    what,
    shop: `${own.perSecond}/s`,
    floor: `${bare.perSecond}/s`,
    ratio,
    p99Ms: own.p99Ms,
    floorP99Ms: bare.p99Ms,
    goal: `≥ ${GOAL}, p99 ≤ 2 times`,
    isMet: ratio >= GOAL && own.p99Ms <= 2 * bare.p99Ms,
    failed: own.failed,
  }
}

async function startFloor(recorded: Recorded): Promise<AsyncDisposable & { origin: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'))
  const file = join(folder, 'recorded.json')
  writeFileSync(file, JSON.stringify([recorded]))
  const { line, child } = await runScript('floor-server.ts', file)
  return {
    origin: `http://127.0.0.1:${line}`,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The bytes of one answer as they are on the wire: Node's fetch would decompress them. */
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
