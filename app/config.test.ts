import { expect, test } from 'vitest'
import { problemsOf } from '#tests/support/config-problems.ts'
import { readConfig } from './config.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('a mock of Stripe on this machine is allowed with a test key', () => {
  const config = readConfig({ ...STRIPE, STRIPE_API_URL: 'http://127.0.0.1:4010' })
  expect(config.stripe?.apiUrl).toBe('http://127.0.0.1:4010')
})

test.each([
  ['another machine', { STRIPE_API_URL: 'http://192.168.0.9:4010' }],
  ['a name that only begins like this machine', { STRIPE_API_URL: 'http://127.0.0.1.example.com:4010' }],
  ['a user in front', { STRIPE_API_URL: 'http://127.0.0.1:1@example.com' }],
  ['a key for real money', { STRIPE_API_URL: 'http://127.0.0.1:4010', STRIPE_SECRET_KEY: 'sk_live_1' }],
  [
    'production',
    {
      STRIPE_API_URL: 'http://127.0.0.1:4010',
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://m',
      MAIL_FROM: 'a@b.c',
    },
  ],
])('a mock of Stripe is refused when it is %s', (_, change) => {
  expect(() => readConfig({ ...STRIPE, ...change })).toThrow(/STRIPE_API_URL/)
})

const ADDRESS = { PUBLIC_URL: 'https://shop.example' }
const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const PRODUCTION = { NODE_ENV: 'production', SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b.c' }

test('live keys are allowed in production, test keys everywhere', () => {
  expect(problemsOf({ ...STRIPE, ...LIVE, ...PRODUCTION, ...ADDRESS })).toEqual([])
  expect(problemsOf({ ...STRIPE, ...PRODUCTION })).toEqual([])
  expect(problemsOf(STRIPE)).toEqual([])
})

// attack: live-keys
test.each(['sk_live_1', 'rk_live_1', 'sk_org_live_1'])(
  'outside production %s is refused, together with every other problem',
  (secretKey) => {
    for (const mode of ['', 'development', 'test']) {
      const keys = { ...STRIPE, ...LIVE, STRIPE_SECRET_KEY: secretKey }
      expect(problemsOf({ ...keys, NODE_ENV: mode, PORT: 'none' })).toEqual([
        expect.stringContaining('PORT'),
        expect.stringMatching(/^STRIPE_SECRET_KEY is a live key/),
        expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is a live key/),
      ])
    }
  },
)

// attack: live-keys
test('with a sandbox live keys are refused in production too', () => {
  expect(problemsOf({ ...STRIPE, ...LIVE, ...PRODUCTION, ...ADDRESS, SANDBOX: 'on' })).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY is a live key.*SANDBOX/),
    expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is a live key.*SANDBOX/),
  ])
})

test.each(Object.entries(LIVE))('a live key together with a test key is refused: %s', (name, key) => {
  expect(problemsOf({ ...STRIPE, ...PRODUCTION, ...ADDRESS, [name]: key })).toEqual([
    expect.stringContaining('two live keys or two test keys'),
  ])
})

test.each([
  ['without an address', undefined, /^PUBLIC_URL is missing/],
  ['with an http address', 'http://shop.example', /^PUBLIC_URL has to begin with https/],
  ['with a name that only begins like this machine', 'http://localhost.example', /^PUBLIC_URL has to begin/],
])('a shop with live keys does not start %s', (_, address, problem) => {
  const environment = { ...STRIPE, ...LIVE, ...PRODUCTION, ...(address && { PUBLIC_URL: address }) }
  expect(problemsOf(environment)).toEqual([expect.stringMatching(problem)])
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://shop.example'])(
  'a shop with live keys starts at %s',
  (address) => {
    expect(problemsOf({ ...STRIPE, ...LIVE, ...PRODUCTION, PUBLIC_URL: address })).toEqual([])
  },
)

const GOOGLE = { GOOGLE_CLIENT_ID: 'sample', GOOGLE_CLIENT_SECRET: 'sample' }
const MAIL = { SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b.c' }

test.each([
  ['all sandboxes', {}],
  ['the sandbox of mail', { ...STRIPE, ...GOOGLE }],
  ['the sandbox of Google', { ...STRIPE, ...MAIL }],
  ['the sandbox of Stripe', { ...GOOGLE, ...MAIL }],
])('outside production a shop at a public address does not start with %s, unless it is said', (_, real) => {
  const environment = { ...real, PUBLIC_URL: 'https://shop.example' }
  expect(problemsOf(environment)).toEqual([expect.stringMatching(/NODE_ENV=production.*SANDBOX=on/)])
  expect(problemsOf({ ...environment, SANDBOX: 'off' })).toHaveLength(1)
  expect(problemsOf({ ...environment, SANDBOX: 'on' })).toEqual([])
  expect(readConfig({ ...environment, SANDBOX: 'on' }).sandboxBanner).toBe(true)
  const inCapitals = { ...environment, PUBLIC_URL: 'HTTPS://Shop.example/' }
  expect(problemsOf(inCapitals)).toHaveLength(1)
  expect(readConfig({ ...inCapitals, SANDBOX: 'on' }).publicUrl).toBe('https://shop.example')
})

test('without sandboxes, or on this machine, a shop may have an https address', () => {
  expect(problemsOf({ ...STRIPE, ...GOOGLE, ...MAIL, PUBLIC_URL: 'https://shop.example' })).toEqual([])
  expect(problemsOf({ PUBLIC_URL: 'https://localhost:3000' })).toEqual([])
})

test('a process has jobs, unless it is said that it has none', () => {
  expect(readConfig({}).runsJobs).toBe(true)
  expect(readConfig({ JOBS: 'off' }).runsJobs).toBe(false)
  expect(problemsOf({ JOBS: 'no' })).toEqual(['JOBS has to be "on" or "off"'])
})

test('an empty DATABASE_URL is refused, without one the shop is on SQLite', () => {
  expect(problemsOf({ DATABASE_URL: '' })).toEqual([expect.stringMatching(/^DATABASE_URL .*leave it out/)])
  expect(readConfig({}).databaseUrl).toBeUndefined()
})

test('a replica is an address of PostgreSQL, beside the one of its primary', () => {
  const [DATABASE_URL, DATABASE_READ_URL] = ['postgres://shop@one/shop', 'postgres://shop@two/shop']
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL)
  expect(problemsOf({ DATABASE_READ_URL })).toEqual([expect.stringMatching(/DATABASE_URL, which is missing/)])
  expect(problemsOf({ DATABASE_URL, DATABASE_READ_URL: 'two' })).toEqual([
    expect.stringMatching(/DATABASE_READ_URL .*postgres:/),
  ])
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL: '' }).databaseReadUrl).toBeUndefined()
})

test('the seller has a name and an address of several lines; without settings there is none and no tax', () => {
  expect(readConfig({}).sellerTerms).toEqual({ taxPercent: 0 })
  const seller = {
    SELLER_NAME: ' Sample Parts Ltd ',
    SELLER_ADDRESS: '1 Sample Street\\nSample Town\nSampleland',
    SELLER_TAX_ID: 'DE123456789',
    TAX_PERCENT: '8.875',
  }
  const address = '1 Sample Street\nSample Town\nSampleland'
  const named = { name: 'Sample Parts Ltd', address, taxId: 'DE123456789' }
  expect(readConfig(seller).sellerTerms).toEqual({ seller: named, taxPercent: 8.875 })
})

test.each([
  [{ SELLER_NAME: 'Sample' }, 'SELLER_ADDRESS is missing'],
  [{ SELLER_ADDRESS: 'Sample' }, 'SELLER_NAME is missing'],
  [{ SELLER_TAX_ID: 'DE123456789' }, 'SELLER_NAME is missing beside SELLER_TAX_ID'],
  [{ SELLER_NAME: 'x'.repeat(201), SELLER_ADDRESS: 'x' }, 'SELLER_NAME can have at most 200'],
  [{ SELLER_NAME: 'a\u0007', SELLER_ADDRESS: 'x' }, 'SELLER_NAME can have at most 200 printable'],
  [{ SELLER_NAME: 'x', SELLER_ADDRESS: `${'x\n'.repeat(11)}x` }, 'SELLER_ADDRESS can have at most 10 lines'],
  [{ TAX_PERCENT: '101' }, 'TAX_PERCENT has to be'],
  [{ TAX_PERCENT: '-1' }, 'TAX_PERCENT has to be'],
  [{ TAX_PERCENT: '19,0' }, 'TAX_PERCENT has to be'],
  [{ TAX_PERCENT: '1e1' }, 'TAX_PERCENT has to be'],
])('settings of a seller that are wrong are named: %o', (environment, problem) => {
  expect(problemsOf(environment as Record<string, string>)).toEqual([expect.stringContaining(problem)])
})

test('the address of a cache in front has http or https, and no name and password', () => {
  const url = 'http://127.0.0.1:6081/purge?key=1'
  expect(readConfig({ CDN_PURGE_URL: url }).cdnPurgeUrl).toBe(url)
  expect(readConfig({ CDN_PURGE_URL: '' }).cdnPurgeUrl).toBeUndefined()
  for (const wrong of ['127.0.0.1:6081', 'ftp://127.0.0.1', 'cache', 'http://ada:secret@127.0.0.1/'])
    expect(problemsOf({ CDN_PURGE_URL: wrong }), wrong).toEqual([expect.stringContaining('CDN_PURGE_URL')])
})

test('VIES is asked at an address with https, or of this machine; else its sandbox is, and nobody in production', () => {
  const vies = (environment: Record<string, string>) => readConfig(environment).vies
  const url = 'https://ec.europa.eu/taxation_customs/vies/rest-api'
  expect(vies({ VIES_URL: `${url}/` })).toEqual({ url })
  expect(vies({ VIES_URL: 'http://127.0.0.1:4020' })).toEqual({ url: 'http://127.0.0.1:4020' })
  expect(vies({})).toBe('sandbox')
  expect(vies({ VIES_URL: '' })).toBe('sandbox')
  expect(vies({ ...STRIPE, ...PRODUCTION })).toBe('off')
  expect(vies({ ...PRODUCTION, SANDBOX: 'on' })).toBe('sandbox')
  expect(vies({ ...STRIPE, ...PRODUCTION, VIES_URL: url })).toEqual({ url })
  for (const wrong of [
    'vies',
    'http://vies.example',
    'ftp://127.0.0.1',
    'https://a:b@vies.example',
    `${url}?a=1`,
  ])
    expect(problemsOf({ VIES_URL: wrong }), wrong).toEqual([expect.stringContaining('VIES_URL has to be')])
})

test('an empty shop is filled with the catalogue by default, in production with nothing, and SEED says otherwise', () => {
  const live = { ...PRODUCTION, ...ADDRESS, ...STRIPE, ...LIVE }
  expect(readConfig({}).seed).toBe('catalogue')
  expect(readConfig(live).seed).toBe('none')
  for (const seed of ['catalogue', 'demo', 'none']) {
    expect(readConfig({ SEED: seed }).seed).toBe(seed)
    expect(readConfig({ ...live, SEED: seed }).seed).toBe(seed)
  }
  expect(problemsOf({ SEED: 'all' })).toEqual([expect.stringContaining('"catalogue", "demo" or "none"')])
})

test('a store of files is an address of a bucket, with its key and its secret', () => {
  const files = {
    FILES_URL: 'https://s3.example/parts/?region=eu-central-1',
    FILES_KEY: 'key',
    FILES_SECRET: 'secret',
  }
  expect(readConfig({}).files).toBeUndefined()
  const found = { url: 'https://s3.example/parts', region: 'eu-central-1', key: 'key', secret: 'secret' }
  expect(readConfig(files).files).toEqual(found)
  const plain = readConfig({ ...files, FILES_URL: 'http://127.0.0.1:9000/parts' })
  expect(plain.files).toEqual({ ...found, url: 'http://127.0.0.1:9000/parts', region: 'us-east-1' })
  for (const url of [
    'parts',
    's3://parts',
    'https://s3.example',
    'https://s3.example/a/b',
    'https://key:secret@s3.example/parts',
  ])
    expect(problemsOf({ ...files, FILES_URL: url }), url).toEqual([expect.stringContaining('FILES_URL')])
  const overThe = (url: string) =>
    problemsOf({ ...PRODUCTION, ...ADDRESS, ...STRIPE, ...LIVE, ...files, FILES_URL: url })
  for (const url of ['http://s3.example/parts', 'http://10.0.0.7:9000/parts', 'HTTP://minio/parts'])
    expect(overThe(url), url).toEqual([expect.stringMatching(/^FILES_URL has to begin with https:/)])
  for (const url of [files.FILES_URL, 'http://127.0.0.1:9000/parts', 'http://localhost/parts'])
    expect(overThe(url), url).toEqual([])
  for (const name of Object.keys(files))
    expect(problemsOf({ ...files, [name]: '' })).toEqual([expect.stringContaining(`${name} is missing`)])
})
