import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'

const SCREWS = { name: 'Screws', attributes: [{ key: 'thread', label: 'Thread', kind: 'text' }] }

test('a category says of its parts what an admin wrote, and a description that is too long changes nothing', async () => {
  await using shop = await createTestApp()
  const admin = await shop.registerAdmin()
  const put = (slug: string, body: object) => shop.call('PUT', `/api/category/${slug}`, { as: admin, body })
  const said = async () => (await shop.call('GET', '/api/category')).body[0].description
  await put('screws', SCREWS)
  expect(await said()).toBeUndefined()
  const description = 'Part numbers: SC, the thread, the length.'
  expect((await put('screws', { ...SCREWS, description: ` ${description} ` })).body.description).toBe(
    description,
  )
  expect(await said()).toBe(description)
  for (const wrong of ['x'.repeat(501), 'two\nlines', '', 7]) {
    expect((await put('screws', { ...SCREWS, description: wrong })).status).toBe(422)
    expect(await said()).toBe(description)
  }
  // Who did not see the description does not delete it.
  const blind = await put('screws', { ...SCREWS, name: 'Bolts', before: SCREWS })
  expect([blind.status, blind.body.category.description]).toEqual([409, description])
  expect((await put('screws', SCREWS)).body.description).toBeUndefined()
})
