import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Orders keep where they go, how and when they are delivered and which tax is due. `total_cents` stays what is paid:
 * `charges_cents` of it are delivery and the tax that the prices do not include. Lines keep what carriers and customs ask.
 */
export const orderTerms: Migration = {
  name: '0047-order-terms',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      `alter table orders add column charges_cents ${bigint} not null default 0 check (charges_cents >= 0)`,
      'alter table orders add column terms text',
      'alter table orders add column ships_on text check (length(ships_on) = 10)',
      // What ships next, and what is late.
      `create index orders_to_dispatch on orders (ships_on, id) where status = 'pending' and ships_on is not null`,
      `alter table order_lines add column weight_e4 ${bigint} check (weight_e4 > 0)`,
      'alter table order_lines add column origin text check (length(origin) = 2)',
      'alter table order_lines add column customs_code text check (length(customs_code) between 6 and 11)',
    ])
  },
}
