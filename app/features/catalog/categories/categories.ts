import { isDeepStrictEqual } from 'node:util'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { attributeRows, toAttribute } from '../products/attributes.ts'
import { changeCatalogAlone } from '../products/catalog-lock.ts'
import { fieldChanges } from '../products/entered-fields.ts'
import { CATALOGUE, categoryTag } from '../public/tags.ts'
import { productRefusals } from '../refusals.ts'
import type { Category, CategoryChange } from '../schema.ts'
import { learnWords } from '../search/known-words.ts'
import { readShape, refuseWrongShape, shapesOf, storedShape } from '../shapes/category-shape.ts'
import { refuseReservedKeys } from './reserved-keys.ts'

type CategoryFields = Omit<CategoryChange, 'before'>

/** A category without the number of its products. */
type StoredCategory = Omit<Category, 'count'>

/** All categories: parents before their children, siblings by name. */
async function readCategories(db: Db, described?: string): Promise<StoredCategory[]> {
  const rows = await db.selectFrom('categories').selectAll().orderBy('name').execute()
  const attributes = await db
    .selectFrom('category_attributes')
    .selectAll()
    .$if(described !== undefined, (all) =>
      all.where(isAmong(db, 'category', slugsWithin(rows, described ?? ''))),
    )
    .orderBy('category')
    .orderBy('position')
    .execute()
  const attributesOf = Map.groupBy(attributes, ({ category }) => category)
  return listBelow(rows, null).map(({ slug, name, description, parent, shape }) => ({
    slug,
    name,
    ...(description !== null && { description }),
    ...(parent !== null && { parent }),
    attributes: (attributesOf.get(slug) ?? []).map(toAttribute),
    // What visitors read of a category does not need it.
    ...(shape !== null && described === undefined && { shape: readShape(shape) }),
  }))
}

/** Whether there is any category. */
export const hasCategory = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('categories').select('slug').limit(1).executeTakeFirst()) !== undefined

/**
 * All categories with the number of products for sale in each and in its children. If `described` is given, only that category
 * and those below it have their attributes.
 */
export async function listCategories(db: Db, described?: string): Promise<Category[]> {
  shows(CATALOGUE)
  const [categories, countIn] = await Promise.all([readCategories(db, described), countedIn(db)])
  const counts = new Map(categories.map(({ slug }) => [slug, countIn([slug])]))
  // Children come after their parents, so that each count is complete before it is added.
  for (const { slug, parent } of categories.toReversed())
    if (parent !== undefined) counts.set(parent, (counts.get(parent) ?? 0) + (counts.get(slug) ?? 0))
  return categories.map((category) => ({ ...category, count: counts.get(category.slug) ?? 0 }))
}

/** Every page of the catalogue reads all categories. */
const MAXIMUM_CATEGORIES = 1000
const MAXIMUM_LEVELS = 8

const COUNTED = 'products in '

/** Sums up the products for sale of some categories. Triggers store their number. */
export async function countedIn(db: Db): Promise<(slugs: readonly string[]) => number> {
  const rows = await db.selectFrom('row_counts').selectAll().where('name', 'like', `${COUNTED}%`).execute()
  const counts = new Map(rows.map(({ name, counted }) => [name.slice(COUNTED.length), counted]))
  return (slugs) => slugs.reduce((sum, slug) => sum + (counts.get(slug) ?? 0), 0)
}

/** The category with those above it, the topmost first; empty when there is no such category. */
export async function findCategoryTrail(db: Db, slug: string): Promise<(Place & { name: string })[]> {
  const trail = trailOf(await db.selectFrom('categories').selectAll().execute(), slug)
  shows(...trail.map((category) => categoryTag(category.slug)))
  return trail
}

/** Where a category is in the tree. */
interface Place {
  readonly slug: string
  readonly parent?: string | null
}

/** The category with those above it, of these categories. */
export function trailOf<Each extends Place>(categories: readonly Each[], slug: string): Each[] {
  const trail: Each[] = []
  let next = categories.find((category) => category.slug === slug)
  while (next) {
    const { parent } = next
    trail.unshift(next)
    next = categories.find((category) => category.slug === parent)
  }
  return trail
}

/** The slug and those of all categories below it. */
export const slugsWithin = (categories: readonly Place[], slug: string): string[] => [
  slug,
  ...listBelow(categories, slug).map((category) => category.slug),
]

/** All categories below one, or below none: parents before their children, siblings in their sequence. */
function listBelow<Each extends Place>(categories: readonly Each[], slug: string | null): Each[] {
  const childrenOf = Map.groupBy(categories, ({ parent }) => parent ?? null)
  const found: Each[] = []
  // A stack instead of calls: rows that were written before the depth had a limit can be deeper than calls can.
  const next = (childrenOf.get(slug) ?? []).toReversed()
  for (let each = next.pop(); each; each = next.pop()) {
    found.push(each)
    next.push(...(childrenOf.get(each.slug) ?? []).toReversed())
  }
  return found
}

/**
 * Creates or replaces a category. Refuses, if the request says what the category was, one that is another now (409
 * `category_changed`, with the current category unless it is deleted); an unknown parent, one of its own children as parent, and one that makes the
 * categories too deep (422); one category too many (409); and removing an attribute that products have, or changing its
 * kind (409 `attribute_in_use`). `refuseWrongShape` says what shape is refused.
 */
export async function putCategory(
  shop: Shop,
  admin: Actor,
  slug: string,
  change: CategoryChange,
): Promise<Category> {
  await shop.db.transaction().execute(async (trx) => {
    await changeCatalogAlone(trx)
    const categories = await readCategories(trx)
    const before = categories.find((category) => category.slug === slug)
    if (change.before !== undefined) refuseChanged(before, change.before)
    if (!before && categories.length >= MAXIMUM_CATEGORIES)
      throw new AppError('conflict', `There are ${MAXIMUM_CATEGORIES} categories, the most there can be.`)
    refuseReservedKeys(before, change)
    refuseWrongShape(change)
    if (change.parent !== before?.parent) checkParent(categories, slug, change.parent)
    await refuseUsedAttributes(trx, before, change)
    const shape = storedShape(change.shape)
    const { name, description = null, parent = null } = change
    const row = { slug, name, description, parent, shape }
    await trx
      .insertInto('categories')
      .values(row)
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
      .execute()
    await trx.deleteFrom('category_attributes').where('category', '=', slug).execute()
    const attributes = attributeRows(slug, change)
    if (attributes.length > 0) await trx.insertInto('category_attributes').values(attributes).execute()
    await learnWords(trx, [change.name])
    const kind = before ? 'category.changed' : 'category.created'
    const changes = fieldChanges(before ? toChange(before) : NO_CATEGORY, toChange(change))
    await recordAudit(trx, { by: admin, at: shop.now(), kind, subject: slug, changes })
    recordPublicChange(trx, { tags: [CATALOGUE, categoryTag(slug)] })
  })
  const category = (await listCategories(shop.db)).find((each) => each.slug === slug)
  if (!category) throw unknownCategory()
  return category
}

function refuseChanged(category: StoredCategory | undefined, expected: CategoryFields | null): void {
  if (isDeepStrictEqual(category && toChange(category), expected ? toChange(expected) : undefined)) return
  const change = category ? 'changed' : 'deleted'
  throw new AppError(
    productRefusals.categoryChanged,
    `Somebody else has ${change} this category meanwhile.`,
    category && { category },
  )
}

const NO_CATEGORY = { attributes: [] }

/** The fields that an admin enters. One shape is the same as a list of it. */
const toChange = ({ name, description, parent, attributes, shape }: CategoryFields) => ({
  name,
  description,
  parent,
  attributes,
  shape: shape && shapesOf(shape),
})

/** Deletes a category. Refuses an unknown one (404), and one with products or children (409 `category_in_use`). */
export async function deleteCategory(shop: Shop, admin: Actor, slug: string): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    await changeCatalogAlone(trx)
    const child = await trx
      .selectFrom('categories')
      .select('slug')
      .where('parent', '=', slug)
      .executeTakeFirst()
    const product = await trx
      .selectFrom('products')
      .select('id')
      .where('category', '=', slug)
      .executeTakeFirst()
    if (child || product)
      throw new AppError(
        productRefusals.categoryInUse,
        `This category still has ${product ? 'products, for sale or archived' : 'categories below it'}.`,
      )
    await trx.deleteFrom('category_attributes').where('category', '=', slug).execute()
    const { numDeletedRows } = await trx.deleteFrom('categories').where('slug', '=', slug).executeTakeFirst()
    if (numDeletedRows === 0n) throw unknownCategory()
    await recordAudit(trx, { by: admin, at: shop.now(), kind: 'category.deleted', subject: slug })
    recordPublicChange(trx, { tags: [CATALOGUE, categoryTag(slug)] })
  })
}

function checkParent(categories: readonly StoredCategory[], slug: string, parent: string | undefined): void {
  if (parent === undefined) return
  if (!categories.some((category) => category.slug === parent))
    throw invalidField('parent', 'There is no such category.')
  if (slugsWithin(categories, slug).includes(parent))
    throw invalidField('parent', 'A category cannot be below itself.')
  const levels = new Map<string | undefined, number>([[slug, trailOf(categories, parent).length + 1]])
  for (const each of listBelow(categories, slug)) levels.set(each.slug, (levels.get(each.parent) ?? 0) + 1)
  if (Math.max(...levels.values()) > MAXIMUM_LEVELS)
    throw invalidField('parent', `Categories have at most ${MAXIMUM_LEVELS} levels.`)
}

/** Products refer to attributes by their key, and their values are of its kind. */
async function refuseUsedAttributes(
  trx: Db,
  before: StoredCategory | undefined,
  { attributes }: CategoryChange,
): Promise<void> {
  const kinds = new Map(attributes.map(({ key, kind }) => [key, kind]))
  const changed = (before?.attributes ?? []).filter(({ key, kind }) => kinds.get(key) !== kind)
  if (!before || changed.length === 0) return
  const products = await trx
    .selectFrom('products')
    .select('attributes')
    .where('category', '=', before.slug)
    .where('attributes', '<>', '{}')
    .execute()
  const used = changed.find(({ key }) =>
    products.some((product) => Object.hasOwn(JSON.parse(product.attributes), key)),
  )
  if (used)
    throw new AppError(
      productRefusals.attributeInUse,
      `Products still have the attribute ${used.label}: it cannot be removed or change its kind.`,
    )
}

const unknownCategory = (): AppError => new AppError('not_found', 'There is no such category.')
