import { categoryPictures, listCategories } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import type { Db } from '#kit/db/db.ts'

/** A category as a tile: its name, how many parts it has, and the picture of one of them. */
export interface CategoryTile {
  readonly slug: string
  readonly name: string
  readonly count: number
  readonly image: string | undefined
}

/** A category without a parent, with the tiles of those below it. */
export interface Family extends CategoryTile {
  readonly tiles: readonly CategoryTile[]
}

/** All categories that have parts for sale, by family. */
export async function listFamilies(db: Db): Promise<Family[]> {
  const categories = (await listCategories(db)).filter(({ count }) => count > 0)
  const pictures = await categoryPictures(
    db,
    categories.map(({ slug }) => slug),
  )
  return categories
    .filter(({ parent }) => parent === undefined)
    .map((family) => ({
      ...tileOf(categories, pictures, family),
      tiles: childrenOf(categories, family.slug).map((child) => tileOf(categories, pictures, child)),
    }))
}

/** The tiles of the categories directly below this one. `categories` has at least those below it. */
export async function tilesBelow(
  db: Db,
  categories: readonly Category[],
  slug: string,
): Promise<CategoryTile[]> {
  const children = childrenOf(categories, slug).filter(({ count }) => count > 0)
  const pictures = await categoryPictures(
    db,
    children.flatMap((child) => within(categories, child).map((each) => each.slug)),
  )
  return children.map((child) => tileOf(categories, pictures, child))
}

const childrenOf = (categories: readonly Category[], slug: string): Category[] =>
  categories.filter(({ parent }) => parent === slug)

/** The category and those below it. */
const within = (categories: readonly Category[], category: Category): Category[] => [
  category,
  ...childrenOf(categories, category.slug).flatMap((child) => within(categories, child)),
]

function tileOf(
  categories: readonly Category[],
  pictures: ReadonlyMap<string, string>,
  category: Category,
): CategoryTile {
  const { slug, name, count } = category
  const pictured = within(categories, category).find((each) => pictures.has(each.slug))
  return { slug, name, count, image: pictured && pictures.get(pictured.slug) }
}
