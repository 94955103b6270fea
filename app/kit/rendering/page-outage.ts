import { data } from 'react-router'
import { isDatabaseUnavailable } from '#kit/db/errors.ts'

/** Loads the data of a page; throws a 503 response while the database is unavailable, as calls do. */
export async function loadOrUnavailable<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw data(null, { status: 503 })
    throw error
  }
}
