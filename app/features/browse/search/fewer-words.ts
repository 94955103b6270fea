import { countHits } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import type { ListedPage } from '#kit/list-position.ts'

/** A search with fewer words than one that found nothing, and how many parts it finds. */
export interface FewerWords extends Pick<ListedPage, 'total' | 'isTotalCut'> {
  readonly q: string
  /** The words that are left out; undefined for a word on its own. */
  readonly without?: readonly string[]
}

/** So many words of a search are left out, or tried on their own: each is a query. */
const TRIED_WORDS = 6

/**
 * The searches without one word, the most parts first; if they find nothing, the search without all words that no part has; if
 * that finds nothing, the words on their own.
 */
export async function searchesOfFewerWords(db: Db, q: string): Promise<FewerWords[]> {
  const words = [...new Set(q.split(/\s+/))]
  if (words.length === 1) return []
  const tried = words.slice(0, TRIED_WORDS)
  const leaveOut = (without: readonly string[]): FewerWords => ({
    q: words.filter((word) => !without.includes(word)).join(' '),
    without,
    total: 0,
  })
  const one = await counted(
    db,
    tried.map((word) => leaveOut([word])),
  )
  if (one.length > 0) return one.sort((a, b) => b.total - a.total)
  const alone = await counted(
    db,
    tried.map((word) => ({ q: word, total: 0 })),
  )
  const unknown = tried.filter((word) => !alone.some((each) => each.q === word))
  const known = alone.length > 1 ? await counted(db, [leaveOut(unknown)]) : []
  return known.length > 0 ? known : alone
}

/** These searches with their counts; those that find nothing either are left out. */
async function counted(db: Db, searches: readonly FewerWords[]): Promise<FewerWords[]> {
  const all = await Promise.all(
    searches.map(async (search) => ({ ...search, ...(await countHits(db, search.q)) })),
  )
  return all.filter(({ total }) => total > 0)
}
