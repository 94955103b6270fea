import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderFor, type Person } from '../tests/support/customer.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../tests/support/running-shop.ts'
import type { Recorded } from './bench/floor-server.ts'
import { load, runScript } from './bench/measure.ts'

/** Measures the shop against floors measured in the same run, and prints one table. `SECONDS` is the time of each row. */
const SECONDS = Number(process.env.SECONDS ?? 5)
const CONNECTIONS = 32

const rows: string[][] = []
const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'))

await benchReads()
await benchOrders('SQLite', undefined)
const postgres = await startPostgres()
try {
  await benchOrders('PostgreSQL', postgres.url)
} finally {
  postgres.stop()
}
rmSync(folder, { recursive: true })
printTable(['what', 'shop', 'floor', 'ratio', 'p99 shop', 'p99 floor', 'failed'], rows)

/** Public answers against bare node:http that sends the same bytes and headers. */
async function benchReads(): Promise<void> {
  await using storage = await emptyStorage('')
  await using shop = await startShop({ storage, seed: 'demo', environment: { RATE_LIMITS: 'sign-in' } })
  const list = '/api/product?limit=60'
  const etag =
    (await fetch(shop.url + list, { headers: { 'Accept-Encoding': 'br' } })).headers.get('etag') ?? ''
  const cases: readonly [name: string, path: string, headers: Record<string, string>][] = [
    ['product list, identity', list, { 'Accept-Encoding': 'identity' }],
    ['product list, brotli', list, { 'Accept-Encoding': 'br' }],
    ['product list, 304', list, { 'Accept-Encoding': 'br', 'If-None-Match': etag }],
    ['home page, brotli', '/', { 'Accept-Encoding': 'br' }],
  ]
  for (const [name, path, headers] of cases) {
    const file = join(folder, 'recorded.json')
    writeFileSync(file, JSON.stringify([await record(shop.url, path, headers)]))
    const { line, child } = await runScript('floor-server.ts', file)
    const options = { connections: CONNECTIONS, seconds: SECONDS, headersOf: () => headers }
    const floor = await load({ url: `http://127.0.0.1:${line}${path}`, ...options })
    const own = await load({ url: shop.url + path, ...options })
    child.kill()
    addRow(name, own.perSecond, floor.perSecond, [`${own.p99Ms} ms`, `${floor.p99Ms} ms`, String(own.failed)])
  }
}

/** The bytes of one answer as they are on the wire: Node's fetch would decompress them. */
async function record(origin: string, path: string, headers: Record<string, string>): Promise<Recorded> {
  const { get } = await import('node:http')
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

/** Orders by customers at once, against the bare driver's transaction with rows like theirs. */
async function benchOrders(name: string, server: string | undefined): Promise<void> {
  for (const customers of [8, 64]) {
    await using storage = await emptyStorage(server ?? '')
    await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
    const own = await placeOrders(shop, customers)
    const where = storage.databaseUrl ?? folder
    const { line } = await runScript('floor-orders.ts', where, String(customers), String(SECONDS))
    rmSync(join(folder, 'floor.db'), { force: true })
    addRow(`orders, ${name}, ${customers} customers`, own.perSecond, Number(line), [
      `${own.p99Ms} ms`,
      '',
      String(own.failed),
    ])
  }
}

async function placeOrders(shop: RunningShop, customers: number) {
  const product = await shop.addProduct(await shop.signIn(ADMIN), { quantity: 1_000_000_000 })
  const people: Person[] = []
  for (let count = 0; count < customers; count += 1) people.push(await shop.register())
  return load({
    url: `${shop.url}/api/order`,
    connections: customers,
    seconds: SECONDS,
    method: 'POST',
    body: JSON.stringify(orderFor(product)),
    headersOf: (connection) => ({ Authorization: `Bearer ${people[connection % customers]?.token}` }),
  })
}

function addRow(name: string, own: number, floor: number, rest: readonly string[]): void {
  rows.push([name, `${own}/s`, `${floor}/s`, (own / floor).toFixed(2), ...rest])
}

function printTable(header: readonly string[], lines: readonly (readonly string[])[]): void {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const format = (line: readonly string[]) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  for (const line of [header, ...lines]) process.stdout.write(`${format(line)}\n`)
}
