import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest, usersIn } from '#tests/support/accounts-shop.ts'
import { PASSWORD, type Person } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { deleteOldNewEmails } from './new-emails.ts'

const NEW = 'ada@new.example'

const verify = ({ shop }: AccountsTest, email: string) =>
  shop.db.updateTable('user').set({ emailVerified: 1 }).where('email', '=', email).execute()

async function withAda() {
  const shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  await verify(shop, ada.email)
  return { shop, ada, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

const ask = ({ call }: AccountsTest, { email: own, token }: Person, email: string) =>
  call('POST', `/api/user/${own}/new-email`, { token, body: { email } })

const confirm = ({ call }: AccountsTest, { token }: Person, link: string) =>
  call('POST', '/api/new-email/confirm', { token, body: { token: link } })

const undo = ({ call }: AccountsTest, link: string) =>
  call('POST', '/api/new-email/undo', { body: { token: link } })

const signIn = ({ call }: AccountsTest, email: string, password = PASSWORD) =>
  call('POST', '/api/auth/sign-in/email', { body: { email, password } })

const mailsTo = async ({ shop }: AccountsTest, email: string) =>
  (await mailsIn(shop)).filter(({ to }) => to === email)

/** The token of the newest link to a page that was mailed to an address; empty when there is none. */
async function mailed(shop: AccountsTest, email: string, page: string): Promise<string> {
  const links = (await mailsTo(shop, email)).map(({ text = '' }) =>
    new RegExp(`${page}\\?token=(\\w+)`).exec(text)?.at(1),
  )
  return links.findLast((link) => link !== undefined) ?? ''
}

const confirmLink = (shop: AccountsTest, email: string) => mailed(shop, email, '/new-email')
const undoLink = (shop: AccountsTest, email: string) => mailed(shop, email, '/new-email/undo')

/** Changes the address of an account; resolves to the token of the link that takes it back. */
async function change(shop: AccountsTest, person: Person, to: string): Promise<string> {
  expect((await ask(shop, person, to)).status).toBe(202)
  expect((await confirm(shop, person, await confirmLink(shop, to))).status).toBe(200)
  return undoLink(shop, person.email)
}

const kindsOf = async ({ call }: AccountsTest, { token }: Person): Promise<string[]> =>
  (await call('GET', '/api/security-event', { token })).body.map(({ kind }: { kind: string }) => kind)

const isAlive = async ({ call }: AccountsTest, { token }: Person) =>
  (await call('GET', '/api/session', { token })).status === 200

/** All that a refused call must leave as it is. */
const stateOf = async (shop: AccountsTest) => ({
  users: await usersIn(shop),
  changes: await shop.shop.db.selectFrom('new_emails').selectAll().orderBy('id').execute(),
  sessions: await shop.shop.db.selectFrom('session').select(['id', 'provedAt']).orderBy('id').execute(),
  mails: (await mailsIn(shop.shop)).length,
})

async function expectUnchanged(shop: AccountsTest, code: string, call: () => Promise<{ body: unknown }>) {
  const before = await stateOf(shop)
  expect((await call()).body).toMatchObject({ code })
  expect(await stateOf(shop)).toEqual(before)
}

test('an address changes by the button of its link: tokens go on, sign-in and profile have the new one, links die', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const there = await shop.signIn(ada)
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: ada.email } })
  const [before] = await usersIn(shop)
  expect((await ask(shop, ada, ' ADA@New.example ')).body).toEqual({ status: true })
  expect(await usersIn(shop)).toEqual([before])

  const link = await confirmLink(shop, NEW)
  const { status, body } = await confirm(shop, ada, link)
  expect([status, body.email]).toEqual([200, NEW])
  expect((await usersIn(shop))[0]).toMatchObject({ id: before?.id, email: NEW, name: ada.name })
  expect(await shop.shop.db.selectFrom('verification').select('id').execute()).toEqual([])
  for (const token of [body.token, ada.token, there.token])
    expect((await shop.call('GET', `/api/user/${NEW}`, { token })).body.email).toBe(NEW)
  // Another browser does not know the new address yet, and gets a token that has it.
  const login = await shop.call('POST', '/api/login', {
    body: { email: ada.email },
    cookie: there.cookie,
    headers: { Origin: 'http://localhost:3000' },
  })
  expect(login.status).toBe(200)
  expect(JSON.parse(atob(login.body.token.split('.')[1])).email).toBe(NEW)
  expect([(await signIn(shop, ada.email)).status, (await signIn(shop, NEW)).status]).toEqual([401, 200])
  expect(await kindsOf(shop, ada)).toContain('email_changed')
  expect((await mailsTo(shop, ada.email)).at(-1)).toMatchObject({
    subject: 'Your e-mail address was changed',
    text: expect.stringContaining(`Hello ${ada.name},`),
  })
  await expectUnchanged(shop, 'not_found', () => confirm(shop, ada, link))
})

test('it is for the own account, fresh, and for another address than the present one', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const eve = await shop.register({ email: 'eve@example.com' })
  await expectUnchanged(shop, 'forbidden', () => ask(shop, { ...eve, email: ada.email }, NEW))
  await expectUnchanged(shop, 'not_signed_in', () => ask(shop, { ...ada, token: '' }, NEW))
  await expectUnchanged(shop, 'invalid', () => ask(shop, ada, 'not an address'))
  await expectUnchanged(shop, 'invalid', () => ask(shop, ada, 'Ada@example.com'))
  shop.shop.advance(16 * MINUTE_MS)
  await expectUnchanged(shop, 'sign_in_again', () => ask(shop, ada, NEW))
})

// attack: account-discovery
test('an address that is taken, or kept for who left it, is answered the same and gets a mail without a link', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const eve = await shop.register({ email: 'eve@example.com' })
  await change(shop, ada, NEW)
  const free = await ask(shop, eve, 'free@example.com')
  const counts = () => shop.shop.db.selectFrom('rate_limits').select('key').execute()
  const grown: number[] = []
  for (const email of [NEW, ada.email, 'another@example.com']) {
    const before = (await counts()).length
    const answer = await ask(shop, eve, email)
    grown.push((await counts()).length - before)
    expect([answer.status, answer.body]).toEqual([free.status, free.body])
  }
  for (const email of [NEW, ada.email]) {
    const mail = (await mailsTo(shop, email)).at(-1)
    expect(mail?.subject).toBe('Somebody tried to use your e-mail address')
    expect(mail?.text).not.toMatch(/https?:/)
    expect(mail?.text).not.toContain(eve.name)
  }
  expect(new Set(grown).size).toBeLessThanOrEqual(2)
  expect(
    await shop.shop.db.selectFrom('new_emails').where('user_id', '<>', '').select('id').execute(),
  ).toHaveLength(2)
})

// attack: stolen-address
test('a link works for 24 hours, in a session of its account, and until another one is asked for', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const eve = await shop.register({ email: 'eve@example.com' })
  await ask(shop, ada, 'first@example.com')
  const first = await confirmLink(shop, 'first@example.com')
  await ask(shop, ada, NEW)
  const link = await confirmLink(shop, NEW)
  await expectUnchanged(shop, 'not_found', () => confirm(shop, ada, first))
  await expectUnchanged(shop, 'not_found', () => confirm(shop, eve, link))
  await expectUnchanged(shop, 'not_signed_in', () => confirm(shop, { ...ada, token: '' }, link))
  await expectUnchanged(shop, 'not_found', () => undo(shop, link))
  // A reset shuts out whoever asked for another address.
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: ada.email } })
  const reset = /reset-password\/([^?]+)/.exec((await mailsTo(shop, ada.email)).at(-1)?.text ?? '')?.at(1)
  const newPassword = 'quiet-harbour-lamp-7'
  await shop.call('POST', '/api/auth/reset-password', { body: { token: reset, newPassword } })
  const owner = await shop.signIn({ ...ada, password: newPassword })
  await expectUnchanged(shop, 'not_found', () => confirm(shop, owner, link))
  await ask(shop, owner, NEW)
  const late = await confirmLink(shop, NEW)
  shop.shop.advance(24 * HOUR_MS)
  const tomorrow = await shop.signIn(owner)
  await expectUnchanged(shop, 'not_found', () => confirm(shop, tomorrow, late))
})

// attack: stolen-address
test('the old address takes the change back for 7 days, once: every session and reset link ends, nobody else can have it', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const link = await change(shop, ada, NEW)
  // Whoever changed it tries to keep the owner from taking it back.
  const squatter = await shop.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Eve', email: ada.email, password: PASSWORD },
  })
  expect([squatter.status, squatter.body.authCode]).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])
  const now = new Date(shop.shop.now() + 1).toISOString()
  const { id = '' } = (await usersIn(shop))[0] ?? {}
  const google = { id: 'g', accountId: 'g', providerId: 'google', userId: id, password: null }
  await shop.shop.db
    .insertInto('account')
    .values({ ...google, createdAt: now, updatedAt: now })
    .execute()
  const thief = await shop.signIn({ ...ada, email: NEW })
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: NEW } })
  await ask(shop, { ...thief, email: NEW }, 'further@example.com')
  shop.shop.advance(7 * DAY_MS - MINUTE_MS)

  const answer = await undo(shop, link)
  expect([answer.status, answer.body]).toEqual([200, { email: ada.email }])
  expect([await isAlive(shop, ada), await isAlive(shop, thief)]).toEqual([false, false])
  const { db } = shop.shop
  expect(await db.selectFrom('verification').select('id').execute()).toEqual([])
  expect(await db.selectFrom('new_emails').select('id').execute()).toEqual([])
  expect(await db.selectFrom('account').select('providerId').execute()).toEqual([
    { providerId: 'credential' },
  ])
  expect((await usersIn(shop))[0]).toMatchObject({ id, email: ada.email })
  const back = await shop.signIn(ada)
  expect(await kindsOf(shop, back)).toContain('email_change_undone')
  // The last one is of the sign-in, since the browser is new to the account.
  expect((await mailsTo(shop, ada.email)).at(-2)?.subject).toBe(
    'The change of your e-mail address was taken back',
  )
  await expectUnchanged(shop, 'not_found', () => undo(shop, link))
})

test('after 7 days a change stays, its address is free again, and the job deletes its row', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const link = await change(shop, ada, NEW)
  const rows = () => shop.shop.db.selectFrom('new_emails').select('id').execute()
  shop.shop.advance(7 * DAY_MS)
  await expectUnchanged(shop, 'not_found', () => undo(shop, link))
  await deleteOldNewEmails(shop.shop)
  expect(await rows()).toHaveLength(1)
  const again = { name: 'Another', email: ada.email, password: PASSWORD }
  expect((await shop.call('POST', '/api/auth/sign-up/email', { body: again })).status).toBe(200)
  shop.shop.advance(DAY_MS + MINUTE_MS)
  await deleteOldNewEmails(shop.shop)
  expect(await rows()).toEqual([])
})

// attack: stolen-address
test('of two changes after each other the first link takes both back; the second one leads to the first', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const first = await change(shop, ada, NEW)
  shop.shop.advance(1000)
  const second = await change(shop, { ...ada, email: NEW }, 'third@example.com')
  expect((await undo(shop, first)).body).toEqual({ email: ada.email })
  await expectUnchanged(shop, 'not_found', () => undo(shop, second))

  const back = await shop.signIn(ada)
  const again = await change(shop, back, NEW)
  shop.shop.advance(1000)
  const further = await change(shop, { ...back, email: NEW }, 'third@example.com')
  expect((await undo(shop, further)).body).toEqual({ email: NEW })
  expect((await undo(shop, again)).body).toEqual({ email: ada.email })
})

test('an address that is taken meanwhile is refused, and a link that is used several times at once works once', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const eve = await shop.register({ email: 'eve@example.com' })
  await ask(shop, ada, NEW)
  const link = await confirmLink(shop, NEW)
  await shop.register({ email: NEW })
  await expectUnchanged(shop, 'conflict', () => confirm(shop, ada, link))

  // Two accounts at once for one address.
  await ask(shop, ada, 'both@example.com')
  const ofAda = await confirmLink(shop, 'both@example.com')
  await ask(shop, eve, 'both@example.com')
  const ofEve = await confirmLink(shop, 'both@example.com')
  const both = await Promise.all([confirm(shop, ada, ofAda), confirm(shop, eve, ofEve)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])

  const winner = both[0]?.status === 200 ? ada : eve
  const undoing = await undoLink(shop, winner.email)
  const undone = await Promise.all([undo(shop, undoing), undo(shop, undoing), undo(shop, undoing)])
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 404, 404])

  const back = await shop.signIn(winner)
  await ask(shop, back, 'once@example.com')
  const once = await confirmLink(shop, 'once@example.com')
  const used = await Promise.all([confirm(shop, back, once), confirm(shop, back, once)])
  expect(used.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('an unverified address is not kept: when another account has it, taking the change back is refused', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'typo@example.com' })
  const link = await change(shop, ada, NEW)
  expect((await usersIn(shop))[0]?.emailVerified).toBeTruthy()
  expect((await mailsTo(shop, ada.email)).at(-1)?.text).not.toContain(ada.name)
  await shop.register({ email: ada.email })
  await expectUnchanged(shop, 'conflict', () => undo(shop, link))
  expect(await isAlive(shop, ada)).toBe(true)
})

// attack: mailbox-flood
test('mails to addresses that are asked for are limited by address, with the same answer', async () => {
  await using setup = await withAda()
  const { shop, ada } = setup
  const people = [ada, await shop.register({ email: 'eve@example.com' })]
  for (const person of people)
    for (let count = 0; count < 6; count += 1) expect((await ask(shop, person, NEW)).status).toBe(202)
  expect(await mailsTo(shop, NEW)).toHaveLength(8)
  for (let count = 6; count < 10; count += 1) await ask(shop, ada, NEW)
  await expectUnchanged(shop, 'too_many_requests', () => ask(shop, ada, NEW))
})
