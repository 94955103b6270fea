import { data } from 'react-router'
import { isDatabaseUnavailable } from '#kit/db/errors.ts'

/** Loads what a page is made of; while the database is away the page says so, with the status that calls have then. */
export async function loadOrUnavailable<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw data(null, { status: 503 })
    throw error
  }
}
