import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, type ListenOptions, type Server, Server as TcpServer } from 'node:net'

/**
 * A listener lets in one connection in each turn of the event loop, and under load a turn is long: whoever comes new
 * would wait for seconds while those who are in are served. So several listeners share the address where the system
 * lets them, and a turn lets in one connection by each.
 */
const DOORS = process.platform === 'linux' ? 16 : 1

/** The listeners of one server. */
export interface Doors {
  /** Lets nobody in any more; resolves when all who came in have gone. */
  close(): Promise<void>
}

/** Takes the address for the server; rejects when somebody has it. */
export async function openDoors(server: HttpServer, address: { port: number; host: string }): Promise<Doors> {
  if (DOORS === 1) {
    await open(server, address)
    return { close: () => close(server) }
  }
  // Those who share an address do not see each other, but one who would have it alone sees them all.
  const sole = new TcpServer()
  await open(sole, address)
  const { port } = sole.address() as AddressInfo
  await close(sole)

  const others = Array.from({ length: DOORS - 1 }, () =>
    new TcpServer({ allowHalfOpen: true, noDelay: true }).on('connection', (socket) =>
      server.emit('connection', socket),
    ),
  )
  const doors = [server, ...others]
  for (const door of doors) await open(door, { ...address, port, reusePort: true })
  return {
    close: async () => {
      await Promise.all(doors.map(close))
    },
  }
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
