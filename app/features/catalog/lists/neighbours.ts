import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { e4ToDollars } from '#kit/money.ts'
import type { Product } from '../schema.ts'
import {
  type Attribute,
  describeGrid,
  findGrid,
  type Grid,
  type GridPart,
  isSameKind,
  type Neighbours,
  splitAttributes,
} from './size-grid.ts'
import '../tables.ts'

/** So many parts, the part itself included, are enough if they share everything but their size. */
const ENOUGH_PARTS = 3

/** So many are enough otherwise. */
const ENOUGH_SIMILAR_PARTS = 6

/** The grid is made of at most so many parts. */
const MAXIMUM_CANDIDATES = 100

/** An attribute that more parts share is not read from its index: the parts of the nearest sizes are read instead. */
const MAXIMUM_SHARING = 800

/** So many parts of the same size, and so many above and below it, are read at most. */
const MAXIMUM_NEAREST = 150

/**
 * At most 7 × 7 parts around this one, itself included: those of its kind that share all its attributes besides the sizes,
 * or else all but the last ones, or none. Undefined when none differs from it in size. Reads a limited number of parts, however
 * many its category has.
 */
export async function findNeighbours(db: Db, product: Product): Promise<Neighbours | undefined> {
  const { sizes, kinds, others } = splitAttributes(product.attributes)
  if (product.category === undefined || sizes.length === 0) return undefined
  const search = {
    db,
    product: product._id,
    category: product.category,
    sizes,
    counts: await countSharing(db, product, others),
  }
  const own = partOf(product)
  let best: Grid | undefined
  let found = 0
  for (const length of new Set([others.length, others.length - 1, others.length - 2, kinds])) {
    if (length < kinds) continue
    const shared = await findCandidates(search, others.slice(0, length))
    const parts = shared.filter((part) => isSameKind(part, own))
    // The same parts again.
    if (parts.length === found && found < MAXIMUM_CANDIDATES) continue
    found = parts.length
    const grid = findGrid([own, ...parts], { id: own.id, sizes, others })
    if (grid && grid.parts.length > (best?.parts.length ?? 1)) best = grid
    const enough = length === others.length ? ENOUGH_PARTS : ENOUGH_SIMILAR_PARTS
    if (best && best.parts.length >= enough) break
  }
  // In the sequence of the category.
  const described = product.attributes.filter((attribute) => others.includes(attribute))
  return best && describeGrid(best, described)
}

const partOf = ({ _id, sku, name, price, attributes }: Product): GridPart => ({
  id: _id,
  sku,
  name,
  price,
  values: Object.fromEntries(attributes.map(({ key, value }) => [key, value])),
})

interface Search {
  readonly db: Db
  /** The id of the part. */
  readonly product: string
  readonly category: string
  readonly sizes: readonly Attribute[]
  /** How many parts share the attributes with the part, by key; those that too many share are counted up to the maximum. */
  readonly counts: ReadonlyMap<string, number>
}

/** Whether a row of `product_facets` is of this attribute. */
const isOf = (category: string, { key }: Attribute): RawBuilder<boolean> =>
  sql`category = ${category} and key = ${key}`

async function countSharing(
  db: Db,
  { category = '' }: Product,
  others: readonly Attribute[],
): Promise<Search['counts']> {
  if (others.length === 0) return new Map()
  const counts = others.map(
    (other) => sql`select ${other.key} as key, count(*) as count from (
      select 1 from product_facets
      where ${isOf(category, other)} and text_value = ${other.value} limit ${MAXIMUM_SHARING + 1}) as sharing`,
  )
  const { rows } = await sql<{ key: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

/** The other parts that share these attributes: those that are nearest in size, in no order. */
async function findCandidates(search: Search, shared: readonly Attribute[]): Promise<GridPart[]> {
  const { db, product, category, sizes, counts } = search
  const countOf = ({ key }: Attribute): number => counts.get(key) ?? 0
  const [rarest, ...rest] = shared.toSorted((a, b) => countOf(a) - countOf(b))
  const isRare = rarest !== undefined && countOf(rarest) <= MAXIMUM_SHARING
  // By each size where no attribute is shared: the parts of a category can have different sizes.
  const nearBy =
    shared.length === 0 ? sizes : [sizes.find(isNumber) ?? sizes[0]].filter((size) => size !== undefined)
  const source = isRare
    ? sql`select product_id from product_facets where ${isOf(category, rarest)} and text_value = ${rarest.value}`
    : sql.join(
        nearBy.map((size) => nearestInSize(category, size)),
        sql` union `,
      )
  const conditions = (isRare ? rest : shared).map(
    (other) => sql`and exists (select 1 from product_facets
      where ${isOf(category, other)} and text_value = ${other.value} and product_id = source.product_id)`,
  )
  const { rows } = await sql<{ id: string; sku: string; name: string; price_e4: number; attributes: string }>`
    select id, sku, name, price_e4, attributes from (
      select product_id from (${source}) as source where product_id <> ${product} ${sql.join(conditions, sql` `)}
      order by ${distanceInSize(search)} product_id limit ${MAXIMUM_CANDIDATES}) as candidates
    join products on id = product_id where archived_at is null`.execute(db)
  return rows.map(({ price_e4, attributes, ...names }) => ({
    ...names,
    price: e4ToDollars(price_e4),
    values: JSON.parse(attributes),
  }))
}

/** How far a part is from the part in its first two numbers, in proportion to them; parts without them are the last. */
function distanceInSize({ category, sizes }: Search): RawBuilder<unknown> {
  const distances = sizes
    .filter(isNumber)
    .slice(0, 2)
    .map(
      (
        size,
      ) => sql`(select abs(number_value - ${size.value}) / ${Math.abs(size.value) || 1} from product_facets
      where ${isOf(category, size)} and product_id = source.product_id)`,
    )
  return distances.length > 0 ? sql`${sql.join(distances, sql` + `)} nulls last,` : sql``
}

/** Selects the parts of the same size and of the next ones in the sequence of the index. */
function nearestInSize(category: string, size: Attribute): RawBuilder<unknown> {
  const column = sql.ref(isNumber(size) ? 'number_value' : 'text_value')
  const select = (comparison: string, direction: string) => sql`select product_id from (
    select product_id from product_facets
    where ${isOf(category, size)} and ${column} ${sql.raw(comparison)} ${size.value}
    order by ${column} ${sql.raw(direction)} limit ${MAXIMUM_NEAREST}) as nearest`
  return sql`${select('=', 'asc')} union ${select('>', 'asc')} union ${select('<', 'desc')}`
}

const isNumber = (size: Attribute): size is Attribute & { readonly value: number } =>
  typeof size.value === 'number'
