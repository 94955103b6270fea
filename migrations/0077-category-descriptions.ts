import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** What the page of a category says of its parts, such as how their part numbers are made. Categories had no text. */
export const categoryDescriptions: Migration = {
  name: '0077-category-descriptions',
  async up(trx) {
    await runStatements(trx, ['alter table categories add column description text'])
  },
}
