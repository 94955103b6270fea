import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { drain, listen } from './run-server.ts'

const HOST = '127.0.0.1'
const REQUEST = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'
const WAITING = 64

async function listening(
  answer: RequestListener = (_, response) => response.end('open'),
  port = 0,
): Promise<{ server: Server; port: number }> {
  const server = createServer(answer)
  onTestFinished(() => server.closeAllConnections())
  await listen(server, { host: HOST, port, trustProxyHops: 0 })
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

const fetchText = (port: number): Promise<string> =>
  fetch(`http://${HOST}:${port}/`).then((answer) => answer.text())

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, HOST)
  await once(socket, 'connect')
  return socket
}

/** All that a connection receives until it is closed. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return text
}

test('listening on an address in use fails, and the other server keeps it', async () => {
  const { port } = await listening()
  await expect(listening(undefined, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await fetchText(port)).toBe('open')
})

test('draining accepts no new connection, and waits for the current response', async () => {
  const release = Promise.withResolvers<void>()
  const { server, port } = await listening(async (_, response) => {
    response.write('begun')
    await release.promise
    response.end(' and ended')
  })
  const socket = await connected(port)
  const received = untilClosed(socket)
  socket.write(REQUEST)
  await once(socket, 'data')
  let isDrained = false
  const drained = drain(server).then(() => {
    isDrained = true
  })
  await expect.poll(() => server.listening).toBe(false)
  await expect(fetchText(port)).rejects.toThrow()
  expect(isDrained).toBe(false)
  release.resolve()
  await drained
  expect(await received).toContain('and ended')
})

test('a keep-alive connection can send a last request, and its response closes the connection', async () => {
  const { server, port } = await listening()
  const socket = await connected(port)
  const received = untilClosed(socket)
  socket.write(REQUEST)
  await once(socket, 'data')
  const drained = drain(server)
  await expect.poll(() => server.listening).toBe(false)
  socket.write(REQUEST)
  await drained
  const responses = (await received).split('HTTP/1.1 200 OK').slice(1)
  expect(responses).toEqual([
    expect.stringContaining('Connection: keep-alive'),
    expect.stringContaining('Connection: close'),
  ])
})

test('an idle connection does not keep the server from closing', async () => {
  const { server, port } = await listening()
  const socket = await connected(port)
  const received = untilClosed(socket)
  socket.write(REQUEST)
  await once(socket, 'data')
  await drain(server)
  expect(await received).toMatch(/open$/)
})

test('connections that wait to be accepted when the server is drained are answered', async () => {
  const { server, port } = await listening()
  const sockets = Array.from({ length: WAITING }, () => connect(port, HOST))
  for (const socket of sockets) socket.write(REQUEST)
  const received = Promise.all(sockets.map(untilClosed))
  await Promise.race(sockets.map((socket) => once(socket, 'connect')))
  await drain(server)
  for (const text of await received) expect(text).toContain('HTTP/1.1 200 OK')
})

test('clients that send one request after the other are refused when the server is drained, never reset', async () => {
  const { server, port } = await listening(async (_, response) => {
    await pause(1)
    response.end('open')
  })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  let answered = 0
  const untilRefused = async (): Promise<unknown> => {
    try {
      for (;;) {
        const [response] = (await once(get({ host: HOST, port, agent }), 'response')) as [IncomingMessage]
        expect(await text(response)).toBe('open')
        answered += 1
      }
    } catch (error) {
      return error
    }
  }
  const clients = Array.from({ length: 12 }, untilRefused)
  await expect.poll(() => answered).toBeGreaterThan(100)
  await drain(server)
  for (const error of await Promise.all(clients)) expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})
