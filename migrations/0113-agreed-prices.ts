import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Prices that are agreed with companies, and what companies pay less than the list. */
export const agreedPrices: Migration = {
  name: '0113-agreed-prices',
  async up(trx, kind) {
    const { strict } = typesOf(kind)
    await runStatements(trx, [
      'alter table companies add column discount_e4 integer not null default 0 check (discount_e4 between 0 and 900000)',
      'alter table companies add column prices_revision integer not null default 1',
      `create table agreed_prices (
        company_id text not null references companies (id), product_id text not null references products (id),
        valid_from text not null, valid_to text not null, prices text not null,
        primary key (company_id, product_id, valid_from)) ${strict}`,
      'create index agreed_prices_of_product on agreed_prices (product_id)',
    ])
  },
}
