import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** When the staff marked a product for the home page; null for the others. Orders do not write the index. */
export const featuredParts: Migration = {
  name: '0084-featured-parts',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      `alter table products add column featured_at ${bigint}`,
      `create index products_featured on products (featured_at, id) where featured_at is not null`,
    ])
  },
}
