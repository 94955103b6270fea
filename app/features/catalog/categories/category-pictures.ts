import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { CATALOGUE } from '../public/tags.ts'
import '../tables.ts'

/** The picture of the newest product for sale of each of these categories that has one itself, by slug. */
export async function categoryPictures(db: Db, slugs: readonly string[]): Promise<Map<string, string>> {
  shows(CATALOGUE)
  if (slugs.length === 0) return new Map()
  const rows = await db
    .selectFrom('categories')
    .select(({ selectFrom }) => [
      'slug',
      // An index has the products of a category in this sequence, so one row of each is read.
      selectFrom('products')
        .select('image')
        .whereRef('category', '=', 'categories.slug')
        .where('archived_at', 'is', null)
        .orderBy('listing_sequence', 'desc')
        .limit(1)
        .as('image'),
    ])
    .where('slug', 'in', slugs)
    .execute()
  return new Map(rows.flatMap(({ slug, image }) => (image === null ? [] : [[slug, image] as const])))
}
