import { categoryPictures, listCategories, slugsWithin } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import type { Db } from '#kit/db/db.ts'

/** A category as a tile: its name, how many parts it has, and the picture of one of them. */
export interface CategoryTile {
  readonly slug: string
  readonly name: string
  readonly count: number
  readonly image: string | undefined
}

/** A category without a parent, with the tiles of those directly below it. */
export interface MainCategory extends CategoryTile {
  readonly tiles: readonly CategoryTile[]
}

/** The categories that have parts for sale: those without a parent, each with those directly below it. */
export async function listMainCategories(db: Db): Promise<MainCategory[]> {
  const categories = (await listCategories(db)).filter(({ count }) => count > 0)
  const pictures = await categoryPictures(
    db,
    categories.map(({ slug }) => slug),
  )
  return categories
    .filter(({ parent }) => parent === undefined)
    .map((main) => ({
      ...tileOf(categories, pictures, main),
      tiles: childrenOf(categories, main.slug).map((child) => tileOf(categories, pictures, child)),
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
    children.flatMap((child) => slugsWithin(categories, child.slug)),
  )
  return children.map((child) => tileOf(categories, pictures, child))
}

const childrenOf = (categories: readonly Category[], slug: string): Category[] =>
  categories.filter(({ parent }) => parent === slug)

function tileOf(
  categories: readonly Category[],
  pictures: ReadonlyMap<string, string>,
  category: Category,
): CategoryTile {
  const { slug, name, count } = category
  const pictured = slugsWithin(categories, slug).find((each) => pictures.has(each))
  return { slug, name, count, image: pictured && pictures.get(pictured) }
}
