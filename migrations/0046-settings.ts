import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The settings that admins change: the seller, the tax and the delivery, in the only row. */
export const settings: Migration = {
  name: '0046-settings',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table settings (
        id integer not null primary key check (id = 1), revision integer not null, seller text not null,
        tax text not null, delivery text not null) ${clustered}`,
    ])
  },
}
