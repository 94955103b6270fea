import type { Context } from 'hono'
import { AppError } from '#kit/server/app-error.ts'

/** The media type of a body, in lower case and without its parameters; '' without one. */
export const mediaTypeOf = (c: Context): string =>
  (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The JSON of a body that may be something else too, so that no validator of the router reads it. Refuses (400) another text. */
export async function readJsonBody(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw new AppError('not_json', 'The body has to be valid JSON.')
  }
}
