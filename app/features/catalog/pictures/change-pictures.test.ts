import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Answer, Person } from '#tests/support/customer.ts'
import { plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { replacementOf } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let product: Product

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  product = await app.addProduct({ image: '/first.png' })
})
afterEach(() => app[Symbol.asyncDispose]())

const read = async (): Promise<Product> => (await app.call('GET', `/api/order/${product._id}`)).body

const put = async (
  images: unknown,
  given: { revision?: number; as?: Person; id?: string } = {},
): Promise<Answer> => {
  const { as = admin, id = product._id, revision = (await read()).revision } = given
  return app.call('PUT', `/api/product/${id}/pictures`, { as, body: { images, revision } })
}

async function refused(call: () => Promise<Answer>, status: number): Promise<Answer> {
  const rows = () =>
    Promise.all([
      app.shop.db.selectFrom('products').selectAll().execute(),
      app.shop.db.selectFrom('audit_entries').select('id').execute(),
      app.shop.db.selectFrom('images').selectAll().execute(),
    ])
  const before = await rows()
  const answer = await call()
  expect(answer.status).toBe(status)
  expect(await rows()).toEqual(before)
  return answer
}

const upload = async (): Promise<string> => {
  const body = uploadOf(await plainPicture(40, 30).png().toBuffer())
  return (await app.call('POST', '/api/image', { as: admin, body })).body.image
}

test('a product has its image as its one picture, and then others in their sequence with their texts', async () => {
  expect(product.images).toEqual([{ image: '/first.png' }])
  const uploaded = await upload()
  const images = [{ image: uploaded, alt: 'From above' }, { image: '/first.png' }, { image: '/side.png' }]
  const { status, body } = await put(images)
  expect(status).toBe(200)
  expect(body).toMatchObject({ image: uploaded, images, revision: product.revision + 1 })
  expect(await read()).toMatchObject({ image: uploaded, images })
  expect((await app.call('GET', '/api/product')).body[0]).toMatchObject({ image: uploaded, images })
  const kept = await app.shop.db.selectFrom('images').selectAll().execute()
  expect(kept).toEqual([{ id: uploaded.slice('/images/'.length), kept: 1 }])
  const [entry] = (await app.call('GET', `/api/product/${product._id}/history`, { as: admin })).body
  expect(entry).toMatchObject({
    kind: 'changed',
    changes: [
      { field: 'image', from: '/first.png', to: uploaded },
      { field: 'images', from: [{ image: '/first.png' }], to: images },
    ],
  })
  // The same again is no change.
  expect((await put(images)).body.revision).toBe(product.revision + 1)
  expect((await put([{ image: '/first.png' }])).body.images).toEqual([{ image: '/first.png' }])
})

test('a change of the image alone takes the place of the first, without the text of that', async () => {
  await put([
    { image: '/first.png', alt: 'The first' },
    { image: '/side.png', alt: 'The side' },
  ])
  const change = async (image: string) => {
    const body = replacementOf(await read(), { image })
    return (await app.call('PUT', `/api/product/${product._id}`, { as: admin, body })).body.images
  }
  expect(await change('/other.png')).toEqual([
    { image: '/other.png' },
    { image: '/side.png', alt: 'The side' },
  ])
  // A picture that becomes the first one is not there twice.
  expect(await change('/side.png')).toEqual([{ image: '/side.png' }])
  const csv = `sku,image\n${product.sku},/first.png\n`
  const headers = { 'Content-Type': 'text/csv' }
  const { _id } = (await app.call('POST', '/api/import', { as: admin, headers, body: csv })).body
  await app.call('POST', `/api/import/${_id}/apply`, { as: admin, body: {} })
  expect((await read()).images).toEqual([
    { image: '/first.png', alt: 'The first' },
    { image: '/side.png', alt: 'The side' },
  ])
})

test('another change meanwhile, archived and unknown products, and what are no pictures are refused', async () => {
  const stale = await refused(() => put([{ image: '/b.png' }], { revision: product.revision - 1 }), 409)
  expect([stale.body.code, stale.body.product._id]).toEqual(['revision_changed', product._id])
  const nine = Array.from({ length: 9 }, (_, index) => ({ image: `/${index}.png` }))
  for (const images of [
    [],
    nine,
    [{ image: '/a.png' }, { image: '/a.png' }],
    [{ image: 'http://elsewhere.example/a.png' }],
    [{ image: '/a.png', alt: 'x'.repeat(201) }],
    [{ image: '/a.png', alt: 'two\nlines' }],
    '/a.png',
  ])
    await refused(() => put(images), 422)
  const missing = `/images/${'0'.repeat(24)}`
  const gone = await refused(() => put([{ image: '/a.png' }, { image: missing }]), 422)
  expect(gone.body.errors).toMatchObject([{ pointer: '#/images/1/image' }])
  await refused(async () => put([{ image: '/a.png' }], { id: 'unknown' }), 404)
  const customer = await app.register()
  await refused(() => put([{ image: '/a.png' }], { as: customer }), 403)
  const { revision } = await read()
  await app.call('DELETE', `/api/product/${product._id}`, { as: admin })
  await refused(() => put([{ image: '/a.png' }], { revision: revision + 1 }), 404)
})

test('of two changes at once one holds, and the other is told', async () => {
  const answers = await Promise.all(
    ['/one.png', '/two.png'].map((image) => put([{ image }], { revision: product.revision })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})
