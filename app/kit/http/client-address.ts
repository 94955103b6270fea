import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Whence a call comes, for counting: the socket's address, or the one that the outermost of `trustProxyHops`
 * proxies saw. What the caller writes into the header itself stands further left and is never read.
 * An IPv6 address is cut to its network of 64 bits, which one caller has whole.
 */
export function clientAddress(c: Context, trustProxyHops: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  // A chain shorter than promised did not pass all proxies; its leftmost entry is the best there is.
  const named = trustProxyHops > 0 ? (forwarded.at(-trustProxyHops) ?? forwarded[0]) : undefined
  return networkOf(named || socketAddress(c))
}

function socketAddress(c: Context): string {
  // A call that came by no socket (a test's) has no connection to ask.
  const bindings: unknown = c.env
  if (typeof bindings !== 'object' || bindings === null || !('incoming' in bindings)) return '127.0.0.1'
  return getConnInfo(c).remote.address ?? 'unknown'
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address.slice(0, 64)
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
