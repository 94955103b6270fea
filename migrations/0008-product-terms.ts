import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * What a product is sold by: minimum, step and price breaks. `prices` is JSON: it is always read and replaced whole,
 * `[{"from": 100, "priceE4": 687}]`. `price_e4` stays the price of the first break, by which lists are sorted.
 */
export const productTerms: Migration = {
  name: '0008-product-terms',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    const isArray = kind === 'sqlite' ? `json_type(prices) = 'array'` : `json_typeof(prices::json) = 'array'`
    await runStatements(trx, [
      'alter table products add column step integer not null default 1 check (step >= 1)',
      `alter table products add column minimum integer not null default 100
        check (minimum >= 100 and minimum % step = 0)`,
      `alter table products add column prices text not null default '[]' check (${isArray})`,
      'alter table products add column revision integer not null default 1 check (revision >= 1)',
      `alter table products add column updated_at ${bigint} not null default 0`,
      `update products set prices = '[{"from":100,"priceE4":' || price_e4 || '}]', updated_at = created_at`,
    ])
  },
}
