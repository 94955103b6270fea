import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, type ListenOptions, type Server, Server as TcpServer } from 'node:net'

/**
 * A listener lets in one connection in each turn of the event loop, and under load a turn is long: whoever comes new
 * would wait for seconds while those who are in are served. So several listeners share the address where the system
 * lets them, and a turn lets in one connection by each.
 */
const DOORS = process.platform === 'linux' ? 16 : 1

/** The listeners of one server. */
export interface Doors {
  /**
   * Lets nobody in any more: closes one after another, each when `isQuiet` resolves, since whoever waits at a door
   * that closes is cut off. `gone` resolves when all who came in have gone.
   */
  close(isQuiet: () => Promise<void>): Promise<{ gone: Promise<unknown> }>
}

/** Takes the address for the server; rejects when somebody has it. */
export async function openDoors(server: HttpServer, address: { port: number; host: string }): Promise<Doors> {
  if (DOORS === 1) {
    await open(server, address)
    return { close: (isQuiet) => closeAll([server], isQuiet) }
  }
  // Those who share an address do not see each other. To listen there alone for a moment would show them, and cut off
  // whoever comes in that moment: so it is tried whether somebody answers.
  if (await isTaken(address)) {
    const { host, port } = address
    throw Object.assign(new Error(`listen EADDRINUSE: address already in use ${host}:${port}`), {
      code: 'EADDRINUSE',
    })
  }
  const others = Array.from({ length: DOORS - 1 }, () =>
    new TcpServer({ allowHalfOpen: true, noDelay: true }).on('connection', (socket) =>
      server.emit('connection', socket),
    ),
  )
  const doors = [server, ...others]
  await open(server, { ...address, reusePort: true })
  const { port } = server.address() as AddressInfo
  for (const door of others) await open(door, { ...address, port, reusePort: true })
  return { close: (isQuiet) => closeAll(doors, isQuiet) }
}

async function closeAll(
  doors: readonly Server[],
  isQuiet: () => Promise<void>,
): Promise<{ gone: Promise<unknown> }> {
  const closed: Promise<void>[] = []
  for (const door of doors) {
    await isQuiet()
    closed.push(close(door))
  }
  return { gone: Promise.all(closed) }
}

function isTaken({ host, port }: { host: string; port: number }): Promise<boolean> {
  if (port === 0) return Promise.resolve(false)
  const socket = connect(port, host)
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

function open(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, resolve)
  })
}

/** Closes the listener alone: the close of an HTTP server would close idle connections at once. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve())
  })
}
