import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * What carriers and customs ask of a product: its weight in ten-thousandths of a gram, the country where it was made and its
 * code in the tariff; and how many working days it takes to make ready. All are null until an admin sets them.
 */
export const customs: Migration = {
  name: '0045-customs',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      `alter table products add column weight_e4 ${bigint} check (weight_e4 > 0)`,
      'alter table products add column lead_days integer check (lead_days between 0 and 365)',
      'alter table products add column origin text check (length(origin) = 2)',
      'alter table products add column customs_code text check (length(customs_code) between 6 and 11)',
    ])
  },
}
