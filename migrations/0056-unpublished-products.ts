import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * Products that were never for sale. They are archived, so nothing that visitors read has them; the column tells them apart
 * from those that are archived after they were sold, because only they can be changed.
 */
export const unpublishedProducts: Migration = {
  name: '0056-unpublished-products',
  async up(trx) {
    await runStatements(trx, [
      `alter table products add column is_unpublished integer not null default 0
        check (is_unpublished in (0, 1))`,
    ])
  },
}
