import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDoors } from './doors.ts'

const HOST = '127.0.0.1'
const NEWCOMERS = 64

async function openAddress(
  port = 0,
): Promise<{ server: Server; port: number; close: () => Promise<unknown> }> {
  const server = createServer((_, response) => response.end('open'))
  const doors = await openDoors(server, { host: HOST, port })
  let closing: Promise<unknown> | undefined
  const close = () => (closing ??= doors.close(async () => undefined).then(({ gone }) => gone))
  onTestFinished(async () => {
    server.closeAllConnections()
    await close()
  })
  return { server, port: (server.address() as AddressInfo).port, close }
}

const ask = (port: number): Promise<string> =>
  fetch(`http://${HOST}:${port}/`).then((answer) => answer.text())

test.runIf(process.platform === 'linux')('who comes new waits a few turns of the event loop', async () => {
  const { server, port } = await openAddress()
  let turns = 0
  let inside = 0
  server.on('connection', () => {
    inside += 1
  })
  const sockets: Socket[] = Array.from({ length: NEWCOMERS }, () => connect(port, HOST))
  while (inside < NEWCOMERS) {
    turns += 1
    await nextTurn()
  }
  for (const socket of sockets) socket.destroy()
  expect(turns).toBeLessThan(NEWCOMERS / 2)
})

test('whoever comes in by any door is answered', async () => {
  const { port } = await openAddress()
  const answers = await Promise.all(Array.from({ length: NEWCOMERS }, () => ask(port)))
  expect(new Set(answers)).toEqual(new Set(['open']))
})

test('an address that somebody has is refused, and who has it keeps it', async () => {
  const { port } = await openAddress()
  await expect(openAddress(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await ask(port)).toBe('open')
})

test('closing lets nobody in, and ends when everybody has gone', async () => {
  const { port, close } = await openAddress()
  const guest = connect(port, HOST)
  await once(guest, 'connect')
  guest.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  await once(guest, 'data')
  let isClosed = false
  const closed = close().then(() => {
    isClosed = true
  })
  await expect(ask(port)).rejects.toThrow()
  expect(isClosed).toBe(false)
  guest.end()
  await closed
})
