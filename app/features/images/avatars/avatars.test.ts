import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSessionUser } from '#features/accounts/accounts.ts'
import type { Person } from '#tests/support/customer.ts'
import { emptyPng, plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { keepAvatar } from './avatars.ts'

let shop: TestApp
let customer: Person
let photo: Buffer

beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  customer = await shop.register()
  const exif = { IFD0: { Copyright: 'Sample', Make: 'Sample camera' } }
  // Upright it is 300 wide and 400 high.
  photo = await plainPicture(400, 300).jpeg().withMetadata({ orientation: 6, exif }).toBuffer()
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const upload = (file: Uint8Array, as: Person | undefined = customer) =>
  shop.call('POST', '/api/avatar', { body: uploadOf(file), as })

const imageOf = async (as: Person = customer): Promise<string | null> => {
  const headers = { Cookie: as.cookie }
  return (await shop.call('GET', '/api/auth/get-session', { headers })).body.user.image
}

const serve = (path: string) => shop.app.fetch(new Request(`http://localhost:3000${path}`))

const stored = () => shop.shop.db.selectFrom('avatars').select(['user_id', 'id']).orderBy('user_id').execute()

test('a customer uploads a picture, which is small, upright and without metadata, and takes the place of the one before', async () => {
  const { status, body } = await upload(photo)
  expect([status, body]).toEqual([201, { image: expect.stringMatching(/^\/avatars\/[0-9a-f]{40}$/) }])
  expect(await imageOf()).toBe(body.image)
  const response = await serve(body.image)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  const served = await sharp(await response.arrayBuffer()).metadata()
  expect(served).toMatchObject({ format: 'webp', width: 144, height: 192 })
  expect([served.exif, served.orientation]).toEqual([undefined, undefined])

  const second = (await upload(photo)).body.image
  expect(second).not.toBe(body.image)
  expect([(await serve(body.image)).status, (await serve(second)).status]).toEqual([404, 200])
  expect(await stored()).toHaveLength(1)
})

test('it is removed, and so is an address elsewhere', async () => {
  const { image } = (await upload(photo)).body
  const remove = () => shop.call('DELETE', '/api/avatar', { as: customer })
  expect(await remove()).toMatchObject({ status: 200, body: { image: null } })
  expect([await imageOf(), (await serve(image)).status, await stored()]).toEqual([null, 404, []])
  const headers = { Cookie: customer.cookie, Origin: shop.shop.config.publicUrl }
  const body = { image: 'https://pictures.example/a.png' }
  expect((await shop.call('POST', '/api/auth/update-user', { body, headers })).status).toBe(200)
  expect(await imageOf()).toBe(body.image)
  await remove()
  expect(await imageOf()).toBe(null)
})

// attack: disguised-avatar
test('what is no picture, too large or of nobody is refused, and nothing changes', async () => {
  const other = await shop.register()
  const [{ image }, others] = [(await upload(photo)).body, (await upload(photo, other)).body]
  const before = await stored()
  const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const statuses = [
    (await upload(page)).status,
    (await upload(emptyPng(30_000, 30_000))).status,
    (await upload(photo.subarray(0, 200))).status,
    (await shop.call('POST', '/api/avatar', { body: uploadOf(photo) })).status,
    (await shop.call('DELETE', '/api/avatar')).status,
    (await shop.call('POST', '/api/avatar', { body: {}, as: customer })).status,
  ]
  expect(statuses).toEqual([415, 413, 422, 401, 401, 415])
  expect(await stored()).toEqual(before)
  expect([await imageOf(), await imageOf(other)]).toEqual([image, others.image])
})

test('a session that ends while the picture is decoded keeps none', async () => {
  const ended = await shop.register()
  const { id } = await shop.shop.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.id')
    .where('email', '=', ended.email)
    .executeTakeFirstOrThrow()
  const user = await findSessionUser(shop.shop, 'id', id)
  if (!user) throw new Error('no session')
  await shop.shop.db.deleteFrom('session').where('id', '=', id).execute()
  const before = await stored()
  const pictures = [{ width: 192, type: 'webp' as const, bytes: new Uint8Array(photo) }]
  await expect(keepAvatar(shop.shop, user, pictures)).rejects.toMatchObject({ status: 401 })
  expect(await stored()).toEqual(before)
})

test('it goes with the account', async () => {
  const leaving = await shop.register()
  const { image } = (await upload(photo, leaving)).body
  await shop.shop.db.deleteFrom('user').where('email', '=', leaving.email).execute()
  expect((await serve(image)).status).toBe(404)
})
