import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** A row that is written to see whether the database can write. */
export const writeProbe: Migration = {
  name: '0038-write-probe',
  async up(trx, kind) {
    const { bytes, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table write_probe (id integer not null primary key check (id = 1), filler ${bytes} not null) ${strict}`,
    ])
  },
}
