import { afterEach, beforeEach, expect, test } from 'vitest'
import { CUSTOMER_MAIL_NAMES } from '#features/customer-mails/limits.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterEach(() => app[Symbol.asyncDispose]())

const WORDS = {
  greeting: 'Dear {name},',
  closing: 'Yours,\nthe <b>team</b> of {shop}',
  paragraphs: { placed: 'About {number}: call <us>.\n\nAny time.', paid: 'Thank you.' },
}

const read = async () => (await app.call('GET', '/api/mail-words', { as: admin })).body
const save = (words: object, revision = 0, as = admin) =>
  app.call('PUT', '/api/mail-words', { body: { revision, words }, as })
const preview = (kind: string, words?: object, as = admin) =>
  app.call('POST', '/api/mail-words/preview', { body: { kind, ...(words && { words }) }, as })

const stored = async () => ({
  words: await app.shop.db.selectFrom('mail_words').selectAll().execute(),
  audit: (await app.shop.db.selectFrom('audit_entries').select('id').execute()).length,
})

test('the words stand in the mails that are sent, escaped; emptied ones are the shop’s own again', async () => {
  const ada = await app.register({ name: 'Ada <i>' })
  await verifyEmail(app.shop, ada)
  const product = await app.addProduct({ quantity: 10_000 })
  const mailOf = async () => {
    const order = await app.order(ada, product)
    await app.runJobs('mail')
    const mail = (await sandboxMailsIn(app.shop)).findLast(({ subject }) => subject.includes(order.number))
    return { number: order.number, text: mail?.text ?? '', html: mail?.html ?? '' }
  }
  expect((await mailOf()).text).toContain('\n\nHello Ada <i>,\n\n')
  const saved = await save({ ...WORDS, paragraphs: { ...WORDS.paragraphs, shipped: '' } })
  expect([saved.status, saved.body]).toEqual([200, { revision: 1, words: WORDS }])
  expect(await read()).toEqual(saved.body)
  const { number, text, html } = await mailOf()
  expect(text).toContain('\n\nDear Ada <i>,\n\nthank you for your order.')
  expect(text).toContain(`\n\nAbout ${number}: call <us>.\n\nAny time.\n\n`)
  expect(text).toMatch(/\n\nYours,\nthe <b>team<\/b> of .+\n$/)
  expect(html).toContain('>Dear Ada &lt;i&gt;,</p>')
  expect(html).toContain('Yours,<br>the &lt;b&gt;team&lt;/b&gt; of ')
  expect(html).not.toContain('<us>')
  const emptied = await save({ greeting: ' ', closing: '', paragraphs: { placed: ' \n ' } }, 1)
  expect(emptied.body).toEqual({ revision: 2, words: { paragraphs: {} } })
  expect((await mailOf()).text).toContain('\n\nHello Ada <i>,\n\nthank you')
  const { body: audited } = await app.call('GET', '/api/audit?kind=mail_words.changed', { as: admin })
  expect(audited).toHaveLength(2)
  expect(audited[1].changes).toContainEqual({ field: 'greeting', from: null, to: 'Dear {name},' })
})

test('a preview of every kind shows what would be sent, with words that are typed or saved, and sends and saves nothing', async () => {
  const before = [await stored(), (await mailsIn(app.shop)).length]
  const paragraphs = Object.fromEntries(CUSTOMER_MAIL_NAMES.map((kind) => [kind, `Words of ${kind}.`]))
  for (const kind of CUSTOMER_MAIL_NAMES) {
    const { status, body } = await preview(kind, { ...WORDS, paragraphs })
    expect([status, kind]).toEqual([200, kind])
    expect(body.subject).toContain('K7QW-3MXP')
    for (const part of [body.text, body.html]) expect(part).toContain(`Words of ${kind}.`)
    expect(body.text.includes('Dear Ada Sample,'), kind).toBe(
      !/^(?:answer|unproven|approval asked|return .*)$/.test(kind),
    )
    expect(body.html).not.toMatch(/<script|javascript:| on\w+=/i)
  }
  expect([await stored(), (await mailsIn(app.shop)).length]).toEqual(before)
  await save(WORDS)
  expect((await preview('paid')).body.text).toContain('Thank you.')
  expect((await preview('paid', { paragraphs: {} })).body.text).not.toContain('Thank you.')
})

test('what stands for nothing, is too long or of an unknown mail is refused at its field, and nothing is saved', async () => {
  const before = await stored()
  const wrong = [
    ['#/words/greeting', { greeting: 'Dear {nmae},' }],
    ['#/words/greeting', { greeting: 'Dear {number},' }],
    ['#/words/greeting', { greeting: 'two\nlines' }],
    ['#/words/greeting', { greeting: 'x'.repeat(101) }],
    ['#/words/closing', { closing: 'Yours, {name}' }],
    ['#/words/closing', { closing: 'x'.repeat(1001) }],
    ['#/words/paragraphs/paid', { paragraphs: { paid: 'a {} b' } }],
    ['#/words/paragraphs/paid', { paragraphs: { paid: 'a\u0007b' } }],
    ['#/words/paragraphs', { paragraphs: { unknown: 'a' } }],
    ['#/words/paragraphs', { paragraphs: undefined }],
  ] as const
  for (const [pointer, part] of wrong)
    for (const answer of [await save({ ...WORDS, ...part }), await preview('paid', { ...WORDS, ...part })])
      expect([answer.status, answer.body.errors?.[0]?.pointer], JSON.stringify(part)).toEqual([422, pointer])
  expect((await preview('unknown', WORDS)).status).toBe(422)
  expect(await stored()).toEqual(before)
})

test('another revision is refused with the words as they are; of many at once one is saved', async () => {
  await save(WORDS)
  const before = await stored()
  const old = await save({ paragraphs: {} }, 0)
  expect([old.status, old.body.code, old.body.mailWords]).toEqual([
    409,
    'revision_changed',
    { revision: 1, words: WORDS },
  ])
  expect(await stored()).toEqual(before)
  const many = await Promise.all(
    Array.from({ length: 5 }, (_, at) => save({ ...WORDS, greeting: `Dear ${at},` }, 1)),
  )
  expect(many.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
})

test('the words are for staff with the right to settings alone', async () => {
  const customer = await app.register()
  const clerk = await app.register()
  await verifyEmail(app.shop, clerk)
  await app.call('PUT', `/api/user/staff/${clerk.email}`, { body: { rights: ['orders'] }, as: admin })
  const before = await stored()
  for (const as of [customer, clerk]) {
    expect((await app.call('GET', '/api/mail-words', { as })).status).toBe(403)
    expect((await save(WORDS, 0, as)).status).toBe(403)
    expect((await preview('paid', WORDS, as)).status).toBe(403)
  }
  expect((await app.call('GET', '/api/mail-words')).status).toBe(401)
  expect(await stored()).toEqual(before)
})
