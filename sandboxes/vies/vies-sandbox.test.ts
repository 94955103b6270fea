import { expect, test } from 'vitest'
import { chooseProviders } from '#app/providers.ts'
import { readVatId } from '#kit/input/vat-id.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createTestShop } from '#tests/support/test-shop.ts'

const PATH = '/sandbox/vies/check-vat-number'

const PRODUCTION = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_test_placeholder',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_placeholder',
  STRIPE_WEBHOOK_SECRET: 'whsec_placeholder',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'shop@example.com',
}

test('IDs whose last digit is even are confirmed, odd ones are not', async () => {
  await using shop = await createTestApp()
  const ask = async (countryCode: string, vatNumber: string) =>
    (await shop.call('POST', PATH, { body: { countryCode, vatNumber } })).body
  expect(await ask('EL', '094259216')).toEqual({
    countryCode: 'EL',
    vatNumber: '094259216',
    requestDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    valid: true,
    requestIdentifier: expect.stringMatching(/^SANDBOX-.{10,}$/),
    name: 'Sample Company',
    address: '1 Sample Street',
  })
  expect(await ask('FR', '40303265045')).toMatchObject({ valid: false, requestIdentifier: '', name: '---' })
  // The last digit counts, not the letters behind it.
  expect(await ask('IE', '1234568FA')).toMatchObject({ valid: true })
  expect(await ask('IE', '1234567FA')).toMatchObject({ valid: false })
})

test('each confirmation has a number of its own', async () => {
  await using shop = await createTestApp()
  const body = { countryCode: 'EL', vatNumber: '094259216' }
  const [one, two] = [await shop.call('POST', PATH, { body }), await shop.call('POST', PATH, { body })]
  expect(one.body.requestIdentifier).not.toBe(two.body.requestIdentifier)
  expect(one.headers.get('cache-control')).toBe('no-store')
})

test('an ID that ends with 999 is of a country whose register is down', async () => {
  await using shop = await createTestApp()
  const { status, body } = await shop.call('POST', PATH, {
    body: { countryCode: 'DE', vatNumber: '136697999' },
  })
  expect(status).toBe(503)
  expect(body).toEqual({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] })
})

test.each([
  [{}],
  [[]],
  [{ countryCode: 'DE' }],
  [{ countryCode: 'de', vatNumber: '1' }],
  [{ countryCode: 'DE', vatNumber: 5 }],
  [{ countryCode: 'DE', vatNumber: '' }],
  [{ countryCode: 'DE', vatNumber: '<b>' }],
  [{ countryCode: 'DE', vatNumber: '1'.repeat(1000) }],
])('%o is refused as VIES does it', async (body) => {
  await using shop = await createTestApp()
  const answer = await shop.call('POST', PATH, { body })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] })
})

/** What the shop with these settings learns about IDs. */
async function statesIn(environment: Record<string, string>, ...ids: string[]): Promise<string[]> {
  await using shop = await createTestShop(environment)
  const { vat, routes } = chooseProviders(shop, async () => new Response())
  const { status } = await routes.request(PATH, { method: 'POST', body: '{}' })
  const states: string[] = [String(status)]
  for (const text of ids) {
    const id = readVatId(text)
    states.push(id ? (await vat.check(id)).state : 'no VAT ID')
  }
  return states
}

test('outside of production the shop asks its sandbox, without the network', async () => {
  const ids = ['FR31404834712', 'FR31404833451', 'FR31405927999']
  expect(await statesIn({}, ...ids)).toEqual(['400', 'confirmed', 'refused', 'unavailable'])
  expect(await statesIn({ ...PRODUCTION, SANDBOX: 'on' }, ...ids)).toEqual([
    '400',
    'confirmed',
    'refused',
    'unavailable',
  ])
})

test('an ID of the sandbox that is down is down alone, however often it is asked about', async () => {
  const down = Array.from({ length: 6 }, () => 'FR31405927999')
  expect((await statesIn({}, ...down, 'FR31404834712')).slice(1)).toEqual([
    ...down.map(() => 'unavailable'),
    'confirmed',
  ])
})

test('in production there is no sandbox, and without VIES_URL nothing is confirmed', async () => {
  expect(await statesIn(PRODUCTION, 'FR31404834712')).toEqual(['404', 'unavailable'])
})

test('with VIES_URL the shop asks there, and there is no sandbox', async () => {
  // Nothing listens there.
  expect(await statesIn({ VIES_URL: 'http://127.0.0.1:1' }, 'FR31404834712')).toEqual(['404', 'unavailable'])
})
