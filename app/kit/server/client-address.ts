import { isIP, isIPv6, SocketAddress } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Whence a call comes, for counting: the socket's address, or the one that the outermost of `trustProxyHops`
 * proxies saw, without its port. What the caller writes into the header itself stands further left and is never read.
 * An entry that is no address counts as the proxy's own, so that whatever stands there counts together.
 * An IPv6 address is cut to its network of 64 bits, which one caller has whole.
 */
export function clientAddress(c: Context, trustProxyHops: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  // A chain shorter than promised did not pass all proxies; its leftmost entry is the best there is.
  const named = trustProxyHops > 0 ? (forwarded.at(-trustProxyHops) ?? forwarded[0]) : undefined
  return networkOf(addressIn(named?.trim()) ?? socketAddress(c))
}

/** The address of `192.0.2.7`, `192.0.2.7:5678`, `2001:db8::1` or `[2001:db8::1]:443`; undefined when it is none. */
function addressIn(entry = ''): string | undefined {
  if (isIP(entry)) return entry
  // Node's own reader of addresses with ports takes whatever an address of the web may begin with.
  const [, bracketed, plain = ''] =
    /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i.exec(entry) ?? []
  const address = bracketed ?? plain
  return isIP(address) === (bracketed ? 6 : 4) ? address : undefined
}

function socketAddress(c: Context): string {
  // A call that came by no socket (a test's) has no connection to ask.
  const bindings: unknown = c.env
  if (typeof bindings !== 'object' || bindings === null || !('incoming' in bindings)) return '127.0.0.1'
  return getConnInfo(c).remote.address ?? 'unknown'
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // In the one form that the standard recommends, without a zone: groups in lower case, the longest zeros as `::`.
  const normal = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(normal)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = normal.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
