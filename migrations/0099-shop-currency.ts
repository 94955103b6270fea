import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The currency in which the shop sells: its row is always there, so that it can be locked. And what the shop is called. */
export const shopCurrency: Migration = {
  name: '0099-shop-currency',
  async up(trx, kind) {
    const { strict } = typesOf(kind)
    await runStatements(trx, [
      `create table currency (id integer not null primary key check (id = 1), code text not null) ${strict}`,
      `insert into currency (id, code) values (1, 'usd')`,
      `alter table settings add column shop text not null default '{}'`,
    ])
  },
}
