import { sortTexts } from '#features/catalog/texts.ts'

export type ResultSort = keyof typeof sortTexts

/** The sequences of search results in addresses; without one the best match is first. */
export const RESULT_SORTS = Object.keys(sortTexts) as ResultSort[]

/** The number of parts on a page of search results. */
export const PAGE_SIZE = 24
