/** How many parts a page of the list shows. */
export const PAGE_SIZE = 12

/** Further down pages have no number, since to pass so many parts over takes too long: they go on after a cursor. */
const MOST_NUMBERED = 80

/** Which part of the list an address shows: a page by its number, from 1 on, or what follows a cursor. */
export type ListPlace = { readonly page: number } | { readonly after: string }

export const BEGINNING: ListPlace = { page: 1 }

export const isBeginning = (place: ListPlace): boolean => 'page' in place && place.page === 1

/** The place that an address asks for; nonsense in it is the beginning. */
export function readPlace(search: URLSearchParams): ListPlace {
  const page = search.get('page') ?? ''
  if (/^[1-9]\d?$/.test(page) && Number(page) <= MOST_NUMBERED) return { page: Number(page) }
  const after = search.get('after')
  return after ? { after } : BEGINNING
}

/** The parameters of a place's address; the beginning has none. */
export function placeParameters(place: ListPlace): { page?: string; after?: string } {
  if ('after' in place) return { after: place.after }
  return place.page > 1 ? { page: String(place.page) } : {}
}

/** The page before; undefined where there is none, or none that is known. */
export function previousPlace(place: ListPlace): ListPlace | undefined {
  return 'page' in place && place.page > 1 ? { page: place.page - 1 } : undefined
}

/** The page after, where `cursor` is the one behind the last row; undefined on the last page. */
export function nextPlace(place: ListPlace, cursor: string | undefined): ListPlace | undefined {
  if (cursor === undefined) return undefined
  return 'page' in place && place.page < MOST_NUMBERED ? { page: place.page + 1 } : { after: cursor }
}
