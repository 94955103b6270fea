import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../tests/support/customer.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let shop: TestApp
let author: Person

beforeEach(async () => {
  shop = await createTestApp()
  author = await shop.register({ name: 'Sample Author' })
})
afterEach(() => shop[Symbol.asyncDispose]())

const valid = { comment: 'Counted and labelled.', rating: '4.5', name: 'Sample Name' }

const post = (change: object = {}, as: Person | undefined = author) =>
  shop.call('POST', '/api/rating', { body: { ...valid, ...change }, as })

const list = async () => (await shop.call('GET', '/api/rating')).body

// spec: testimonial-fields, get-rating
test('a review is posted with exactly its fields, and every visitor can read it', async () => {
  const posted = await post()
  expect(posted.status).toBe(201)
  expect(posted.body).toEqual({ ...valid, rating: 4.5, _id: expect.any(String) })
  expect(await list()).toEqual([posted.body])
})

test('the newest review is listed first, and two of the same time are both listed', async () => {
  await post({ comment: 'first' })
  shop.shop.advance(1000)
  await post({ comment: 'second' })
  await post({ comment: 'third' })
  const comments = (await list()).map((review: { comment: string }) => review.comment)
  expect(comments.slice(0, 2).sort()).toEqual(['second', 'third'])
  expect(comments[2]).toBe('first')
})

// spec: review-fields
test('a rating is free text, stored to the nearest half', async () => {
  const ratings = [
    ['4', 4],
    ['4,5', 4.5],
    ['4/5', 4],
    ['4 stars', 4],
    [' 3.7 ', 3.5],
    ['3.75', 4],
    ['0', 0],
    [5, 5],
  ]
  for (const [rating, stars] of ratings) {
    shop.shop.advance(1000)
    expect([rating, (await post({ rating })).body.rating]).toEqual([rating, stars])
    expect((await list())[0].rating).toBe(stars)
  }
})

const invalid: [field: string, value: unknown][] = [
  ...['good', '5.5', '-1', '', null, '4'.repeat(50)].map((value): [string, unknown] => ['rating', value]),
  ...['', ' \n ', undefined, 'x'.repeat(1001), 'a\0b', 'a\ud800b'].map((value): [string, unknown] => [
    'comment',
    value,
  ]),
  ['name', 'x'.repeat(101)],
]

test('an invalid field is refused and named, and nothing is stored', async () => {
  for (const [field, value] of invalid) {
    const refused = await post({ [field]: value })
    expect([field, value, refused.status]).toEqual([field, value, 422])
    expect(refused.body.errors).toEqual([{ pointer: `#/${field}`, detail: expect.any(String) }])
  }
  expect(await list()).toEqual([])
})

test('a comment has up to 1000 characters, and is stored as written, without surrounding spaces', async () => {
  const comment = `<b>"${'ä'.repeat(994)}`
  expect((await post({ comment: ` ${comment}\n` })).status).toBe(201)
  expect((await post({ comment: 'x' })).status).toBe(201)
  const comments = (await list()).map((review: { comment: string }) => review.comment)
  expect(comments.sort()).toEqual([comment, 'x'].sort())
})

test('a review without a name gets the name of the account', async () => {
  for (const name of ['', '  ', undefined]) {
    expect((await post({ name })).body.name).toBe('Sample Author')
  }
})

test('only signed-in customers post; the e-mail address is not published', async () => {
  expect((await shop.call('POST', '/api/rating', { body: valid })).status).toBe(401)
  const cookieAlone = await shop.call('POST', '/api/rating', {
    body: valid,
    headers: { Cookie: author.cookie },
  })
  expect(cookieAlone.status).toBe(401)
  expect(await list()).toEqual([])
  await post()
  expect(JSON.stringify(await list())).not.toContain(author.email)
})
