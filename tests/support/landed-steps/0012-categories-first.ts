import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Categories, the attributes that their products have, and the values of each product. `products.attributes` is JSON by
 * key: it is read and replaced whole. `product_facets` has the same values of the products for sale, to search by.
 */
export const categories: Migration = {
  name: '0012-categories',
  async up(trx, kind) {
    const { strict, clustered } = typesOf(kind)
    const double = kind === 'sqlite' ? 'real' : 'double precision'
    const isObject =
      kind === 'sqlite' ? `json_type(attributes) = 'object'` : `json_typeof(attributes::json) = 'object'`
    await runStatements(trx, [
      `create table categories (
        slug text not null primary key, name text not null, parent text references categories (slug),
        check (parent <> slug)) ${strict}`,
      'create index categories_by_parent on categories (parent)',
      `create table category_attributes (
        category text not null references categories (slug), key text not null, position integer not null,
        label text not null, unit text, kind text not null check (kind in ('number', 'text')),
        primary key (category, key)) ${clustered}`,
      'alter table products add column category text references categories (slug)',
      `alter table products add column attributes text not null default '{}' check (${isObject})`,
      `create index products_of_category on products (category, listing_sequence) where archived_at is null`,
      `create index products_of_category_by_name on products (category, name_key, id) where archived_at is null`,
      `create index products_of_category_by_price on products (category, price_e4, id) where archived_at is null`,
      // For archived products too: a category with products cannot be deleted.
      'create index products_by_category on products (category)',
      `create table product_facets (
        product_id text not null references products (id), category text not null, key text not null,
        text_value text, number_value ${double},
        check ((text_value is null) <> (number_value is null)),
        primary key (product_id, key)) ${clustered}`,
      'create index facets_by_text on product_facets (category, key, text_value, product_id)',
      'create index facets_by_number on product_facets (category, key, number_value, product_id)',
    ])
  },
}
