import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, ORIGIN, type Person } from '#tests/support/customer.ts'
import { plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { pictureKey } from './sent-pictures.ts'

const NUTS = {
  name: 'Nuts',
  attributes: [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'flats', label: 'Across flats', unit: 'mm', kind: 'number' },
  ],
  shape: { slug: 'hexagon-nut', parameters: { thread: 'thread', flats: 'flats', standard: 'DIN 934' } },
}

let app: TestApp
let admin: Person
let pictures: Record<string, string>

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  await app.call('PUT', '/api/category/nuts', { as: admin, body: NUTS })
  const paths: string[] = []
  for (let number = 0; number < 3; number += 1) {
    const body = uploadOf(await plainPicture(20, 20).png().toBuffer())
    paths.push((await app.call('POST', '/api/image', { body, as: admin })).body.image)
  }
  const [one = '', two = '', three = ''] = paths
  pictures = { 'img/px-1_a.PNG': one, 'Screw.jpg': two, 'left.webp': three }
})
afterAll(async () => {
  await app.app.close()
  await app[Symbol.asyncDispose]()
})

const send = (text: string, sent: Record<string, unknown>): Promise<Answer> => {
  const form = new FormData()
  form.append('pictures', JSON.stringify(sent))
  form.append('file', new File([text], 'parts.csv'))
  return app.call('POST', '/api/import', { body: form, as: admin })
}

const rowsOf = async (id: string): Promise<Answer['body'][]> =>
  (await app.call('GET', `/api/import/${id}`, { as: admin })).body.rows

const imageOf = ({ changes }: Answer['body']): unknown =>
  changes.find(({ field }: { field: string }) => field === 'image')?.to

test.each([
  ['HX/933 A4', 'hx-933-a4'],
  ['Nut_M8.JPEG', 'nut-m8'],
])('a file is named like the part %s in other signs', (name, key) => {
  expect(pictureKey(name.replace('/', '-'))).toBe(key)
})

test('a row has the picture that it names, else the one of its part number, and others are told', async () => {
  const known = await app.addProduct({ sku: 'PX-3' })
  const file = fileOfParts([
    { sku: 'PX-1/A', image: '' },
    { sku: 'PX-2', image: 'SCREW.JPG' },
    { sku: known.sku, name: known.name, price: 0.9, image: '' },
    { sku: 'PX-4', image: 'none.png' },
  ])
  const { status, body } = await send(file, pictures)
  expect(status).toBe(201)
  expect(body.pictures).toEqual({ used: 2, unused: ['left.webp'], leftOver: 1 })
  const rows = await rowsOf(body._id)
  expect([imageOf(rows[0]), imageOf(rows[1])]).toEqual([pictures['img/px-1_a.PNG'], pictures['Screw.jpg']])
  expect([rows[2].kind, imageOf(rows[2])]).toEqual(['changed', undefined])
  expect(rows[3].errors).toEqual([
    {
      column: 'image',
      detail: 'No picture none.png was sent with the file. Choose it too, or empty the cell.',
    },
  ])
  const again = await app.call('POST', `/api/import/${body._id}/compare`, { as: admin })
  expect(again.body.pictures).toEqual(body.pictures)
  expect((await app.call('POST', `/api/import/${again.body._id}/apply`, { as: admin })).status).toBe(200)
  expect((await app.call('GET', '/api/part/PX-2')).body.image).toBe(pictures['Screw.jpg'])
  expect((await app.call('GET', '/api/part/PX-3')).body.image).toBe(known.image)
})

test('two different pictures of one name are not chosen between', async () => {
  const [one, two] = Object.values(pictures)
  const file = fileOfParts([{ sku: 'TWO-1', image: '' }])
  const { body } = await send(file, { 'a/two-1.png': one, 'b/TWO-1.jpg': two })
  expect(body.counts).toMatchObject({ added: 0, wrong: 1 })
  expect((await rowsOf(body._id))[0].errors[0].detail).toContain('Several of the pictures')
})

test.each([
  ['an address elsewhere', { 'a.png': 'https://example.com/a.png' }],
  ['another path of the shop', { 'a.png': '/api/product' }],
  ['no text', { 'a.png': 5 }],
  [
    'more than 1,000',
    Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}.png`, '/images/a'])),
  ],
])('pictures with %s are refused, and nothing is kept', async (_, sent) => {
  const imports = () => app.shop.db.selectFrom('imports').select('id').orderBy('id').execute()
  const before = await imports()
  const refused = await send(fileOfParts([{ sku: 'BAD-1' }]), sent)
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(await imports()).toEqual(before)
})

test('a picture that is deleted before its import is staged makes its row wrong', async () => {
  const { body } = await send(fileOfParts([{ sku: 'GONE-1', image: '' }]), {
    'gone-1.png': '/images/aaaaaaaaaaaaaaaaaaaaaaaa',
  })
  expect((await rowsOf(body._id))[0].errors[0]).toMatchObject({ column: 'image' })
})

/** The answer, once the drawing is made: the first one of a process takes long on a busy computer. */
async function drawingAt(path: string): Promise<Response> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await app.app.fetch(new Request(ORIGIN + path))
    if (answer.headers.get('cache-control') !== 'no-store' || attempts === 20) return answer
  }
}

test('a new part without a picture has the drawing of the shape of its category, also once it is archived', async () => {
  const headers = { 'Content-Type': 'text/csv' }
  const part = { description: 'A nut.', quantity: 5, price: 0.25 }
  const cells = (sku: string, category: string, thread: string) =>
    [sku, `Nut ${sku}`, part.price, part.quantity, part.description, category, thread].join(',')
  const text = `sku,name,price,quantity,description,category,attribute:thread\n${cells('NH-1', 'nuts', 'M8')}\n${cells('NH-2', 'nuts', 'none')}\n`
  const { body } = await app.call('POST', '/api/import', { body: text, as: admin, headers })
  expect(body.counts).toMatchObject({ added: 1, wrong: 1 })
  await app.call('POST', `/api/import/${body._id}/apply`, { as: admin })
  const added = (await app.call('GET', '/api/part/NH-1')).body
  expect(added.image).toBe(`/drawings/part/${added._id}.svg`)
  const drawing = await drawingAt(`${added.image}?opened`)
  expect([drawing.status, drawing.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await drawing.text()).toContain('<title>Nut NH-1</title>')
  await app.call('POST', `/api/import/${body._id}/undo`, { as: admin })
  expect((await drawingAt(`${added.image}?opened`)).status).toBe(200)
  expect((await drawingAt('/drawings/part/aaaaaaaaaaaaaaaaaaaaaaaa.svg')).status).toBe(404)
}, 120_000)
