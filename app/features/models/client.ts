import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { ModelsApi } from './api.ts'
import type { Shape } from './schema.ts'

const client = createClient<ModelsApi>()

/** The shapes that the shop can draw, by the kind of part. */
export const fetchShapes = (signal?: AbortSignal): Promise<Shape[]> =>
  unwrap(client.shape.$get({}, { init: { signal: signal ?? null } }))
