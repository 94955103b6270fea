import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BILL_TO,
  COMPANY,
  foundCompany,
  invitationOf,
  inviteTo,
  joinTo,
  registerVerified,
} from '#tests/support/company.ts'
import { type Person, userIdOf } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { deleteOldInvitations } from './companies.ts'
import { MOST_INVITATIONS } from './limits.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person | undefined, method: string, path: string, body?: object) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const person = () => registerVerified(app)

const found = () => foundCompany(app)

const invited = (manager: Person, role: string, limits = {}) => inviteTo(app, manager, role, limits)

const join = (manager: Person, role: string, limits = {}) => joinTo(app, manager, role, limits)

const tokenOf = (one: Person) => invitationOf(app, one)

/** All rows of companies. */
async function readState() {
  const { db } = app.shop
  return [
    await db.selectFrom('companies').selectAll().orderBy('id').execute(),
    await db.selectFrom('company_members').selectAll().orderBy('user_id').execute(),
    await db.selectFrom('company_invitations').selectAll().orderBy('id').execute(),
  ]
}

test('a company is its managers’: read by members, changed with its revision, and an account is in one', async () => {
  const manager = await person()
  expect((await call(manager, 'GET', '/company')).status).toBe(404)
  const created = await call(manager, 'POST', '/company', { ...COMPANY, vatId: 'fr 40 303 265 045' })
  expect([created.status, created.body]).toEqual([
    201,
    {
      _id: expect.any(String),
      ...{ revision: 1, name: 'Sample Works', billTo: BILL_TO, vatId: 'FR40303265045', role: 'manager' },
      billToLines: ['Sample Works', 'Ada Sample', '1 rue Exemple', '69001 LYON', 'FRANCE'],
      memberId: await userIdOf(app.shop, manager),
      members: [
        {
          _id: await userIdOf(app.shop, manager),
          ...{ name: manager.name, email: manager.email, role: 'manager', limits: {} },
        },
      ],
    },
  ])
  expect((await call(manager, 'POST', '/company', COMPANY)).body.code).toBe('in_company')
  const change = { ...COMPANY, name: 'Other Works', revision: 1 }
  const changed = await call(manager, 'PUT', '/company', change)
  expect([changed.status, changed.body.revision, changed.body.vatId]).toEqual([200, 2, undefined])
  const before = await readState()
  expect((await call(manager, 'PUT', '/company', change)).status).toBe(409)
  const other = await person()
  expect((await call(other, 'PUT', '/company', { ...change, revision: 2 })).status).toBe(404)
  expect((await call(undefined, 'GET', '/company')).status).toBe(401)
  expect(await readState()).toEqual(before)
})

test('what is wrong with a company is said at its fields, and writes nothing', async () => {
  const manager = await person()
  const before = await readState()
  for (const [body, pointer] of [
    [{ ...COMPANY, name: '' }, '#/name'],
    [{ ...COMPANY, name: 'x'.repeat(121) }, '#/name'],
    [{ name: 'A' }, '#/billTo'],
    [{ ...COMPANY, billTo: { ...BILL_TO, city: '' } }, '#/billTo/city'],
    [{ ...COMPANY, vatId: 'FR1' }, '#/vatId'],
  ] as const) {
    const answer = await call(manager, 'POST', '/company', body)
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  }
  const unverified = await app.register()
  for (const [path, body] of [
    ['/company', COMPANY],
    ['/company/join', { token: 'a' }],
  ] as const) {
    const refused = await call(unverified, 'POST', path, body)
    expect([refused.status, refused.body.code]).toEqual([403, 'email_not_verified'])
  }
  expect(await readState()).toEqual(before)
})

// attack: foreign-invitation
test('an invitation is used once, by the invited address alone; every other token is refused alike', async () => {
  const manager = await found()
  const invitee = await invited(manager, 'buyer', { order: 300, month: 1000.5 })
  const token = await tokenOf(invitee)
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  const stored = await app.shop.db.selectFrom('company_invitations').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const thief = await person()
  const before = await readState()
  const unverified = await app.register()
  expect((await call(unverified, 'POST', '/company/join', { token })).status).toBe(403)
  const refusals = [
    await call(thief, 'POST', '/company/join', { token }),
    await call(invitee, 'POST', '/company/join', { token: 'f'.repeat(40) }),
  ]
  expect(await readState()).toEqual(before)
  const joined = await call(invitee, 'POST', '/company/join', { token })
  expect([joined.status, joined.body.role]).toEqual([200, 'buyer'])
  refusals.push(await call(invitee, 'POST', '/company/join', { token }))
  const withdrawn = await invited(manager, 'buyer')
  const [{ _id }] = (await call(manager, 'GET', '/company/invitation')).body
  const dead = await tokenOf(withdrawn)
  expect((await call(manager, 'DELETE', `/company/invitation/${_id}`)).body).toEqual({ deletedCount: 1 })
  expect((await call(manager, 'DELETE', `/company/invitation/${_id}`)).status).toBe(404)
  refusals.push(await call(withdrawn, 'POST', '/company/join', { token: dead }))
  const replaced = await invited(manager, 'buyer')
  const first = await tokenOf(replaced)
  const again = { email: replaced.email, role: 'approver' }
  expect((await call(manager, 'POST', '/company/invitation', again)).status).toBe(201)
  refusals.push(await call(replaced, 'POST', '/company/join', { token: first }))
  const late = await tokenOf(replaced)
  const over = { expires_at: app.shop.now() }
  await app.shop.db.updateTable('company_invitations').set(over).where('email', '=', replaced.email).execute()
  refusals.push(await call(replaced, 'POST', '/company/join', { token: late }))
  const said = refusals.map(({ status, body: { requestId: _, ...body } }) => ({ status, body }))
  expect(new Set(said.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(said[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await call(manager, 'GET', '/company/invitation')).body).toEqual([])
})

// attack: invitation-bait
test('the name of a company brings no link and no words of the shop into the mail of an invitation', async () => {
  const tricky = `Your account is blocked. Pay at evil.example, ask help@evil.example or call ${'0'.repeat(40)}`
  const manager = await foundCompany(app, { ...COMPANY, name: tricky })
  const { email } = await invited(manager, 'buyer')
  const mail = (await mailsIn(app.shop)).findLast(({ to }) => to === email)
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain('The shop does not know this company')
    expect(text).toContain('Pay at evil. example')
    expect(text).not.toContain('evil.example')
    expect(text).not.toContain('0000')
  }
  const stranger = await registerVerified(app)
  const before = await app.shop.db.selectFrom('companies').selectAll().execute()
  for (const name of [
    'Go to http://evil',
    'See www.evil.example',
    'Log in: evil.example/login',
    'Two\nlines',
  ]) {
    const { status } = await call(stranger, 'POST', '/company', { ...COMPANY, name })
    expect([name, status]).toEqual([name, 422])
  }
  expect(await app.shop.db.selectFrom('companies').selectAll().execute()).toEqual(before)
  for (const name of ['A. & B. Sample Ltd.', 'Sample.com GmbH'])
    expect((await call(await registerVerified(app), 'POST', '/company', { ...COMPANY, name })).status).toBe(
      201,
    )
})

test('an invitation that can be used no more is deleted', async () => {
  const manager = await found()
  await invited(manager, 'buyer')
  const { db } = app.shop
  const count = async () => (await db.selectFrom('company_invitations').select('id').execute()).length
  const before = await count()
  await deleteOldInvitations(app.shop)
  expect(await count()).toBe(before)
  const { now } = app.shop
  await deleteOldInvitations({ ...app.shop, now: () => now() + 7 * 24 * 3_600_000 + 1000 })
  expect(await count()).toBe(0)
})

test('whoever is in a company joins no other, and the invitation stays', async () => {
  const [one, other] = [await found(), await found()]
  await call(one, 'POST', '/company/invitation', { email: other.email, role: 'buyer' })
  const refused = await call(other, 'POST', '/company/join', { token: await tokenOf(other) })
  expect([refused.status, refused.body.code]).toEqual([409, 'in_company'])
  expect((await call(one, 'GET', '/company/invitation')).body).toMatchObject([{ email: other.email }])
})

test('50 invitations are open at once, and of two at once for the last place one is refused', async () => {
  const manager = await found()
  const invite = (at: number) =>
    call(manager, 'POST', '/company/invitation', { email: `open-${at}@example.com`, role: 'buyer' })
  for (let at = 1; at < MOST_INVITATIONS; at += 1) expect((await invite(at)).status).toBe(201)
  const both = await Promise.all([invite(50), invite(51)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('too_many')
  expect((await call(manager, 'GET', '/company/invitation')).body).toHaveLength(MOST_INVITATIONS)
  // Inviting one of them again takes no further place.
  expect((await invite(3)).status).toBe(201)
})

test('the limits of others are for approvers and managers', async () => {
  const manager = await found()
  const buyer = await join(manager, 'buyer', { order: 300, month: 1000.5 })
  const approver = await join(manager, 'approver')
  const limitsAs = async (reader: Person) =>
    (await call(reader, 'GET', '/company')).body.members.map(({ limits }: { limits?: object }) => limits)
  const all = [{}, { order: 300, month: 1000.5 }, {}]
  expect(await limitsAs(manager)).toEqual(all)
  expect(await limitsAs(approver)).toEqual(all)
  expect(await limitsAs(buyer)).toEqual([undefined, all[1], undefined])
})

// attack: company-role
test('what is the managers’ is refused to others, and another company is not there', async () => {
  const [manager, stranger] = [await found(), await found()]
  const buyer = await join(manager, 'buyer')
  const approver = await join(manager, 'approver')
  const own = await userIdOf(app.shop, manager)
  const before = await readState()
  for (const member of [buyer, approver])
    for (const [method, path, body] of [
      ['PUT', '/company', { ...COMPANY, revision: 1 }],
      ['GET', '/company/invitation'],
      ['POST', '/company/invitation', { email: 'a@example.com', role: 'manager' }],
      ['DELETE', '/company/invitation/x'],
      ['PUT', `/company/member/${await userIdOf(app.shop, member)}`, { role: 'manager', limits: {} }],
      ['DELETE', `/company/member/${own}`],
    ] as const)
      expect([path, (await call(member, method, path, body)).status]).toEqual([path, 403])
  const foreign = await userIdOf(app.shop, buyer)
  const change = { role: 'manager', limits: {} }
  expect((await call(stranger, 'PUT', `/company/member/${foreign}`, change)).status).toBe(404)
  expect((await call(stranger, 'DELETE', `/company/member/${foreign}`)).status).toBe(404)
  for (const limits of [{ order: -1 }, { order: 0.001 }, { month: 'many' }])
    expect((await call(manager, 'PUT', `/company/member/${foreign}`, { role: 'buyer', limits })).status).toBe(
      422,
    )
  const invitation = { email: buyer.email, role: 'buyer' }
  expect((await call(manager, 'POST', '/company/invitation', invitation)).status).toBe(409)
  expect(await readState()).toEqual(before)
})

test('the last manager stays, also when two who are the last go at once', async () => {
  const manager = await found()
  const id = await userIdOf(app.shop, manager)
  for (const refused of [
    await call(manager, 'DELETE', `/company/member/${id}`),
    await call(manager, 'PUT', `/company/member/${id}`, { role: 'buyer', limits: {} }),
  ])
    expect([refused.status, refused.body.code]).toEqual([409, 'last_manager'])
  for (const [method, body] of [['DELETE'], ['PUT', { role: 'approver', limits: {} }]] as const) {
    const pair = [await found()]
    pair.push(await join(pair[0] as Person, 'manager'))
    const answers = await Promise.all(
      pair.map(async (each) => call(each, method, `/company/member/${await userIdOf(app.shop, each)}`, body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_manager')
  }
})

test('who is taken out sees nothing of the company from that moment', async () => {
  const manager = await found()
  const buyer = await join(manager, 'buyer')
  const id = await userIdOf(app.shop, buyer)
  const change = { role: 'approver', limits: { order: 0 } }
  const { body } = await call(manager, 'PUT', `/company/member/${id}`, change)
  expect(body.members[1]).toMatchObject(change)
  expect((await call(manager, 'DELETE', `/company/member/${id}`)).body).toEqual({ deletedCount: 1 })
  expect((await call(buyer, 'GET', '/company')).status).toBe(404)
  expect((await call(buyer, 'POST', '/company', COMPANY)).status).toBe(201)
})

test('an account whose owner deletes it leaves its company; the last manager of others does not', async () => {
  const manager = await found()
  const buyer = await join(manager, 'buyer')
  const remove = (one: Person) => call(one, 'DELETE', `/user/${one.email}`)
  const before = await readState()
  const refused = await remove(manager)
  expect([refused.status, refused.body.code]).toEqual([409, 'last_manager'])
  expect(await readState()).toEqual(before)
  expect((await remove(buyer)).status).toBe(200)
  expect((await call(manager, 'GET', '/company')).body.members).toHaveLength(1)
  await call(manager, 'POST', '/company/invitation', { email: 'open@example.com', role: 'manager' })
  const { _id } = (await call(manager, 'GET', '/company')).body
  expect((await remove(manager)).status).toBe(200)
  const { db } = app.shop
  const left = async (table: 'company_members' | 'company_invitations') =>
    db.selectFrom(table).selectAll().where('company_id', '=', _id).execute()
  expect([await left('company_members'), await left('company_invitations')]).toEqual([[], []])
  expect(await db.selectFrom('companies').select('id').where('id', '=', _id).execute()).toHaveLength(1)
})
