import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
let author: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  author = await shop.register({ name: 'Sample Author' })
})
afterEach(() => shop[Symbol.asyncDispose]())

async function post(comment: string): Promise<Answer['body']> {
  shop.shop.advance(1000)
  const body = { comment, rating: '4', name: '' }
  return (await shop.call('POST', '/api/rating', { body, as: author })).body
}

const list = (query = '', as: Person | undefined = query ? admin : undefined) =>
  shop.call('GET', `/api/rating${query}`, { as })

const commentsOf = ({ body }: Answer) => body.map(({ comment }: { comment: string }) => comment)

const hide = (id: string, hidden: unknown = true, as: Person | undefined = admin) =>
  shop.call('PUT', `/api/rating/${id}`, { body: { hidden }, as })

const audited = async () =>
  shop.shop.db.selectFrom('audit_entries').select(['kind', 'subject', 'changes']).orderBy('id').execute()

/** What the server's cache sends to visitors. */
async function cached() {
  const request = { method: 'GET', url: '/api/rating', acceptEncoding: undefined, ifNoneMatch: undefined }
  const answer = await shop.app.publicCache.answer(request)
  return JSON.parse(Buffer.from(answer?.body ?? []).toString())
}

test('a hidden review is on no public list, cached ones included, until it is shown again', async () => {
  const [first, second] = [await post('First'), await post('Second')]
  expect(await cached()).toEqual([second, first])
  const known = { createdAt: expect.any(String), email: author.email }
  const hidden = await hide(first._id)
  expect([hidden.status, hidden.body]).toEqual([200, { ...first, ...known, hidden: true }])
  expect(await cached()).toEqual([second])
  expect((await list()).body).toEqual([second])
  expect((await list('?hidden=true')).body).toEqual([{ ...first, ...known, hidden: true }])
  expect((await list('?hidden=false')).body).toEqual([{ ...second, ...known, unread: true }])
  expect((await list('?hidden=true')).headers.get('cache-control')).toBe('no-store')
  expect((await hide(first._id)).body).toEqual(hidden.body)
  expect((await hide(first._id, false)).body).toEqual({ ...first, ...known })
  expect(await cached()).toEqual([second, first])
  expect(await audited()).toEqual([
    { kind: 'review.hidden', subject: first._id, changes: '[{"field":"hidden","from":false,"to":true}]' },
    { kind: 'review.shown', subject: first._id, changes: '[{"field":"hidden","from":true,"to":false}]' },
  ])
})

// attack: hidden-review
test('only admins hide and read hidden reviews, and a refused call changes nothing', async () => {
  const review = await post('First')
  expect((await hide(review._id, true, author)).status).toBe(403)
  expect((await shop.call('PUT', `/api/rating/${review._id}`, { body: { hidden: true } })).status).toBe(401)
  expect((await hide('unknown')).status).toBe(404)
  for (const wrong of ['true', 1, null, '']) expect((await hide(review._id, wrong)).status).toBe(422)
  expect((await list()).body).toEqual([review])
  expect(await audited()).toEqual([])
  for (const query of ['?hidden=true', '?hidden=false']) {
    expect((await list(query, author)).status).toBe(403)
    expect((await shop.call('GET', `/api/rating${query}`)).status).toBe(401)
  }
  for (const query of ['?hidden=yes', '?hidden=true&limit=0', '?hidden=true&after=x'])
    expect([query, (await list(query)).status]).toEqual([query, 422])
})

test('the lists for admins have pages; of the same time each review is listed once', async () => {
  for (const comment of ['a', 'b', 'c', 'd', 'e']) await post(comment)
  await shop.shop.db
    .updateTable('ratings')
    .set({ created_at: 1 })
    .where('comment', 'in', ['a', 'b', 'c'])
    .execute()
  const seen: string[] = []
  let path: string | undefined = '/api/rating?hidden=false&limit=2'
  while (path) {
    const answer: Answer = await shop.call('GET', path, { as: admin })
    seen.push(...commentsOf(answer))
    expect(answer.headers.get('x-total-count')).toBe('5')
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(seen.slice(0, 2)).toEqual(['e', 'd'])
  expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect((await list('?hidden=true')).headers.get('x-total-count')).toBe('0')
})

test('a review is verified as soon as its writer has paid an order, and stays so', async () => {
  const before = await post('Before')
  const product = await shop.addProduct()
  const order = await shop.order(author, product)
  expect(await cached()).toEqual([before])
  const other = await shop.register()
  await shop.pay(other, await shop.order(other, product))
  expect(await cached()).toEqual([before])
  await shop.pay(author, order)
  expect(await cached()).toEqual([{ ...before, verified: true }])
  expect(await post('After')).toMatchObject({ comment: 'After', verified: true })
  await shop.pay(author, await shop.order(author, product))
  expect((await list('?hidden=false')).body).toMatchObject([{ verified: true }, { verified: true }])
})

const change = (id: string, body: object, as: Person = admin) =>
  shop.call('PUT', `/api/rating/${id}`, { body, as })

test('the shop answers a review, which visitors read below it; what differs in nothing changes nothing', async () => {
  const review = await post('Nothing arrived.')
  const answered = await change(review._id, { answer: 'It arrived today.' })
  expect([answered.status, answered.body]).toMatchObject([200, { ...review, answer: 'It arrived today.' }])
  expect(answered.body.unread).toBeUndefined()
  expect(await cached()).toEqual([{ ...review, answer: 'It arrived today.' }])
  await change(review._id, { answer: 'It arrived today.' })
  expect(await audited()).toMatchObject([{ kind: 'review.answered', subject: review._id }])
  const before = await shop.shop.db.selectFrom('ratings').selectAll().execute()
  for (const body of [{}, { answer: '' }, { answer: 'x'.repeat(1001) }, { read: false }, { hidden: 1 }])
    expect((await change(review._id, body)).status).toBe(422)
  expect((await change(review._id, { answer: 'Mine' }, author)).status).toBe(403)
  expect((await change('unknown', { answer: 'None' })).status).toBe(404)
  expect(await shop.shop.db.selectFrom('ratings').selectAll().execute()).toEqual(before)
  await change(review._id, { answer: null })
  expect(await cached()).toEqual([review])
})

test('a new review is a task and a mail for the staff until somebody reads it', async () => {
  const newReviews = async () => (await shop.call('GET', '/api/overview', { as: admin })).body.open.newReviews
  const mails = async () =>
    (await mailsIn(shop.shop)).filter(({ subject }) => subject === 'A customer wrote a review')
  expect(await newReviews()).toBe(0)
  const [first, second, third] = [await post('First <b>'), await post('Second'), await post('Third')]
  expect(await newReviews()).toBe(3)
  const told = await mails()
  expect(told.map(({ to, text }) => [to, text?.includes('First <b>')])).toEqual([[admin.email, true]])
  await change(first._id, { read: true })
  await hide(second._id)
  await change(third._id, { answer: 'Thank you.' })
  expect(await newReviews()).toBe(0)
  expect((await list('?hidden=false')).body.map((review: object) => 'unread' in review)).toEqual([
    false,
    false,
  ])
  await post('Fourth')
  expect([await newReviews(), (await mails()).length]).toEqual([1, 2])
  expect((await audited()).map(({ kind }) => kind)).toEqual([
    'review.read',
    'review.hidden',
    'review.answered',
  ])
})
