import { sql } from 'kysely'
import type { Backfill } from '#kit/backfill/backfill.ts'
import type { Migration } from '#kit/db/migrate.ts'

/** A release that adds what orders get, and a later one that requires it. */
export const added: Migration = {
  name: '9001-order-letters',
  up: async (trx) => {
    for (const column of ['letter text', 'filled integer not null default 0'])
      await sql.raw(`alter table orders add column ${column}`).execute(trx)
  },
}

export const required: Migration = {
  name: '9002-order-letters-required',
  needs: { backfill: added.name, table: 'orders', release: '1.1.0' },
  up: async (trx) => {
    await sql`create unique index orders_letter on orders (letter, id)`.execute(trx)
  },
}

/** Gives each order its letter, and counts how often it did. `then` is waited for within the transaction. */
export const letters = (
  then: (keys: readonly string[]) => Promise<unknown> = async () => undefined,
): Backfill => ({
  name: added.name,
  table: 'orders',
  key: 'id',
  fill: async (trx, keys) => {
    const { numAffectedRows = 0n } = await sql`
      update orders set letter = substr(user_id, 1, 1), filled = filled + 1
      where letter is null and id in (${sql.join(keys)})`.execute(trx)
    await then(keys)
    return Number(numAffectedRows)
  },
})
