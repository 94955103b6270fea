import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

async function addressOf(options: { hops: number; forwarded?: string; socket?: string }): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, options.hops)))
  const headers: Record<string, string> = options.forwarded ? { 'x-forwarded-for': options.forwarded } : {}
  const incoming = { socket: { remoteAddress: options.socket, remotePort: 1, remoteFamily: 'IPv4' } }
  return (await app.request('/', { headers }, options.socket ? { incoming } : undefined)).text()
}

// attack: false-address-header
test('without a proxy the socket address counts and the header is ignored', async () => {
  expect(await addressOf({ hops: 0, socket: '192.0.2.7', forwarded: '203.0.113.1' })).toBe('192.0.2.7')
  expect(await addressOf({ hops: 0, forwarded: '203.0.113.1' })).toBe('127.0.0.1')
})

// attack: false-address-header
test('with proxies the header entry of the outermost trusted proxy counts', async () => {
  const forwarded = '203.0.113.1, 192.0.2.1, 192.0.2.2'
  expect(await addressOf({ hops: 1, socket: '10.0.0.1', forwarded })).toBe('192.0.2.2')
  expect(await addressOf({ hops: 2, socket: '10.0.0.1', forwarded })).toBe('192.0.2.1')
  expect(await addressOf({ hops: 5, socket: '10.0.0.1', forwarded })).toBe('203.0.113.1')
  expect(await addressOf({ hops: 1, socket: '10.0.0.1' })).toBe('10.0.0.1')
})

test('an IPv6 address counts as its network, an IPv4-mapped one as its IPv4 address', async () => {
  expect(await addressOf({ hops: 0, socket: '2001:db8:1:2:3:4:5:6' })).toBe('2001:db8:1:2::/64')
  expect(await addressOf({ hops: 0, socket: '2001:0DB8:1:2::9' })).toBe('2001:db8:1:2::/64')
  expect(await addressOf({ hops: 0, socket: '::1' })).toBe('0:0:0:0::/64')
  expect(await addressOf({ hops: 0, socket: '::ffff:192.0.2.7' })).toBe('192.0.2.7')
})

// attack: false-address-header
test.each([
  ['192.0.2.7:5678', '192.0.2.7'],
  ['192.0.2.7:1', '192.0.2.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:DB8:1:2:0:0:0:9]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:5678', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8::1.2.3.4', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the entry %s counts as %s, without its port', async (forwarded, address) => {
  expect(await addressOf({ hops: 1, socket: '10.0.0.1', forwarded })).toBe(address)
})

// attack: false-address-header
test.each([
  ...['unknown', '_hidden', '1', '0x7f.1', '192.0.2.777', '192.0.2.7:', '192.0.2.7:port', '[192.0.2.7]:1'],
  ...['192.0.2.7:123456', '[2001:db8::1', '2001:db8::1]:1', '[::1]x', '[1]', '[]:1', 'for=192.0.2.7'],
  ...['192.0.2.7/24', '192.0.2.7 x'],
])('%s is not an address: the address of the proxy counts', async (forwarded) => {
  expect(await addressOf({ hops: 1, socket: '10.0.0.1', forwarded })).toBe('10.0.0.1')
})

test('very long entries are not addresses, and very many entries are read', async () => {
  for (const forwarded of ['x'.repeat(15_000), ':'.repeat(15_000), '1.'.repeat(7500)]) {
    expect(await addressOf({ hops: 1, socket: '10.0.0.1', forwarded })).toBe('10.0.0.1')
  }
  const forwarded = `${'x,'.repeat(7000)}192.0.2.7`
  expect(await addressOf({ hops: 1, socket: '10.0.0.1', forwarded })).toBe('192.0.2.7')
})
