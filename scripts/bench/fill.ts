import { type RawBuilder, sql } from 'kysely'
import { attributeRows } from '#features/catalog/products/attributes.ts'
import { learnWords } from '#features/catalog/search/known-words.ts'
import { normalText, wholeWords } from '#features/catalog/search/search-terms.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'

/**
 * Fills a shop with the rows of a large one, in SQL for both databases: a million calls would take an hour. Every
 * product is a kind of part with a size, a length and a material, so names are unique and words are as frequent as in a
 * real catalogue.
 */
const KINDS = `
Hexagon head screw/DIN 933/HX; Hexagon head bolt/DIN 931/HB; Socket head cap screw/DIN 912/SC; Countersunk screw/ISO 10642/CS;
Set screw/DIN 913/SS; Pan head screw/ISO 7045/PH; Shoulder bolt/ISO 7379/SB; Carriage bolt/DIN 603/CB;
Eye bolt/DIN 580/EB; Stud/DIN 939/ST; Threaded rod/DIN 976/TR; Hexagon nut/ISO 4032/HN;
Lock nut/DIN 985/LN; Flange nut/DIN 6923/FN; Wing nut/DIN 315/WN; Plain washer/DIN 125/PW;
Spring washer/DIN 127/SW; Dowel pin/ISO 8734/DP; Taper pin/DIN 1/TP; Clevis pin/ISO 2341/CP;
Split pin/DIN 94/SP; Retaining ring/DIN 471/RR; Deep groove ball bearing/DIN 625/BB; Needle bearing/DIN 617/NB;
Plain bush/DIN 1850/PB; Compression spring/DIN 2098/CO; Tension spring/DIN 2097/TS; Disc spring/DIN 2093/DS;
O-ring/ISO 3601/OR; Shaft seal/DIN 3760/SE; Feather key/DIN 6885/FK; Pipe elbow/EN 10242/PE;
Hose fitting/DIN 3861/HF; Grease nipple/DIN 71412/GN; Spur gear/DIN 867/SG; Roller chain/ISO 606/RC;
Hinge/DIN 7954/HI; Handle/DIN 39/HA; Star knob/DIN 6336/SK; Foot/DIN 6320/FO`
  .split(';')
  .map((kind) => kind.trim().split('/') as [name: string, standard: string, code: string])

const SIZES = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 42, 48]

const MATERIALS = `
steel 4.6; steel 5.6; steel 8.8; steel 8.8, zinc plated; steel 8.8, zinc flake coated;
steel 8.8, hot dip galvanised; steel 10.9; steel 10.9, zinc plated; steel 10.9, black oxide; steel 12.9;
steel 12.9, zinc flake coated; spring steel; spring steel, phosphated; bearing steel 100Cr6; stainless steel A1;
stainless steel A2-70; stainless steel A4-80; brass CuZn39Pb3; brass, nickel plated; bronze CuSn12;
aluminium EN AW-6082; titanium Grade 5; polyamide PA 6.6; PTFE, filled; nitrile rubber NBR 70`
  .split(';')
  .map((material) => material.trim())

/** What all descriptions have in common. */
const USE = 'Sold by the hundred, for machines and frames; drawing number '

/** A text, its normal form, and its whole words, as a row of a common table expression has them. */
const searched = (text: string) => [text, normalText(text), wholeWords(text).join(' ')] as const

/** The terms of the part number "HX-8-123" and of "M8 × 40", as `wholeWords` makes them. */
const SKU_WORDS = sql.raw(
  `code || ' ' || code || size || ' ' || code || size || number || ' ' || size || ' ' || size || number || ' ' || number`,
)
const DIMENSION_WORDS = sql.raw(
  `'m m' || size || ' m' || size || 'x m' || size || 'x' || length || ' ' || size || ' ' || size || 'x ' || size || 'x' || length
    || ' x x' || length || ' ' || length`,
)

/**
 * Fills an empty shop with products, at most a million, since there are no more names. Their order mixes kinds, sizes
 * and materials. The newest is inserted first, as SQLite's index is sorted.
 */
export async function fillProducts(db: Db, count: number): Promise<void> {
  await fillCategories(db)
  await sql`
    with numbers (number) as (${numbers(count)}),
    kinds (position, kind, normal_kind, kind_words, standard, normal_standard, code) as (${indexed(
      KINDS.map(([kind, standard, code]) => [...searched(kind), standard, normalText(standard), code]),
    )}),
    sizes (position, size) as (${indexed(SIZES.map((size) => [size]))}),
    materials (position, material, normal_material, material_words) as (${indexed(MATERIALS.map(searched))}),
    parts as (
      select number, code || '-' || size || '-' || number as sku, standard, material, kind, normal_kind, kind_words,
        normal_standard, normal_material, material_words, lower(code) as code,
        lower(code) || '-' || (number / 4000 % 5) as category, size, 4 + 4 * (number / 20000) as length,
        'M' || size || ' × ' || (4 + 4 * (number / 20000)) as dimension
      from numbers
      join kinds on kinds.position = number % 40
      join sizes on sizes.position = number / 40 % 20
      join materials on materials.position = number / 800 % 25),
    described as (
      select parts.*, 'm' || size || 'x' || length as normal_dimension, kind || ' ' || dimension || ', ' || material as name,
        standard || ', ' || dimension || ' mm, ' || material || '. ' || ${sql.lit(USE)}
          || (number * 79 % 1000003) || '.' as description
      from parts)
    insert into products (id, sku, sku_key, name, name_key, search_text, search_words, sku_search, price_e4, prices,
      quantity, description, image, created_at, updated_at, archived_at, listing_sequence, category, weight_e4, lead_days,
      attributes)
    select 'bench-product-' || (1000000000 + number), sku, lower(sku), name, lower(name),
      normal_kind || ' ' || normal_dimension || ', ' || normal_material || ${'\n'} || code || size || number || ${'\n'}
        || normal_standard || ', ' || normal_dimension || 'mm, ' || normal_material || '. '
        || ${sql.lit(normalText(USE))} || ' ' || (number * 79 % 1000003) || '.',
      ' ' || kind_words || ' ' || ${DIMENSION_WORDS} || ' ' || material_words || ' ' || ${SKU_WORDS} || ' ',
      code || size || number, 100 + number * 31 % 9973,
      '[{"from":100,"priceE4":' || (100 + number * 31 % 9973) || '}]', 1000000, description,
      '/drawings/HX-933-M8-40.svg', 1700000000000 + number, 1700000000000 + number, cast(null as bigint), number + 1,
      category, 100000, 2, '{"standard":"' || standard || '","thread":"M' || size || '","diameter":' || size || ',"length":' || length
        || ',"material":"' || material || '","finish":"Finish ' || (number % 7) || '","series":' || (number % 97)
        || ',"package":"Package ' || (number % 3) || '"}'
    from described order by number desc`.execute(db)
  await fillFacets(db)
  await learnWords(db, [USE, ...CATEGORIES.map(({ name }) => name), ...MATERIALS])
}

const ATTRIBUTES = [
  { key: 'standard', label: 'Standard', kind: 'text' },
  { key: 'thread', label: 'Thread', kind: 'text' },
  { key: 'diameter', label: 'Diameter', unit: 'mm', kind: 'number' },
  { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  { key: 'material', label: 'Material', kind: 'text' },
  { key: 'finish', label: 'Finish', kind: 'text' },
  { key: 'series', label: 'Series', kind: 'number' },
  { key: 'package', label: 'Package', kind: 'text' },
] as const

/** For each kind of part a category with five others below it, by material: 240 in all. */
export const CATEGORIES = KINDS.flatMap(([name, , code]) => {
  const slug = code.toLowerCase()
  const children = [0, 1, 2, 3, 4].map((group) => ({
    slug: `${slug}-${group}`,
    name: `${name} ${group}`,
    parent: slug,
  }))
  return [{ slug, name, parent: null }, ...children]
})

async function fillCategories(db: Db): Promise<void> {
  await db.insertInto('categories').values(CATEGORIES).execute()
  for (const { slug, parent } of CATEGORIES) {
    if (parent === null) continue
    const attributes = attributeRows(slug, { attributes: [...ATTRIBUTES] })
    await db.insertInto('category_attributes').values(attributes).execute()
  }
}

/** The attributes of the filled products, to filter by. */
async function fillFacets(db: Db): Promise<void> {
  for (const { key, kind: type } of ATTRIBUTES) {
    const value =
      kindOf(db) === 'sqlite'
        ? sql`json_extract(attributes, ${`$.${key}`})`
        : sql.raw(`(attributes::json ->> '${key}')${type === 'number' ? '::float8' : ''}`)
    await sql`
      insert into product_facets (product_id, category, key, ${sql.ref(`${type}_value`)})
      select id, category, ${key}, ${value} from products`.execute(db)
  }
}

/** Rows with their position, as the `values` of a common table expression. */
function indexed(rows: readonly (readonly (string | number)[])[]): RawBuilder<unknown> {
  const lines = rows.map(
    (row, position) => sql`(${sql.join([position, ...row].map((value) => sql.lit(value)))})`,
  )
  return sql`values ${sql.join(lines)}`
}

export interface CustomerIds {
  readonly regular: string
  readonly occasional: string
}

/**
 * Orders by 10,000 customers: one of ten is by `regular`, and a hundred are by `occasional`. Half of them are shipped,
 * a quarter are paid; one of a hundred is partly shipped, and one refunded.
 */
export async function fillOrders(
  db: Db,
  count: number,
  products: number,
  { regular, occasional }: CustomerIds,
): Promise<void> {
  await sql`
    insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    select 'bench-user-' || number, 'Customer ' || number, 'customer-' || number || '@example.com', "emailVerified",
      "createdAt", "updatedAt"
    from "user" cross join (${numbers(10_000)}) as numbers
    where id = ${regular}`.execute(db)
  const rare = sql.lit(Math.floor(count / 100))
  await sql`
    insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency, status,
      progress, refunded_cents, transaction_id, idempotency_key, idempotency_hash, created_at, hold_until, paid_at,
      shipped_at, cancelled_at)
    select 'bench-order---' || (1000000000 + number), 'BENCH-' || number, "user".id, "user".name, email, '+1 555 0100',
      '1 Sample Street, Sample Town', lower(products.name || '\n' || "user".name || '\n' || email), 425, 'usd',
      case number % 4 when 0 then null when 1 then 'pending' else 'shipped' end,
      case when number % 100 = 1 then 'partly_shipped' end, case when number % 100 = 2 then 425 else 0 end,
      case number % 4 when 0 then null else 'bench-payment-' || number end, null, null,
      1700000000000 + number, 4000000000000,
      case number % 4 when 0 then null else 1700000000000 + number end,
      case when number % 4 > 1 then 1700000000000 + number end, cast(null as bigint)
    from (${numbers(count)}) as numbers
    join products on products.id = 'bench-product-' || (1000000000 + number * 7 % ${sql.lit(products)})
    join "user" on "user".id = case
      when number % ${rare} = 1 then ${occasional}
      when number % 10 = 0 then ${regular}
      else 'bench-user-' || (number % 10000) end`.execute(db)
  await sql`
    insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity)
    select orders.id, 0, products.id, products.name, sku, price_e4, 100
    from orders join products on products.id =
      'bench-product-' || (1000000000 + (orders.created_at - 1700000000000) * 7 % ${sql.lit(products)})`.execute(
    db,
  )
  // 20 lines for the orders on the pages that are measured. All others have one, so that filling takes minutes.
  await sql`
    insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity)
    select order_id, line, product_id, product_name, sku, unit_price_e4, quantity
    from order_lines join orders on orders.id = order_id
    cross join (select number + 1 as line from (${numbers(19)}) as numbers) as lines
    where orders.user_id = ${occasional} or orders.created_at >= ${1_700_000_000_000 + count - 2000}`.execute(
    db,
  )
  await fillShipments(db)
  await changeRowCount(db, 'orders', count)
}

/** A shipment of all pieces for each shipped order, and of one piece for each partly shipped. */
async function fillShipments(db: Db): Promise<void> {
  await sql`
    insert into shipments (id, order_id, at) select id, id, paid_at from orders
    where status = 'shipped' or progress is not null`.execute(db)
  await sql`
    insert into shipment_lines (shipment_id, position, quantity)
    select order_id, position, case when progress is null then quantity else 1 end
    from order_lines join orders on orders.id = order_id
    where status = 'shipped' or (progress is not null and position = 0)`.execute(db)
}

/** The whole numbers from 0 to `count` - 1. */
const numbers = (count: number): RawBuilder<unknown> => sql`
  with recursive numbers (number) as (
    select 0 union all select number + 1 from numbers where number < ${sql.lit(count - 1)})
  select number from numbers`
