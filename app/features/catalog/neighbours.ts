import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { e4ToDollars } from '#kit/money.ts'
import { sortNaturally } from '#kit/sort-naturally.ts'
import type { AttributeValues, Product } from './schema.ts'
import { type Attribute, nearestValues, splitAttributes, type Value } from './size-grid.ts'
import './tables.ts'

/** A part of the grid. */
export interface Neighbour extends Pick<Product, 'sku' | 'name'> {
  /** Dollars per piece of the minimum. */
  readonly price: number
}

/** A size and its values in the grid, the smallest first. */
interface Axis extends Pick<Attribute, 'key' | 'label' | 'unit'> {
  readonly values: readonly Value[]
}

/** A part and those of its category in the next sizes. */
export interface Neighbours {
  readonly rows: Axis
  /** The second size; without it each row has one cell. */
  readonly columns?: Axis
  /** By rows and columns; null where there is no part. */
  readonly cells: readonly (readonly (Neighbour | null)[])[]
  /** What all these parts have in common besides, such as their material. */
  readonly same: readonly Attribute[]
  /** In what else some of them differ. */
  readonly different: readonly Attribute[]
}

/** So many parts, the part itself included, are enough if they share everything but their size. */
const ENOUGH_PARTS = 3

/** So many are enough otherwise. */
const ENOUGH_SIMILAR_PARTS = 6

/** How often parts that differ more are searched, before all of the category are. */
const MAXIMUM_RELAXATIONS = 3

/**
 * At most 7 × 7 parts around this one, itself included: those that share all its attributes besides the sizes, or else
 * as many as possible. Undefined when none differs from it in size.
 */
export async function findNeighbours(db: Db, product: Product): Promise<Neighbours | undefined> {
  const { sizes, others } = splitAttributes(product.attributes)
  if (product.category === undefined || sizes.length === 0) return undefined
  const search = {
    db,
    product: product._id,
    category: product.category,
    ...sharingOf(product.category, others),
  }
  let best: Grid | undefined
  for (const matches of await leastMatches(search)) {
    const grid = await findGrid({ ...search, matches }, sizes)
    if (grid && grid.parts.length > (best?.parts.length ?? 1)) best = grid
    const enough = matches === others.length ? ENOUGH_PARTS : ENOUGH_SIMILAR_PARTS
    if (best && best.parts.length >= enough) break
  }
  return best && describeGrid(best, others)
}

/** The parts of a category, of which those count that share `matches` of the `others`. */
interface Search {
  readonly db: Db
  /** The id of the part. */
  readonly product: string
  readonly category: string
  readonly others: readonly Attribute[]
  /** Selects the products that share attributes with the part, with their number. */
  readonly sharing: RawBuilder<unknown>
  readonly matches: number
}

function sharingOf(category: string, others: readonly Attribute[]): Pick<Search, 'others' | 'sharing'> {
  const none = sql`select product_id from product_facets where 1 = 0`
  const selects = others.map(
    ({ key, value }) => sql`select product_id from product_facets
      where category = ${category} and key = ${key} and text_value = ${value}`,
  )
  const all = sql.join([none, ...selects], sql` union all `)
  return {
    others,
    sharing: sql`(select product_id, count(*) as matches from (${all}) as shared group by product_id)`,
  }
}

/** Joins the parts that share enough attributes with the part; all parts when none has to be shared. */
const joinSharing = (alias: string, { sharing, matches }: Search): RawBuilder<unknown> => sql`
  ${sql.raw(matches > 0 ? 'join' : 'left join')} ${sharing} as sharing
    on sharing.product_id = ${sql.ref(`${alias}.product_id`)} and sharing.matches >= ${matches}`

/** How many attributes have to be shared: as many as enough parts do, then fewer, at last none. */
async function leastMatches({ db, others, sharing }: Omit<Search, 'matches'>): Promise<number[]> {
  if (others.length === 0) return [0]
  const { rows } = await sql<{ matches: number; parts: number }>`
    select matches, count(*) as parts from ${sharing} as sharing group by matches order by matches desc`.execute(
    db,
  )
  let sum = 0
  const enough = rows.flatMap(({ matches, parts }) => {
    sum += parts
    return sum < ENOUGH_PARTS ? [] : [matches]
  })
  return [...enough.slice(0, MAXIMUM_RELAXATIONS), 0]
}

/** A part of the grid with all its attributes. */
interface FoundPart extends Neighbour {
  readonly values: AttributeValues
}

interface Grid {
  readonly first: Attribute
  readonly second?: Attribute
  readonly parts: readonly FoundPart[]
}

/** The parts by the first size that varies, and by the next that the first one does not determine; undefined if none varies. */
async function findGrid(search: Search, sizes: readonly Attribute[]): Promise<Grid | undefined> {
  const values = await findValues(search, sizes)
  const [first, ...rest] = sizes.filter(({ key }) => (values.get(key)?.length ?? 0) > 1)
  if (!first) return undefined
  const rows = windowOf(first, values)
  const nextValues = rest.length === 0 ? values : await findValues(search, rest, rows)
  for (const second of rest) {
    const parts = await findParts(search, rows, windowOf(second, nextValues))
    const isDetermined = parts.length === new Set(parts.map((part) => part.values[first.key])).size
    if (!isDetermined) return { first, second, parts }
  }
  return { first, parts: await findParts(search, rows) }
}

/** Some values of a size. */
interface Window {
  readonly key: string
  readonly values: readonly Value[]
}

const windowOf = ({ key, value }: Attribute, values: ReadonlyMap<string, readonly Value[]>): Window => ({
  key,
  values: nearestValues(values.get(key) ?? [], value),
})

/** Whether a row of `product_facets` has one of the values. */
function isWithin(alias: string, category: string, { key, values }: Window): RawBuilder<boolean> {
  const column = sql.ref(`${alias}.${typeof values[0] === 'number' ? 'number_value' : 'text_value'}`)
  return sql`${sql.ref(`${alias}.category`)} = ${category} and ${sql.ref(`${alias}.key`)} = ${key}
    and ${column} in (${sql.join(values)})`
}

/** The different values of these sizes by key, of all parts searched or of those in a window of another size. */
async function findValues(
  search: Search,
  sizes: readonly Attribute[],
  window?: Window,
): Promise<ReadonlyMap<string, Value[]>> {
  const { db, category, matches } = search
  const inWindow = window
    ? sql`and size.product_id in (
        select product_id from product_facets as other where ${isWithin('other', category, window)})`
    : sql``
  const { rows } = await sql<{ key: string; text_value: string | null; number_value: number | null }>`
    select size.key, size.text_value, size.number_value
    from product_facets as size ${matches > 0 ? joinSharing('size', search) : sql``}
    where size.category = ${category} and size.key in (${sql.join(sizes.map(({ key }) => key))}) ${inWindow}
    group by size.key, size.text_value, size.number_value`.execute(db)
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    [...byKey].map(([key, all]) => [
      key,
      all.flatMap(({ text_value, number_value }) => text_value ?? number_value ?? []),
    ]),
  )
}

/** One part for each pair of values: the part itself, or else the one that shares most with it. */
async function findParts(search: Search, first: Window, second?: Window): Promise<FoundPart[]> {
  const { db, product, category } = search
  const secondSize = second
    ? sql`join product_facets as b on b.product_id = a.product_id and ${isWithin('b', category, second)}`
    : sql``
  const values = sql.raw(
    ['a', ...(second ? ['b'] : [])].map((alias) => `${alias}.text_value, ${alias}.number_value`).join(', '),
  )
  const { rows } = await sql<{ sku: string; name: string; price_e4: number; attributes: string }>`
    select sku, name, price_e4, attributes from products
    join (
      select a.product_id, row_number() over (
        partition by ${values}
        order by case when a.product_id = ${product} then 0 else 1 end, coalesce(sharing.matches, 0) desc, a.product_id
      ) as place
      from product_facets as a ${secondSize}
      ${joinSharing('a', search)}
      where ${isWithin('a', category, first)}
    ) as places on places.product_id = products.id and places.place = 1
    where archived_at is null`.execute(db)
  return rows.map(({ price_e4, attributes, ...names }) => ({
    ...names,
    price: e4ToDollars(price_e4),
    values: JSON.parse(attributes),
  }))
}

function describeGrid({ first, second, parts }: Grid, others: readonly Attribute[]): Neighbours {
  const [a, b] = [axisOf(first, parts), second && axisOf(second, parts)]
  // The size with fewer values has the columns, so that the table fits a phone sooner.
  const [rows, columns] = b && b.values.length > a.values.length ? [b, a] : [a, b]
  const isAt = (part: FoundPart, { key }: Axis, value: Value): boolean => part.values[key] === value
  const cellAt = (row: Value, column?: Value): Neighbour | null => {
    const part = parts.find(
      (each) => isAt(each, rows, row) && (!columns || column === undefined || isAt(each, columns, column)),
    )
    return part ? { sku: part.sku, name: part.name, price: part.price } : null
  }
  const isSame = ({ key, value }: Attribute): boolean => parts.every((part) => part.values[key] === value)
  return {
    rows,
    ...(columns && { columns }),
    cells: rows.values.map((row) =>
      columns ? columns.values.map((column) => cellAt(row, column)) : [cellAt(row)],
    ),
    same: others.filter(isSame),
    different: others.filter((attribute) => !isSame(attribute)),
  }
}

function axisOf({ key, label, unit }: Attribute, parts: readonly FoundPart[]): Axis {
  const values = new Set(parts.flatMap((part) => part.values[key] ?? []))
  return { key, label, ...(unit !== undefined && { unit }), values: sortNaturally(values) }
}
