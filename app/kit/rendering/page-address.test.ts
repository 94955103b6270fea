import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { pageAddress, redirectToPageAddress } from './page-address.ts'

const pages = new Hono().get('*', redirectToPageAddress, (c) => c.text('the page'))

const get = (address: string) => pages.request(`https://shop.example${address}`)

describe('a page', () => {
  test.each([
    ['/portfolio/', '/portfolio'],
    ['/Portfolio', '/portfolio'],
    ['/%70ortfolio', '/portfolio'],
    ['//portfolio', '/portfolio'],
    ['/dashboard//myorders///', '/dashboard/myorders'],
    ['/?/', undefined],
    ['/portfolio/?tag=Sample%2F', '/portfolio?tag=Sample%2F'],
    ['/part/0abc1/', '/part/0abc1'],
    ['//', '/'],
  ])(
    'at %s is redirected to its canonical address, unless it is already there',
    async (requested, address) => {
      const answer = await get(requested)
      expect([answer.status, answer.headers.get('Location')]).toEqual(address ? [308, address] : [200, null])
    },
  )

  test('is redirected without a trace of the address, which may have a token', async () => {
    const { headers } = await get('/pay/SAMPLE')
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })

  test.each(['/', '/portfolio', '/?q=A//b', '/part/0abc1', '/part/a%2fb', '/caf%c3%a9'])(
    'at its canonical address, %s, is served',
    async (address) => {
      expect((await get(address)).status).toBe(200)
    },
  )
})

// attack: canonical-redirect
test.each([
  ...['//evil.example/', '///evil.example', '/\\evil.example/', '/.//evil.example/', '/a/..//evil.example/'],
  ...['/%2e//evil.example/', '/%2F%2Fevil.example/', '/%5Cevil.example/', '/\t/evil.example/', '/EVIL//'],
])('no redirect from %j leaves the shop', async (requested) => {
  const answer = await get(requested)
  expect(answer.status).toBe(308)
  const location = answer.headers.get('Location') ?? ''
  expect(new URL(location, 'https://shop.example').origin).toBe('https://shop.example')
  // The target is not redirected again.
  expect(pageAddress(location)).toBe(location)
})
