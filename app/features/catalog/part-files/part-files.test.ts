import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ModelFormat } from '#features/models/states.ts'
import { type Answer, ORIGIN, type Person } from '#tests/support/customer.ts'
import { emptyPng } from '#tests/support/pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { FILE_LIMITS } from '../limits.ts'
import { partModelPath } from '../paths.ts'
import { lockCatalog, unlockCatalog } from '../products/catalog-lock.ts'
import type { Product } from '../schema.ts'
import { UPLOADS_AT_ONCE } from './api.ts'
import { addPartFile } from './part-files.ts'

const SOON = { timeout: 110_000, interval: 100 }

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')

let shop: TestApp
let admin: Person
/** A nut of M8 as the shop draws it. */
let step: Buffer<ArrayBuffer>
let product: Product

beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await shop.registerAdmin()
  const shape = { slug: 'hexagon-nut', parameters: { thread: 'M8', standard: 'DIN 934' } }
  await shop.call('PUT', '/api/category/nuts', { as: admin, body: { name: 'Nuts', shape } })
  const nut = await shop.addProduct({ category: 'nuts' })
  step = (await getModel(nut.sku, 'step')).bytes
}, 120_000)
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  product = await shop.addProduct()
})

const formOf = (file: Uint8Array, fields: Record<string, string>, name = 'sample.pdf') => {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], name, { type: 'text/html' }))
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  return form
}

const upload = (body: unknown, as: Person | undefined = admin, id = product._id): Promise<Answer> =>
  shop.call('POST', `/api/product/${id}/file`, { body, as })

const add = async (file: Uint8Array, fields: Record<string, string>, name?: string) => {
  const { status, body } = await upload(formOf(file, fields, name))
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await shop.app.fetch(new Request(ORIGIN + path, { headers }))
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Whoever waits for long is told to come back. */
async function getModel(sku: string, format: ModelFormat) {
  const path = partModelPath(sku, format)
  return vi.waitFor(async () => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    return answer
  }, SOON)
}

const readPart = async (): Promise<Product> => (await shop.call('GET', `/api/part/${product.sku}`)).body

const stored = async () => ({
  files: await shop.shop.db.selectFrom('part_files').selectAll().orderBy('id').execute(),
  pieces: await shop.shop.db
    .selectFrom('part_file_pieces')
    .select(['file_id', 'position'])
    .orderBy('file_id')
    .orderBy('position')
    .execute(),
  products: await shop.shop.db
    .selectFrom('products')
    .select(['id', 'revision', 'updated_at', 'file_count'])
    .orderBy('id')
    .execute(),
  audit: await shop.shop.db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
})

// attack: disguised-file
test('anybody downloads a file whole, and nothing of it runs in a browser', async () => {
  const content = Buffer.concat([PDF, Buffer.alloc(2_500_000, 7)])
  const name = 'Prüf"bericht (2)’ 検査.pdf'
  const file = await add(content, { kind: 'certificate', title: ' Test report ' }, `C:\\docs\\${name}`)
  expect(file).toEqual({
    _id: expect.stringMatching(/^[0-9a-z]{24}$/),
    kind: 'certificate',
    title: 'Test report',
    name,
    size: content.length,
    type: 'application/pdf',
    url: `/files/${file._id}`,
  })
  const { status, headers, bytes } = await get(file.url)
  expect(status).toBe(200)
  expect(bytes.equals(content)).toBe(true)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="Pr-f-bericht--2-----.pdf"; filename*=UTF-8''${encodeURIComponent(name).replace('(', '%28').replace(')', '%29')}`,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
  })
  const unchanged = await get(file.url, { 'If-None-Match': headers.get('etag') ?? '' })
  expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
})

test('files are in each answer of a product, by kind and then newest first', async () => {
  expect((await readPart()).files).toEqual([])
  const manual = await add(PDF, { kind: 'manual' }, 'manual.pdf')
  expect(manual.title).toBe('manual.pdf')
  const first = await add(PDF, { kind: 'drawing', title: '' }, 'first.pdf')
  const second = await add(emptyPng(1, 1), { kind: 'drawing', title: 'Second' }, 'second.png')
  const files = [second, first, manual]
  const { body: listed } = await shop.call('GET', '/api/product')
  expect(listed.find(({ _id }: Product) => _id === product._id).files).toEqual(files)
  const managed = (await shop.call('GET', `/api/product/${product._id}`, { as: admin })).body
  expect([(await readPart()).files, managed.files]).toEqual([files, files])
  expect(managed.revision).toBe(product.revision)
})

// attack: disguised-file
test('only whole files of a few types, known by their bytes, are taken from admins, and a refusal changes nothing', {
  timeout: 120_000,
}, async () => {
  const customer = await shop.register()
  const archived = await shop.addProduct()
  await shop.call('DELETE', `/api/product/${archived._id}`, { as: admin })
  const before = await stored()
  const kind = { kind: 'drawing' }
  const two = formOf(PDF, kind)
  two.append('file', new File(['x'], 'x.pdf'))
  const tooLarge = Buffer.concat([PDF, Buffer.alloc(FILE_LIMITS.bytes + 1 - PDF.length)])
  const cases: [string, Answer, number, string][] = [
    [
      'a visitor',
      await shop.call('POST', `/api/product/${product._id}/file`, { body: formOf(PDF, kind) }),
      401,
      'not_signed_in',
    ],
    ['a customer', await upload(formOf(PDF, kind), customer), 403, 'right_required'],
    ['an unknown product', await upload(formOf(PDF, kind), admin, 'x'), 404, 'not_found'],
    ['an archived product', await upload(formOf(PDF, kind), admin, archived._id), 404, 'not_found'],
    ['JSON', await upload({ file: 'x', kind: 'drawing' }), 415, 'unsupported_media_type'],
    ['no file', await upload(new FormData()), 422, 'invalid'],
    ['two files', await upload(two), 422, 'invalid'],
    ['no kind', await upload(formOf(PDF, {})), 422, 'invalid'],
    ['a long title', await upload(formOf(PDF, { ...kind, title: 'x'.repeat(201) })), 422, 'invalid'],
    ['an empty file', await upload(formOf(Buffer.alloc(0), kind)), 415, 'unsupported_media_type'],
    ['a zip', await upload(formOf(Buffer.from('PK\x03\x04'), kind, 'x.step')), 415, 'unsupported_media_type'],
    ['a cut STEP', await upload(formOf(step.subarray(0, -30), kind)), 422, 'invalid'],
    ['a STEP without data', await upload(formOf(withoutSolid(), { kind: 'model' })), 422, 'invalid'],
    ['over 50 MB', await upload(formOf(tooLarge, kind)), 413, 'too_large'],
    ['60 MB', await upload(formOf(Buffer.alloc(60_000_000), kind)), 413, 'too_large'],
  ]
  for (const [what, { status, body }, expected, code] of cases)
    expect([what, status, body.code]).toEqual([what, expected, code])
  expect(await stored()).toEqual(before)
})

const withoutSolid = () => Buffer.from(String(step).replaceAll('MANIFOLD_SOLID_BREP', 'GEOMETRIC_SET'))

test('a file of 50 MB is taken and sent', { timeout: 120_000 }, async () => {
  const content = Buffer.concat([PDF, Buffer.alloc(FILE_LIMITS.bytes - PDF.length, 1)])
  const { url } = await add(content, { kind: 'other' })
  expect((await get(url)).bytes.equals(content)).toBe(true)
})

// attack: many-files
test('a product has at most 20 files, also when two more come at once', async () => {
  for (let n = 1; n < FILE_LIMITS.files; n += 1) await add(PDF, { kind: 'other' }, `${n}.pdf`)
  // Both find 19 files before either of them is checked.
  const { promise: bothFound, resolve } = Promise.withResolvers<void>()
  let found = 0
  const check = async () => {
    found += 1
    if (found === 2) resolve()
    await bothFound
    return undefined
  }
  const caller = new AbortController().signal
  const given = { kind: 'model', title: undefined, name: 'nut.step', content: step, caller } as const
  const by = { id: 'admin', email: admin.email }
  const both = await Promise.allSettled(
    [1, 2].map(() => addPartFile(shop.shop, { check }, by, product._id, given)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_many' } })
  const before = await stored()
  const { status, body } = await upload(formOf(PDF, { kind: 'other' }))
  expect([status, body.code]).toEqual([409, 'too_many'])
  expect(await stored()).toEqual(before)
  expect((await readPart()).files).toHaveLength(FILE_LIMITS.files)
})

test('only admins delete a file, of its product, and then it is gone', async () => {
  const file = await add(PDF, { kind: 'manual' })
  const kept = await add(PDF, { kind: 'manual' })
  const customer = await shop.register()
  const before = await stored()
  const remove = (id: string, fileId: string, as: Person | undefined = admin) =>
    shop.call('DELETE', `/api/product/${id}/file/${fileId}`, { as })
  const other = await shop.addProduct()
  const cases: [Answer, number][] = [
    [await shop.call('DELETE', `/api/product/${product._id}/file/${file._id}`), 401],
    [await remove(product._id, file._id, customer), 403],
    [await remove(product._id, 'x'), 404],
    [await remove(other._id, file._id), 404],
    [await remove('x', file._id), 404],
  ]
  for (const [{ status }, expected] of cases) expect(status).toBe(expected)
  expect((await stored()).files).toEqual(before.files)
  const { status, body } = await remove(product._id, file._id)
  expect([status, body]).toEqual([200, { deletedCount: 1 }])
  expect((await get(file.url)).status).toBe(404)
  expect((await readPart()).files).toEqual([kept])
  expect((await stored()).pieces.filter(({ file_id }) => file_id === file._id)).toEqual([])
  expect((await remove(product._id, file._id)).status).toBe(404)
  const history = (await shop.call('GET', `/api/product/${product._id}/history`, { as: admin })).body
  expect(history.slice(0, 3)).toMatchObject([
    { kind: 'file_removed', changes: [{ field: 'file', from: { name: 'sample.pdf' }, to: null }] },
    { kind: 'file_added' },
    { kind: 'file_added', by: admin.email, changes: [{ field: 'file', to: { kind: 'manual' } }] },
  ])
})

test('while an import changes the catalogue, files stay as they are', async () => {
  const file = await add(PDF, { kind: 'manual' })
  await lockCatalog(shop.shop.db, 'import')
  const before = await stored()
  const added = await upload(formOf(PDF, { kind: 'manual' }))
  const deleted = await shop.call('DELETE', `/api/product/${product._id}/file/${file._id}`, { as: admin })
  for (const { status, body } of [added, deleted])
    expect([status, body.code]).toEqual([409, 'catalog_locked'])
  expect(await stored()).toEqual(before)
  await unlockCatalog(shop.shop.db, 'import')
})

test('the newest STEP file of a model takes the place of the drawn one, and other formats are made of it', {
  timeout: 120_000,
}, async () => {
  expect((await readPart()).model).toHaveProperty('reason')
  await add(PDF, { kind: 'model' }, 'about.pdf')
  expect((await readPart()).model).toHaveProperty('reason')
  const former = await add(step, { kind: 'model' }, 'former.stp')
  expect(former).toMatchObject({ name: 'former.stp', type: 'model/step' })
  const own = Buffer.from(`${step}\n`)
  await add(own, { kind: 'model' }, 'own.step')
  await add(step, { kind: 'drawing' }, 'drawing.step')
  expect((await readPart()).model).toEqual({ formats: ['step', 'glb', 'dxf'] })
  const served = await get(partModelPath(product.sku, 'step'))
  expect([served.status, served.bytes.equals(own)]).toEqual([200, true])
  expect(served.headers.get('content-disposition')).toBe(`attachment; filename="${product.sku}.step"`)
  const etag = served.headers.get('etag') ?? ''
  expect((await get(partModelPath(product.sku, 'step'), { 'If-None-Match': etag })).status).toBe(304)
  const glb = await getModel(product.sku, 'glb')
  expect([glb.status, glb.bytes.subarray(0, 4).toString()]).toEqual([200, 'glTF'])
  const dxf = await getModel(product.sku, 'dxf')
  expect([dxf.status, dxf.bytes.toString()]).toEqual([200, expect.stringContaining('LINE')])
})

// attack: many-files
test('while three uploads arrive, another one is refused', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const arriving = Array.from({ length: UPLOADS_AT_ONCE }, () => Promise.withResolvers<void>())
  const answers = arriving.map(({ resolve }) => {
    const body = new ReadableStream(
      {
        async pull(controller) {
          resolve()
          await ended
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'multipart/form-data; boundary=a',
    }
    const request = { method: 'POST', headers, body, duplex: 'half' } as const
    return shop.app.fetch(new Request(`${ORIGIN}/api/product/${product._id}/file`, request))
  })
  await Promise.all(arriving.map(({ promise }) => promise))
  expect((await upload(formOf(PDF, { kind: 'other' }))).status).toBe(503)
  end()
  for (const answer of answers) expect((await answer).status).toBe(422)
  expect((await readPart()).files).toEqual([])
})
