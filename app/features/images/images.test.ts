import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import type { Answer, Person } from '#tests/support/customer.ts'
import { emptyPng, plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { replacementOf, samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { IMAGE_LIMIT } from './api.ts'
import { MAXIMUM_UPLOADS } from './images.ts'

let shop: TestApp
let admin: Person
let picture: Buffer
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await shop.registerAdmin()
  picture = await plainPicture(1000, 750).png().toBuffer()
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const upload = (body: unknown, as: Person | undefined = admin, headers = {}): Promise<Answer> =>
  shop.call('POST', '/api/image', { body, as, headers })

const uploaded = async (file = picture): Promise<string> => (await upload(uploadOf(file))).body.image

/** The answer with its bytes. */
async function serve(path: string, headers: Record<string, string> = {}) {
  const response = await shop.app.fetch(new Request(`http://localhost:3000${path}`, { headers }))
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

const stored = async () => ({
  images: await shop.shop.db.selectFrom('images').selectAll().orderBy('id').execute(),
  files: await shop.shop.db
    .selectFrom('image_files')
    .select(['image_id', 'width', 'type'])
    .orderBy('image_id')
    .orderBy('width')
    .orderBy('type')
    .execute(),
  audit: await shop.shop.db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
})

// attack: disguised-upload
test('an uploaded picture is served in the type and the width that the browser asks for, cached for good', async () => {
  const answer = await upload(uploadOf(picture, '../../etc/passwd.svg', 'image/svg+xml'))
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({ image: expect.stringMatching(/^\/images\/[0-9a-z]{24}$/) })
  const { image } = answer.body
  const id = image.slice('/images/'.length)
  const avif = await serve(`${image}?w=400`, { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' })
  expect(avif.status).toBe(200)
  expect(Object.fromEntries(avif.headers)).toMatchObject({
    'content-type': 'image/avif',
    'content-disposition': `inline; filename="${id}.avif"`,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept',
    etag: `"${id}-400-avif"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(await sharp(avif.bytes).metadata()).toMatchObject({ format: 'heif', width: 400, height: 300 })
  for (const accept of ['image/webp,*/*', '*/*', 'image/avif;q=0, image/*', 'text/html'])
    expect((await serve(image, { Accept: accept })).headers.get('content-type'), accept).toBe('image/webp')
  const unchanged = await serve(`${image}?w=400`, {
    Accept: 'image/avif',
    'If-None-Match': `"${id}-400-avif"`,
  })
  expect([unchanged.status, unchanged.bytes.length, unchanged.headers.get('vary')]).toEqual([
    304,
    0,
    'Accept',
  ])
  const [entry] = (await shop.call('GET', '/api/audit?kind=image.added', { as: admin })).body
  expect(entry).toMatchObject({ by: admin.email, kind: 'image.added', subject: id })
})

test.each([
  ['1', 160],
  ['160', 160],
  ['161', 400],
  ['1600', 1000],
  ['99999999999', 1000],
  ['-5', 1000],
  ['x', 1000],
])('the width %s is rounded up to one of a few', async (width, served) => {
  const { bytes } = await serve(`${await uploaded()}?w=${width}`)
  expect((await sharp(bytes).metadata()).width).toBe(served)
})

test('an unknown image is 404', async () => {
  for (const path of ['/images/x', `/images/${'0'.repeat(24)}`, '/images/x.png'])
    expect((await serve(path)).status).toBe(404)
})

// attack: disguised-upload
test('only admins upload, and a refused file changes nothing', async () => {
  const customer = await shop.register()
  const before = await stored()
  const two = uploadOf(picture)
  two.append('file', new File(['x'], 'x.png'))
  const text = new FormData()
  text.append('file', 'a text')
  const cases: [string, Answer, number, string][] = [
    ['a visitor', await shop.call('POST', '/api/image', { body: uploadOf(picture) }), 401, 'not_signed_in'],
    ['a customer', await upload(uploadOf(picture), customer), 403, 'right_required'],
    ['JSON', await upload({ file: 'x' }), 415, 'unsupported_media_type'],
    ['nothing', await upload(undefined), 415, 'unsupported_media_type'],
    [
      'the bytes alone',
      await upload('x', admin, { 'Content-Type': 'image/png' }),
      415,
      'unsupported_media_type',
    ],
    ['another field', await upload(new FormData()), 422, 'invalid'],
    ['a text', await upload(text), 422, 'invalid'],
    ['two files', await upload(two), 422, 'invalid'],
    [
      'a faulty form',
      await upload('--a\r\n', admin, { 'Content-Type': 'multipart/form-data; boundary=a' }),
      422,
      'invalid',
    ],
    ['a page', await upload(uploadOf(Buffer.from('<html>'))), 415, 'unsupported_media_type'],
    ['an empty file', await upload(uploadOf(Buffer.alloc(0))), 415, 'unsupported_media_type'],
    ['too many pixels', await upload(uploadOf(emptyPng(30_000, 30_000))), 413, 'too_large'],
    ['a damaged file', await upload(uploadOf(picture.subarray(0, 60))), 422, 'invalid'],
    ['over 8 MB', await upload(uploadOf(Buffer.alloc(8_000_001))), 413, 'too_large'],
    ['9 MB', await upload(uploadOf(Buffer.alloc(9_000_000))), 413, 'too_large'],
  ]
  for (const [what, { status, body }, expected, code] of cases)
    expect([what, status, body.code]).toEqual([what, expected, code])
  expect(await stored()).toEqual(before)
  const other = await shop.call('POST', '/api/product', { body: 'x'.repeat(100_001), as: admin })
  expect(other.status).toBe(413)
})

// attack: picture-bomb
test('five large pictures at once are taken', async () => {
  const large = await plainPicture(6000, 5000).jpeg().toBuffer()
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(uploadOf(large))))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
})

/** The processes of this one that decode. */
const decoders = (): number[] =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('images/worker'))
    .map(Number)

// attack: picture-bomb
test('when the decoder crashes, the picture is refused, nothing changes, and the next one is taken', async () => {
  const before = await stored()
  const large = await plainPicture(6000, 5000).jpeg().toBuffer()
  const crashed = upload(uploadOf(large))
  // Another file of the same worker may have left a decoder, and this shop's begins later: whichever there are crash.
  while ((await Promise.race([crashed, pause(10)])) === undefined)
    for (const pid of decoders()) process.kill(pid, 'SIGSEGV')
  const { status, body } = await crashed
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'invalid', '#/file'])
  expect(await stored()).toEqual(before)
  expect((await upload(uploadOf(picture))).status).toBe(201)
})

/** A body of which nothing arrives until `end`; `read` waits until the shop reads it. */
function bodyThatWaits() {
  const { promise: read, resolve: isRead } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isRead()
        await ended
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, read, end }
}

// attack: picture-bomb
test('while ten uploads arrive, another one is refused', async () => {
  const arriving = Array.from({ length: MAXIMUM_UPLOADS }, bodyThatWaits)
  const headers = {
    Authorization: `Bearer ${admin.token}`,
    'Content-Type': 'multipart/form-data; boundary=a',
  }
  const answers = arriving.map(({ body }) => {
    const request = { method: 'POST', headers, body, duplex: 'half' } as const
    return shop.app.fetch(new Request('http://localhost:3000/api/image', request))
  })
  await Promise.all(arriving.map(({ read }) => read))
  expect((await upload(uploadOf(Buffer.from('x')))).status).toBe(503)
  for (const { end } of arriving) end()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(MAXIMUM_UPLOADS).fill(422))
  expect((await upload(uploadOf(Buffer.from('x')))).status).toBe(415)
})

test('a product cannot take a picture that was deleted, and nothing changes', async () => {
  const product = await shop.addProduct()
  const gone = `/images/${'0'.repeat(24)}`
  const body = replacementOf(product, { image: gone })
  const changed = await shop.call('PUT', `/api/product/${product._id}`, { body, as: admin })
  const added = await shop.call('POST', '/api/product', {
    body: samplePart({ image: gone }),
    as: admin,
  })
  for (const { status, body } of [changed, added]) {
    expect(status).toBe(422)
    expect(body.errors[0].pointer).toBe('#/image')
  }
  expect((await shop.call('GET', `/api/part/${product.sku}`)).body).toEqual(product)
})

test('an import of products keeps the pictures that it names', async () => {
  const [image, unnamed] = [await uploaded(), await uploaded()]
  const { sku } = await shop.addProduct()
  const headers = { 'Content-Type': 'text/csv' }
  const read = await shop.call('POST', '/api/import', {
    body: `sku,image\n${sku},${image}\n`,
    as: admin,
    headers,
  })
  const applied = await shop.call('POST', `/api/import/${read.body._id}/apply`, { body: {}, as: admin })
  expect(applied.status).toBe(200)
  const kept = (await stored()).images.filter(({ id }) => [image, unnamed].includes(`/images/${id}`))
  expect(kept.map(({ id, kept }) => [`/images/${id}`, kept]).toSorted()).toEqual(
    [
      [image, 1],
      [unnamed, 0],
    ].toSorted(),
  )
})

test('data sheet and share picture show an uploaded picture', async () => {
  const [plain, withPicture] = [await shop.addProduct(), await shop.addProduct({ image: await uploaded() })]
  const sheetOf = async (sku: string) =>
    Buffer.from((await serve(`/api/part/${sku}/data-sheet.pdf`)).bytes).toString('latin1')
  expect(await sheetOf(plain.sku)).not.toContain('/Subtype /Image')
  expect(await sheetOf(withPicture.sku)).toContain('/Subtype /Image')
  const share = await serve(`/part-pictures/${withPicture.sku}.png`)
  const middle = { left: 900, top: 280, width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0] = await sharp(share.bytes).extract(middle).raw().toBuffer()
  const distances = [red - 0x2a, green - 0x6f, blue - 0x97].map(Math.abs)
  expect(Math.max(...distances)).toBeLessThan(16)
})

test('a picture that no product has used within a day is deleted; one that was used once stays for its history', async () => {
  const [unused, used, recent] = [await uploaded(), await uploaded(), await uploaded()]
  const product = await shop.addProduct({ image: used })
  const change = replacementOf(product, { image: '/drawings/other.svg' })
  expect((await shop.call('PUT', `/api/product/${product._id}`, { body: change, as: admin })).status).toBe(
    200,
  )
  await shop.runJobs('delete unused images')
  expect((await serve(unused)).status).toBe(200)
  shop.shop.advance(DAY_MS + 60_000)
  admin = await shop.signIn(admin)
  const late = await uploaded()
  await shop.shop.db
    .updateTable('images')
    .set({ kept: 1 })
    .where('id', '=', recent.slice('/images/'.length))
    .execute()
  await shop.runJobs('delete unused images')
  const statuses = await Promise.all(
    [unused, used, recent, late].map(async (image) => (await serve(image)).status),
  )
  expect(statuses).toEqual([404, 200, 200, 200])
  const files = await shop.shop.db
    .selectFrom('image_files')
    .select('width')
    .where('image_id', '=', unused.slice('/images/'.length))
    .execute()
  expect(files).toEqual([])
})

test('uploads of an account are limited, refused ones too', async () => {
  await using limited = await createTestApp()
  const as = await limited.registerAdmin()
  const body = () => uploadOf(Buffer.from('x'))
  const send = async () => (await limited.call('POST', '/api/image', { body: body(), as })).status
  for (let sent = 0; sent < Number(IMAGE_LIMIT.account); sent += 1) expect(await send()).toBe(415)
  expect(await send()).toBe(429)
  limited.shop.advance(IMAGE_LIMIT.windowMs)
  expect(await send()).toBe(415)
  await limited.app.close()
})
