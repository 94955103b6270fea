import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The synonyms of the search that an admin saved, in the only row. */
export const synonyms: Migration = {
  name: '0053-synonyms',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table search_synonyms (
        id integer not null primary key check (id = 1), revision integer not null, synonyms text not null)
        ${clustered}`,
    ])
  },
}
