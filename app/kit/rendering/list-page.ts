import { FIRST_PAGE, isFirstPage, type ListPosition } from '#kit/list-position.ts'
import { AppError } from '#kit/server/app-error.ts'

/** Where a page begins: after a cursor, or after so many rows. */
type Start = { readonly after: string } | { readonly skip: number }

/**
 * The page at that position. An invalid cursor, for example from a truncated link, and a page after the last one give
 * the first page. `list` reads a page of `pageSize` rows.
 */
export async function listPage<Found extends { readonly rows: readonly unknown[] }>(
  position: ListPosition,
  pageSize: number,
  list: (start: Start) => Promise<Found>,
): Promise<Found & { readonly position: ListPosition }> {
  try {
    const found = await list('after' in position ? position : { skip: (position.page - 1) * pageSize })
    if (found.rows.length > 0 || isFirstPage(position)) return { ...found, position }
  } catch (error) {
    if (!('after' in position) || !(error instanceof AppError) || error.status !== 422) throw error
  }
  return { ...(await list({ skip: 0 })), position: FIRST_PAGE }
}
