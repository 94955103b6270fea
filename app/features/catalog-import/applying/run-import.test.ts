import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterAll(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  app.call(method, path, { as: admin, ...(body && { body }) })

/** Uploads a file of new products; resolves to the id of the import. */
async function uploadNew(prefix: string, count: number): Promise<string> {
  const { body } = await app.call('POST', '/api/import', {
    body: fileOfParts(Array.from({ length: count }, (_, n) => ({ sku: `${prefix}-${n}` }))),
    as: admin,
    headers: { 'Content-Type': 'text/csv' },
  })
  return body._id
}

const stateOf = async (id: string): Promise<string> => (await send('GET', `/api/import/${id}`)).body.state

test('while an import is applied admins change no product and no category, and orders go on', async () => {
  const product = await app.addProduct()
  const id = await uploadNew('HELD', 1)
  const lock = app.shop.db.updateTable('catalog_lock')
  await lock.set({ locked_by: 'another' }).execute()
  const stock = { change: 5, reason: 'Found.' }
  const refused = [
    await send('POST', `/api/product/${product._id}/stock`, stock),
    await send('DELETE', `/api/product/${product._id}`),
    await send('PUT', '/api/category/held', { name: 'Held', attributes: [] }),
    await send('POST', `/api/import/${id}/apply`),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from(refused, () => [409, 'catalog_locked']),
  )
  const { body } = await app.call('GET', `/api/part/${product.sku}`)
  expect(body).toEqual(product)
  expect(await stateOf(id)).toBe('ready')
  await app.order(await app.register(), product)
  await lock.set({ locked_by: null }).execute()
  expect((await send('POST', `/api/product/${product._id}/stock`, stock)).status).toBe(200)
})

test('of two calls that apply an import at once one does, and the other says so', async () => {
  const id = await uploadNew('TWICE', 150)
  const answers = await Promise.all([1, 2].map(() => send('POST', `/api/import/${id}/apply`)))
  answers.push(await send('POST', `/api/import/${id}/apply`))
  expect(answers.map(({ status, body }) => [status, body.code ?? body.state]).sort()).toEqual([
    [200, 'applied'],
    [409, 'conflict'],
    [409, 'conflict'],
  ])
  expect(answers.at(-1)?.body.detail).toBe('The import is applied already.')
  expect(await stateOf(id)).toBe('applied')
  const events = app.shop.db.selectFrom('audit_entries').select('id').where('subject', '=', id)
  expect(await events.where('kind', '=', 'import.applied').execute()).toHaveLength(1)
})
