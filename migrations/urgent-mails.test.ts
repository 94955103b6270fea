import '#app/app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0080-urgent-mails')

const payloadOf = (subject: string) =>
  JSON.stringify({ to: 'ada@example.com', subject, text: 'T', html: 'H' })

test('the mails of the sign-in service that wait are urgent, and no others', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const rows: [id: string, payload: string, about: string | null, next: number | null][] = [
    ['reset', payloadOf('Reset your password'), null, 1000],
    ['address', payloadOf('Confirm your e-mail address'), null, 1000],
    ['staff', payloadOf('3 orders were paid'), null, 1000],
    ['order', JSON.stringify({ to: 'ada@example.com', template: 'order paid' }), 'an order', 1000],
    ['sent', '{}', null, null],
  ]
  for (const [id, payload, about, next] of rows)
    await sql`insert into outbox (id, kind, about, payload, not_before, attempts, next_attempt_at)
      values (${id}, 'mail', ${about}, ${payload}, 1000, 0, ${next})`.execute(shop.db)
  await migrate(shop.database, migrations)
  const urgent = await shop.db.selectFrom('outbox').select('id').where('urgent', '=', 1).execute()
  expect(urgent.map(({ id }) => id).sort()).toEqual(['address', 'reset'])
})
