import type { Db } from '#kit/db/db.ts'
import type { Search } from '../search/find-search.ts'
import { type RankedHit, rankHits } from '../search/rank-hits.ts'

/** More hits than these are not all ranked, so that an answer comes while somebody types. */
export const RANKED = 200

/** The best hits of a search whose `newest` are up to {@link RANKED}, the best first. */
export async function bestHits(db: Db, search: Search, limit: number): Promise<RankedHit[]> {
  if (search.newest.length === 0) return []
  return (await rankHits(db, search, RANKED, { after: undefined, skip: 0, limit })).slice(0, limit)
}

/** Rows of hits in the sequence of these. */
export function inSequenceOf<Row extends Pick<RankedHit, 'listing_sequence'>>(
  hits: readonly RankedHit[],
  rows: readonly Row[],
): Row[] {
  const places = new Map(hits.map(({ listing_sequence }, place) => [listing_sequence, place]))
  const placeOf = ({ listing_sequence }: Row) => places.get(listing_sequence) ?? hits.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
