import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import type { Person } from '#tests/support/customer.ts'
import { mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { MAXIMUM_MESSAGES, MAXIMUM_WAITING } from './limits.ts'

const DESK = 'desk@shop.example'

let app: TestApp
let admin: Person
let ada: Person
let eve: Person
let product: Awaited<ReturnType<TestApp['addProduct']>>

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  const { body } = await app.call('GET', '/api/settings', { as: admin })
  const mails = { newOrders: [DESK], lowStock: [] }
  expect((await app.call('PUT', '/api/settings', { body: { ...body, mails }, as: admin })).status).toBe(200)
  ada = await app.register({ name: '<b>Ada</b>' })
  eve = await app.register()
  product = await app.addProduct({ quantity: 100_000 })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.shop.db.deleteFrom('rate_limits').execute())

const order = () => app.order(ada, product)

const own = ({ _id }: Order, as = ada) => app.call('GET', `/api/myorder/${_id}/messages`, { as })
const ask = ({ _id }: Order, text: unknown, as = ada, headers = {}) =>
  app.call('POST', `/api/myorder/${_id}/messages`, { body: { text }, as, headers })
const answer = ({ _id }: Order, text: unknown, as = admin, headers = {}) =>
  app.call('POST', `/api/order/${_id}/messages`, { body: { text }, as, headers })
const managed = async ({ _id }: Order) =>
  (await app.call('GET', `/api/order/${_id}/messages`, { as: admin })).body

const rows = () => app.shop.db.selectFrom('order_messages').selectAll().orderBy('id').execute()

const toAnswer = async () => ({
  listed: (await app.call('GET', '/api/orders?status=to_answer', { as: admin })).body.map(
    ({ _id }: Order) => _id,
  ),
  marked: (await app.call('GET', '/api/orders', { as: admin })).body
    .filter((listed: Order) => listed.toAnswer)
    .map(({ _id }: Order) => _id),
  counted: (await app.call('GET', '/api/overview', { as: admin })).body.open.toAnswer,
})

test('a question is marked in all lists until the staff answer, who are told by mail, as the customer is', async () => {
  const about = await order()
  const asked = await ask(about, '  Two bags were <i>empty</i>.\nPlease call.  ')
  expect([asked.status, asked.body]).toEqual([
    201,
    {
      _id: expect.any(String),
      at: expect.any(String),
      by: 'customer',
      text: 'Two bags were <i>empty</i>.\nPlease call.',
    },
  ])
  expect(await toAnswer()).toEqual({ listed: [about._id], marked: [about._id], counted: 1 })
  expect(await managed(about)).toEqual([{ ...asked.body, waits: true }])
  app.shop.advance(1000)
  const given = await answer(about, 'We send them again.')
  expect(given.body).toMatchObject({ by: 'shop', text: 'We send them again.', email: admin.email })
  expect(await toAnswer()).toEqual({ listed: [], marked: [], counted: 0 })
  expect(await managed(about)).toEqual([asked.body, given.body])
  const { email: _, ...shown } = given.body
  expect((await own(about)).body).toEqual([asked.body, shown])
  await app.runJobs('mail')
  const [question, reply] = (await sandboxMailsIn(app.shop)).slice(-2)
  expect(question).toMatchObject({ recipient: DESK, subject: `A message about order ${about.number}` })
  expect(question?.text).toContain('Two bags were <i>empty</i>.\n  Please call.')
  expect(question?.html).toContain('Two bags were &lt;i&gt;empty&lt;/i&gt;.')
  expect(question?.html).not.toContain('<b>Ada')
  expect(reply).toMatchObject({ recipient: ada.email, subject: `An answer about your order ${about.number}` })
  expect(reply?.text).toContain('We send them again.')
  // Nobody confirmed the address of the account: the mail says nothing that its holder typed.
  expect(reply?.text).not.toContain('bags')
  const audited = await app.call('GET', `/api/audit?q=${about._id}`, { as: admin })
  expect(audited.body.map(({ kind }: { kind: string }) => kind)).toEqual(['order.answered'])
})

test('what is written while a mail is tried again is told once, by the next mail', async () => {
  const about = await order()
  const before = (await sandboxMailsIn(app.shop)).length
  await ask(about, 'The first question')
  await app.shop.db.updateTable('outbox').set({ attempts: 1 }).where('about', '=', about._id).execute()
  app.shop.advance(1000)
  await ask(about, 'The second question')
  await app.runJobs('mail')
  await app.runJobs('mail')
  const told = (await sandboxMailsIn(app.shop)).slice(before).filter(({ recipient }) => recipient === DESK)
  expect(told.map(({ text }) => text.match(/The \w+ question/g))).toEqual([
    ['The first question'],
    ['The second question'],
  ])
  await app.call('POST', `/api/order/${about._id}/messages`, { as: admin, body: { text: 'An answer' } })
})

test('what needs no answer is closed without one, and is not marked any more', async () => {
  const about = await order()
  await ask(about, 'Thank you!')
  const mails = (await mailsIn(app.shop)).length
  const close = () => app.call('POST', `/api/order/${about._id}/messages/close`, { as: admin })
  expect((await close()).body).toEqual({ modifiedCount: 1 })
  expect((await close()).body).toEqual({ modifiedCount: 0 })
  expect(await toAnswer()).toEqual({ listed: [], marked: [], counted: 0 })
  expect((await mailsIn(app.shop)).length).toBe(mails)
  const audited = await app.call('GET', '/api/audit?kind=order.question_closed', { as: admin })
  expect(audited.body).toHaveLength(1)
})

// attack: others-messages
test('messages are for the customer of the order and for the staff alone, and a refused one writes nothing', async () => {
  const about = await order()
  await ask(about, 'A secret of Ada')
  const before = [await rows(), (await mailsIn(app.shop)).length]
  for (const as of [eve, admin]) {
    expect((await own(about, as)).status).toBe(404)
    expect((await ask(about, 'Not mine', as)).status).toBe(404)
  }
  for (const path of [`/api/order/${about._id}/messages`, `/api/order/${about._id}/messages/close`])
    for (const as of [ada, eve]) expect((await app.call('POST', path, { body: {}, as })).status).toBe(403)
  expect((await app.call('GET', `/api/order/${about._id}/messages`, { as: ada })).status).toBe(403)
  for (const text of ['', '  ', 'x'.repeat(2001), 'a\u0007b', ['a'], undefined])
    expect((await ask(about, text)).status, String(text).slice(0, 9)).toBe(422)
  for (const path of ['/api/myorder/unknown/messages', '/api/order/unknown/messages'])
    expect((await app.call('POST', path, { body: { text: 'a' }, as: admin })).status).toBe(404)
  expect([await rows(), (await mailsIn(app.shop)).length]).toEqual(before)
  await app.call('POST', `/api/order/${about._id}/messages/close`, { as: admin })
})

test('the same key writes once, on either side, also of requests at once; another text with it is refused', async () => {
  const about = await order()
  const headers = { 'Idempotency-Key': 'one' }
  const mails = (await mailsIn(app.shop)).length
  const asked = await Promise.all([1, 2, 3].map(() => ask(about, 'Once', ada, headers)))
  expect(new Set(asked.map(({ body }) => body._id)).size).toBe(1)
  expect((await mailsIn(app.shop)).length).toBe(mails + 1)
  const answered = [await answer(about, 'Once', admin, headers), await answer(about, 'Once', admin, headers)]
  expect(answered[0]?.body._id).toBe(answered[1]?.body._id)
  const refused = await ask(about, 'Twice', ada, headers)
  expect([refused.status, refused.body.code]).toEqual([422, 'key_reused'])
  expect((await own(about)).body.map(({ by }: { by: string }) => by)).toEqual(['customer', 'shop'])
})

// attack: endless-messages
test('of many messages at once no more wait for an answer than may, each order has so many at most, and one mail waits', async () => {
  const about = await order()
  const mails = (await mailsIn(app.shop)).length
  const sent = await Promise.all(
    Array.from({ length: MAXIMUM_WAITING + 3 }, (_, at) => ask(about, `No. ${at}`)),
  )
  const refused = sent.filter(({ status }) => status === 409)
  expect([sent.filter(({ status }) => status === 201).length, refused.length]).toEqual([MAXIMUM_WAITING, 3])
  expect(refused[0]?.body.code).toBe('too_many')
  expect((await mailsIn(app.shop)).length).toBe(mails + 1)
  await answer(about, 'All of it')
  expect((await ask(about, 'One more')).status).toBe(201)
  const [row] = (await rows()).slice(-1)
  if (!row) throw new Error('there is no message')
  const filler = Array.from({ length: MAXIMUM_MESSAGES }, (_, at) => ({
    ...row,
    id: `filler ${at}`,
    waits: 0 as const,
  }))
  await app.shop.db.insertInto('order_messages').values(filler).execute()
  const before = await rows()
  for (const last of [await ask(about, 'Too many'), await answer(about, 'Too many')])
    expect([last.status, last.body.code]).toEqual([409, 'too_many'])
  expect(await rows()).toEqual(before)
  await app.call('POST', `/api/order/${about._id}/messages/close`, { as: admin })
})

test('a customer reads and writes about a cancelled order too; without addresses of the staff the seller gets the mail, without both nobody', async () => {
  const about = await order()
  await app.call('DELETE', `/api/myorder/${about._id}`, { as: ada })
  const { body } = await app.call('GET', '/api/settings', { as: admin })
  const mails = { newOrders: [], lowStock: [] }
  const save = async (seller: object) => {
    const { revision } = (await app.call('GET', '/api/settings', { as: admin })).body
    const settings = { ...body, revision, mails, seller }
    expect((await app.call('PUT', '/api/settings', { body: settings, as: admin })).status).toBe(200)
  }
  const { email: _, ...nameless } = body.seller
  await save(nameless)
  const sent = async () => (await mailsIn(app.shop)).length
  const before = await sent()
  expect((await ask(about, 'Why was it cancelled?')).status).toBe(201)
  expect(await sent()).toBe(before)
  expect(await toAnswer()).toMatchObject({ listed: [about._id], counted: 1 })
  await save({ ...nameless, email: 'seller@shop.example' })
  expect((await ask(about, 'Please tell me.')).status).toBe(201)
  expect(await sent()).toBe(before + 1)
  await app.runJobs('mail')
  expect((await sandboxMailsIn(app.shop)).at(-1)).toMatchObject({
    recipient: 'seller@shop.example',
    subject: `A message about order ${about.number}`,
  })
  expect((await answer(about, 'You did.')).status).toBe(201)
})
