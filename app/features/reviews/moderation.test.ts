import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
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
  expect((await list('?hidden=false')).body).toEqual([{ ...second, ...known }])
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
