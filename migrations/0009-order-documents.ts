import { sql } from 'kysely'
import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Orders as documents: a number that people quote, the customer's own number and a note. */
export const orderDocuments: Migration = {
  name: '0009-order-documents',
  async up(trx, kind) {
    await runStatements(trx, [
      'alter table orders add column number text',
      'alter table orders add column po_number text',
      'alter table orders add column note text',
      `update orders set number = ${randomNumber(kind)}`,
    ])
    // Two orders may have got the same number; each round leaves fewer.
    for (;;) {
      const { numAffectedRows = 0n } = await sql`update orders set number = ${sql.raw(randomNumber(kind))}
        where number in (select number from orders group by number having count(*) > 1)`.execute(trx)
      if (numAffectedRows === 0n) break
    }
    await runStatements(trx, [
      "update orders set search_text = search_text || '\n' || lower(number)",
      'create unique index orders_number on orders (number)',
    ])
  },
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** An order number as SQL: two groups of four characters. */
function randomNumber(kind: DatabaseKind): string {
  const random = kind === 'sqlite' ? 'abs(random() % 31)' : 'floor(random() * 31)::integer'
  const character = `substr('${ALPHABET}', 1 + ${random}, 1)`
  const group = Array.from({ length: 4 }, () => character).join(' || ')
  return `${group} || '-' || ${group}`
}
