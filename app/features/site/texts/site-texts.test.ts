import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectShown } from '#kit/public-cache/shown.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { ORIGINAL_TEXTS } from './original-texts.ts'
import { currentHomeTexts, currentTexts } from './site-texts.ts'

let shop: TestApp
let admin: Person

beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterAll(() => shop[Symbol.asyncDispose]())

const read = async () => (await shop.call('GET', '/api/texts', { as: admin })).body

const put = (body: unknown) => shop.call('PUT', '/api/texts', { as: admin, body })

async function change(texts: object): Promise<void> {
  const { status, body } = await put({ revision: (await read()).revision, texts })
  expect([status, body.texts]).toEqual([200, expect.anything()])
}

beforeEach(() => change({}))

test('a shop begins with the texts of the specification', async () => {
  await using fresh = await createTestApp()
  const as = await fresh.registerAdmin()
  const { body } = await fresh.call('GET', '/api/texts', { as })
  expect(body).toEqual({ revision: 0, texts: {}, original: ORIGINAL_TEXTS })
  expect(await currentTexts(fresh.shop)).toEqual(ORIGINAL_TEXTS)
})

test('a changed text is shown at once; one that says the original again is unset', async () => {
  const numbers = [{ label: 'Served', number: 7, unit: 'K', suffix: '' }]
  await change({ heroHeading: '  Screws  ', welcomeText: 'One.\n\nTwo.', numbers, skillsHeading: 'Skills' })
  expect((await read()).texts).toEqual({ heroHeading: 'Screws', welcomeText: 'One.\n\nTwo.', numbers })
  expect(await currentTexts(shop.shop)).toEqual({
    ...ORIGINAL_TEXTS,
    ...{ heroHeading: 'Screws', welcomeText: 'One.\n\nTwo.', numbers },
  })
  await change({ heroHeading: ORIGINAL_TEXTS.heroHeading, imprintText: 'Hours: 9 to 5' })
  expect((await read()).texts).toEqual({ imprintText: 'Hours: 9 to 5' })
  const { content, tags } = await collectShown(() => currentHomeTexts(shop.shop))
  expect(tags).toContain('texts')
  expect(content.heroHeading).toBe(ORIGINAL_TEXTS.heroHeading)
  expect(Object.keys(content).filter((name) => /^(terms|imprint)/.test(name))).toEqual([])
})

test('the change is in the audit log by its texts; the same again changes nothing', async () => {
  await change({ termsHeading: 'Our terms' })
  const { revision } = await read()
  await change({ termsHeading: 'Our terms' })
  expect((await read()).revision).toBe(revision)
  const [entry] = (await shop.call('GET', '/api/audit?kind=texts.changed', { as: admin })).body
  expect(entry).toMatchObject({
    subject: 'texts',
    changes: [{ field: 'termsHeading', from: 'Terms', to: 'Our terms' }],
  })
})

test('two admins: the second is refused and told what the first saved', async () => {
  const { revision } = await read()
  const answers = await Promise.all(
    ['one', 'two'].map((heroHeading) => put({ revision, texts: { heroHeading } })),
  )
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect([saved?.status, refused?.status]).toEqual([200, 409])
  expect(refused?.body).toMatchObject({ code: 'revision_changed', pageTexts: saved?.body })
  expect(await read()).toEqual(saved?.body)
})

// attack: injected-script
test.each([
  [{ heroHeading: '' }, 'heroHeading'],
  [{ heroHeading: 'x'.repeat(201) }, 'heroHeading'],
  [{ heroHeading: 'two\nlines' }, 'heroHeading'],
  [{ heroMoreTarget: 'javascript:alert(1)' }, 'heroMoreTarget'],
  [{ heroMoreTarget: '//evil.example' }, 'heroMoreTarget'],
  [{ heroMoreTarget: '' }, 'heroMoreTarget'],
  [{ portfolioSecondTarget: 'data:text/html,x' }, 'portfolioSecondTarget'],
  [{ portfolioThird: '' }, 'portfolioThird'],
  [{ welcomeText: 7 }, 'welcomeText'],
  [{ termsText: 'x'.repeat(20_001) }, 'termsText'],
  [{ imprintText: 'a\u0000b' }, 'imprintText'],
  [{ skills: [{ name: 'CSS', percent: 101 }] }, 'skills/0/percent'],
  [{ skills: [{ name: '', percent: 1 }] }, 'skills/0/name'],
  [{ skills: Array(21).fill({ name: 'CSS', percent: 1 }) }, 'skills'],
  [{ numbers: [{ label: 'a', number: 1.5, unit: '', suffix: '' }] }, 'numbers/0/number'],
  [{ numbers: [{ label: 'a', number: null, unit: '', suffix: '' }] }, 'numbers/0/number'],
  [{ numbers: [{ label: 'a', number: 1, unit: 'x'.repeat(11), suffix: '' }] }, 'numbers/0/unit'],
])('%j is refused, and nothing changes', async (texts, field) => {
  const before = await read()
  const { status, body } = await put({ revision: before.revision, texts })
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'invalid', `#/texts/${field}`])
  expect(await read()).toEqual(before)
})

test('the longest texts fit into a request, in any script', async () => {
  const longest = {
    termsText: '字'.repeat(20_000),
    imprintText: '字'.repeat(5000),
    welcomeText: '字'.repeat(2000),
  }
  await change(longest)
  expect((await read()).texts).toEqual(longest)
})

test('visitors of the home page load no text of another page', async () => {
  await change({ portfolioName: 'Sample team' })
  const names = Object.keys(await currentHomeTexts(shop.shop))
  expect(names).toContain('heroHeading')
  expect(names.filter((name) => /^(portfolio|terms|imprint)/.test(name))).toEqual([])
})

test('only admins read and change them', async () => {
  const before = await read()
  const customer = await shop.register()
  for (const as of [undefined, customer]) {
    const status = as ? 403 : 401
    expect((await shop.call('GET', '/api/texts', { as })).status).toBe(status)
    const body = { revision: before.revision, texts: { heroHeading: 'Mine' } }
    expect((await shop.call('PUT', '/api/texts', { as, body })).status).toBe(status)
  }
  expect(await read()).toEqual(before)
})
