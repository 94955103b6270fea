import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** What the buyer calls the part of a line and says of it, in carts and orders. Lists had it; no line of these did. */
export const lineWords: Migration = {
  name: '0086-line-words',
  up: (trx) =>
    runStatements(
      trx,
      ['cart_lines', 'order_lines'].flatMap((table) =>
        ['own', 'note'].map((column) => `alter table ${table} add column ${column} text`),
      ),
    ),
}
