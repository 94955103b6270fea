import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The texts of pages that an admin saved, in the only row. */
export const siteTexts: Migration = {
  name: '0062-site-texts',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table site_texts (
        id integer not null primary key check (id = 1), revision integer not null, texts text not null)
        ${clustered}`,
    ])
  },
}
