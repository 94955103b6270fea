import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** One answer of the shop, as sent over the network. */
export interface Recorded {
  readonly path: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** The floor of reads: node:http alone sends the bytes and headers that the shop sent. Reads these, and prints its port. */
const { path, status, headers, body }: Recorded = JSON.parse(await text(process.stdin))
const bytes = Buffer.from(body, 'base64')

const server = createServer((request, response) => {
  if (request.url === path) response.writeHead(status, headers).end(bytes)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
