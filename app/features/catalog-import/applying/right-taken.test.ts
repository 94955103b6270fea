import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Person, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { runImport } from './run-import.ts'

const COUNT = 300

let app: TestApp
let admin: Person
let keeper: Person

beforeEach(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  keeper = await app.register()
  await verifyEmail(app.shop, keeper)
  await give(['products'])
})
afterEach(() => app[Symbol.asyncDispose]())

async function give(rights: readonly string[]): Promise<void> {
  const answer = await app.call('PUT', `/api/user/staff/${keeper.email}`, { as: admin, body: { rights } })
  expect(answer.body).toEqual({ modifiedCount: 1 })
}

const send = (method: string, path: string, as = keeper): Promise<Answer> =>
  app.call(method, `/api/import/${path}`, { as })

async function upload(): Promise<string> {
  const body = fileOfParts(Array.from({ length: COUNT }, (_, n) => ({ sku: `NEW-${n}` })))
  const headers = { 'Content-Type': 'text/csv' }
  return (await app.call('POST', '/api/import', { body, as: keeper, headers })).body._id
}

const partsIn = async (): Promise<number> =>
  (await app.shop.db.selectFrom('products').select('id').where('sku', 'like', 'NEW-%').execute()).length

const auditOf = (id: string) =>
  app.shop.db.selectFrom('audit_entries').select(['kind', 'actor_email']).where('subject', '=', id).execute()

/** Every call about an import, for somebody whose right is gone. */
async function refusals(id: string): Promise<unknown[]> {
  const answers = [
    await send('GET', id),
    await send('POST', `${id}/apply`),
    await send('POST', `${id}/undo`),
    await send('POST', `${id}/compare`),
    await app.call('PATCH', `/api/import/${id}`, { as: keeper, body: { leaveOut: [1] } }),
  ]
  return answers.map(({ status, body }) => `${status} ${body.code} ${body.right}`)
}

const REFUSED = Array.from({ length: 5 }, () => '403 right_required products')

// attack: right-of-another
test('who loses the right after the upload applies nothing', async () => {
  const id = await upload()
  await give([])
  expect(await refusals(id)).toEqual(REFUSED)
  expect(await partsIn()).toBe(0)
  expect((await send('GET', id, admin)).body.state).toBe('ready')
  expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(['import.created'])
})

/** Applies it until rows are written, and takes the right then; the process loses its database, as by a crash. */
async function loseTheRightAmidst(id: string): Promise<void> {
  const user = { id: await userIdOf(app.shop, keeper), email: keeper.email }
  let calls = 0
  const now = (): number => {
    calls += 1
    if (calls > 6) throw Object.assign(new Error('lost'), { code: 'ECONNRESET' })
    return app.shop.now()
  }
  await expect(runImport({ ...app.shop, now }, user, id, 'apply')).rejects.toThrow('lost')
  const written = await partsIn()
  expect([written > 0, written < COUNT]).toEqual([true, true])
  await give([])
}

// attack: right-of-another
test('an import that began while the right was there ends whole, and its staff neither see nor undo it; an admin does', async () => {
  const id = await upload()
  await loseTheRightAmidst(id)
  expect(await refusals(id)).toEqual(REFUSED)
  await app.runJobs('resume imports')
  app.shop.advance(5000)
  await app.runJobs('resume imports')
  expect((await send('GET', id, admin)).body.state).toBe('applied')
  expect(await partsIn()).toBe(COUNT)
  expect(await auditOf(id)).toContainEqual({ kind: 'import.applied', actor_email: keeper.email })
  expect(await refusals(id)).toEqual(REFUSED)
  expect((await send('POST', `${id}/undo`, admin)).body.state).toBe('undone')
  const shown = app.shop.db.selectFrom('products').select('id').where('sku', 'like', 'NEW-%')
  expect(await shown.where('archived_at', 'is', null).execute()).toEqual([])
})
