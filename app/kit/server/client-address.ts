import { isIP, isIPv6, SocketAddress } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address of a caller, for rate limits: the socket address, or the header entry that the outermost of
 * `trustProxyHops` proxies wrote, without its port. Entries further left may come from the caller and are never read.
 * For an entry that is no address, the socket address counts. An IPv6 address is cut to its network of 64 bits, which
 * usually belongs to one caller.
 */
export function clientAddress(c: Context, trustProxyHops: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  // A call that did not pass all proxies has fewer entries: then the leftmost counts.
  const named = trustProxyHops > 0 ? (forwarded.at(-trustProxyHops) ?? forwarded[0]) : undefined
  return networkOf(addressIn(named?.trim()) ?? socketAddress(c))
}

/** The address of `192.0.2.7`, `192.0.2.7:5678`, `2001:db8::1` or `[2001:db8::1]:443`; undefined when it is none. */
function addressIn(entry = ''): string | undefined {
  if (isIP(entry)) return entry
  // `SocketAddress.parse` of Node accepts every host that a URL can have.
  const [, bracketed, plain = ''] =
    /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i.exec(entry) ?? []
  const address = bracketed ?? plain
  return isIP(address) === (bracketed ? 6 : 4) ? address : undefined
}

/** What a proxy adds to a call that it passes on; nginx and Varnish as documented add the first. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/** Whether the call was made on this machine, and not only passed on by a proxy of it. */
export const isFromThisMachine = (c: Context): boolean =>
  /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/.test(socketAddress(c).replace(/^::ffff:/, '')) &&
  FORWARDED.every((name) => c.req.header(name) === undefined)

function socketAddress(c: Context): string {
  // A call of a test has no socket.
  const bindings: unknown = c.env
  if (typeof bindings !== 'object' || bindings === null || !('incoming' in bindings)) return '127.0.0.1'
  return getConnInfo(c).remote.address ?? 'unknown'
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // The canonical form of RFC 5952, without a zone.
  const normal = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(normal)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = normal.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
