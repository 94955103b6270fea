import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network in front of a server: an address that stays while the server behind it changes. */
export interface Network extends Disposable {
  readonly url: string
  /** The host vanishes: nothing is sent on the connections any more, nor are they closed. */
  vanish(): void
  /** New connections lead to another server. */
  leadTo(target: URL): void
}

export async function startNetwork(first: URL): Promise<Network> {
  let target = first
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(first)
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    vanish: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    leadTo: (other) => {
      target = other
    },
    [Symbol.dispose]: () => {
      for (const socket of open) socket.destroy()
      proxy.close()
    },
  }
}
