import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** The pictures of a product with their texts, as JSON; null of one that has no other than its `image`. */
export const partPictures: Migration = {
  name: '0107-part-pictures',
  async up(trx) {
    await runStatements(trx, ['alter table products add column pictures text'])
  },
}
