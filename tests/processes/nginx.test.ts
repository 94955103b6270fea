import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNginx } from '../support/nginx.ts'
import { readProjectFile } from '../support/project.ts'
import { freePort } from '../support/running-shop.ts'

/** A process of the shop, for what the proxy does: it counts its requests, and may hang. */
interface Process {
  readonly port: number
  readonly requests: string[]
  hangs: boolean
  asset: string
  start(): Promise<void>
  stop(): Promise<void>
}

const MB = 1_000_000
const TOKEN = '0123456789abcdef0123456789abcdef'

const cleanUp = new AsyncDisposableStack()
let processes: readonly [Process, Process]
let nginx: Awaited<ReturnType<typeof startNginx>>

async function startProcess(asset: string): Promise<Process> {
  const port = await freePort()
  const start = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const process: Process = { port, requests: [], hangs: false, asset, start, stop }
  const server: Server = createServer((incoming, answer) => {
    process.requests.push(`${incoming.method} ${incoming.url}`)
    // As one that was stopped: it is connected to, and never answers.
    if (process.hangs) return
    let bytes = 0
    incoming.on('data', (chunk) => {
      bytes += chunk.length
    })
    incoming.on('end', () => {
      const isMissing = incoming.url?.startsWith('/assets/') && incoming.url !== `/assets/${process.asset}`
      answer.writeHead(isMissing ? 404 : 200).end(`${bytes} ${incoming.headers['x-forwarded-for']}`)
    })
  })
  await start()
  cleanUp.defer(stop)
  return process
}

/** Sends a request over HTTPS. */
async function send(
  method: string,
  path: string,
  body = Buffer.alloc(0),
  address = '127.0.0.1',
  through = nginx,
) {
  const startedMs = performance.now()
  const request = new Request(`https://shop.example${path}`, {
    method,
    headers: { Referer: `https://shop.example/pay/${TOKEN}`, 'X-Forwarded-For': '203.0.113.7' },
    ...(body.length > 0 && { body }),
  })
  const answer = await through.send(request, address)
  return {
    status: answer.status,
    body: await answer.text(),
    seconds: (performance.now() - startedMs) / 1000,
  }
}

beforeAll(async () => {
  processes = [await startProcess('new.js'), await startProcess('former.js')]
  nginx = cleanUp.use(await startNginx([processes[0].port, processes[1].port]))
})
afterAll(() => cleanUp.disposeAsync())

describe('nginx with docs/nginx.conf', { timeout: 90_000 }, () => {
  test('answers the proof for a certificate by http, and leads everything else to https', async () => {
    const proofs = join(nginx.webRoot, '.well-known', 'acme-challenge')
    mkdirSync(proofs, { recursive: true })
    writeFileSync(join(proofs, 'proof'), 'proven')
    const get = (path: string) => fetch(`http://127.0.0.1:${nginx.plainPort}${path}`, { redirect: 'manual' })
    expect(await (await get('/.well-known/acme-challenge/proof')).text()).toBe('proven')
    expect((await get('/.well-known/acme-challenge/other')).status).toBe(404)
    expect((await get('/pay/x')).status).toBe(301)
  })

  test('takes a picture of 8 MB, an import and a file of a part of 50 MB, long lists, and no such bodies elsewhere', async () => {
    const size = async (path: string, bytes: number) => {
      const { status, body } = await send('POST', path, Buffer.alloc(bytes))
      return [status, status === 200 ? body.split(' ')[0] : '']
    }
    expect(await size('/api/image', 8 * MB + 1000)).toEqual([200, String(8 * MB + 1000)])
    for (const path of ['/api/import', '/api/import/columns', '/api/product/sample/file'])
      expect([path, await size(path, 50 * MB)]).toEqual([path, [200, String(50 * MB)]])
    for (const [path, bytes] of [
      ['/api/company/part-numbers', 6 * MB],
      ['/api/companies/sample/prices', 20 * MB],
      ['/api/companies/sample/prices/comparison', 20 * MB],
    ] as const)
      expect([path, await size(path, bytes)]).toEqual([path, [200, String(bytes)]])
    expect(await size('/api/product/sample/file/other', 300_000)).toEqual([413, ''])
    expect(await size('/api/order', 300_000)).toEqual([413, ''])
  })

  test('redirects to https, and no browser keeps that: the address may have a token', async () => {
    const address = `http://127.0.0.1:${nginx.plainPort}/pay/${TOKEN}`
    const { status, headers } = await fetch(address, { redirect: 'manual' })
    expect([status, Object.fromEntries(headers)]).toMatchObject([
      301,
      {
        location: `https://127.0.0.1/pay/${TOKEN}`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    ])
  })

  test('speaks HTTP/2, and IPv6', async () => {
    const session = connect(`https://127.0.0.1:${nginx.port}`, { rejectUnauthorized: false })
    await once(session, 'connect')
    expect(session.alpnProtocol).toBe('h2')
    session.destroy()
    expect(await send('GET', '/', undefined, '::1')).toMatchObject({ status: 200, body: '0 ::1' })
  })

  test('finds the files of both releases while two run', async () => {
    for (const asset of ['new.js', 'former.js', 'new.js', 'former.js'])
      expect(await send('GET', `/assets/${asset}`)).toMatchObject({ status: 200 })
    expect(await send('GET', '/assets/of-no-release.js')).toMatchObject({ status: 404 })
    expect(await send('GET', '/missing')).toMatchObject({ status: 200 })
  })

  test('has no token of a link in any log, whatever fails', async () => {
    for (const path of ['/pay', '/receipt', '/list', '/join', '/api/shared-list', '/api/receipt'])
      await send('GET', `${path}/${TOKEN}`)
    await send('POST', `/api/payment-link/${TOKEN}/intent`, Buffer.alloc(300_000))
    await send('GET', '/parts')
    await fetch(`http://127.0.0.1:${nginx.plainPort}/verify-email?token=${TOKEN}`, { redirect: 'manual' })
    expect(nginx.logs()).not.toContain(TOKEN)
    expect(nginx.logs()).toContain('"GET /parts HTTP/1.1" 200')
  })

  test('goes round a process that hangs, and sends nothing twice that may have changed something', async () => {
    const [hanging, other] = processes
    hanging.hangs = true
    for (const process of processes) process.requests.length = 0
    const first = [await send('GET', '/one'), await send('GET', '/two')]
    expect(first.map(({ status }) => status)).toEqual([200, 200])
    expect(Math.max(...first.map(({ seconds }) => seconds))).toBeLessThan(20)
    // The rest goes to the other one at once, but for one in ten seconds.
    const next = await Promise.all(Array.from({ length: 20 }, (_, at) => send('GET', `/next/${at}`)))
    expect(next.filter(({ seconds }) => seconds > 5).length).toBeLessThanOrEqual(1)
    expect(new Set(next.map(({ status }) => status))).toEqual(new Set([200]))
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send('POST', `/api/order?at=${at}`)),
    )
    for (const at of orders.keys()) {
      const sent = [hanging, other].flatMap(({ requests }) =>
        requests.filter((one) => one === `POST /api/order?at=${at}`),
      )
      expect(sent).toHaveLength(1)
    }
    hanging.hangs = false
  })

  test('answers all of many requests at once while one process is restarted after the other', async () => {
    const statuses: number[] = []
    for (const { start, stop } of [...processes, ...processes]) {
      await stop()
      const sent = Array.from({ length: 10 }, (_, at) => send(at % 2 === 0 ? 'GET' : 'POST', '/api/order'))
      for (const { status } of await Promise.all(sent)) statuses.push(status)
      await start()
    }
    expect(statuses).toEqual(Array(40).fill(200))
  })

  // attack: false-address-header
  test('with Varnish it asks Varnish, and while that is gone the processes, which get the address of the caller alone', async () => {
    const varnish = await startProcess('of-varnish.js')
    await using other = await startNginx([processes[0].port, processes[1].port], varnish.port)
    const answered = async () => {
      for (const process of [varnish, ...processes]) process.requests.length = 0
      const calls = ['GET', 'POST', 'GET', 'POST'].map((method) =>
        send(method, '/', undefined, undefined, other),
      )
      for (const { status, body } of await Promise.all(calls))
        expect([status, body]).toEqual([200, '0 127.0.0.1'])
      return varnish.requests.length
    }
    expect(await answered()).toBe(4)
    await varnish.stop()
    expect(await answered()).toBe(0)
    await varnish.start()
    await expect.poll(answered, { timeout: 20_000, interval: 500 }).toBe(4)
  })
})

test('nginx waits longer than Varnish, which asks two processes, and longer than for what is not sent twice', () => {
  const seconds = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, value]) => Number(value))
  const [conf, vcl] = [readProjectFile('docs/nginx.conf'), readProjectFile('docs/varnish.vcl')]
  const asked = seconds(vcl, /^ {4}\.(?:connect|first_byte|between_bytes)_timeout = (\d+)s;/gm)
  expect(asked).toHaveLength(6)
  const [waits = 0] = seconds(conf, /#varnish proxy_read_timeout (\d+)s;/g)
  expect(waits).toBeGreaterThan(asked.reduce((sum, each) => sum + each))
  // Time to ask a process after Varnish.
  expect(seconds(conf, /#varnish proxy_next_upstream_timeout (\d+)s;/g)[0]).toBeGreaterThan(waits)
  const [upload = 0] = seconds(vcl, /set bereq.first_byte_timeout = (\d+)s;/g)
  const uploads = seconds(conf, /^ {8}proxy_read_timeout (\d+)s;/gm)
  expect(uploads).toHaveLength(5)
  expect(Math.min(...uploads)).toBeGreaterThan(upload + Math.max(...asked.slice(0, 1)))
})
