import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { SavedViewsApi } from './api.ts'
import type { SavedView, SaveView } from './schema.ts'

const views = createClient<SavedViewsApi>()

/** The caller's saved views, by name. */
export function fetchViews(signal?: AbortSignal): Promise<SavedView[]> {
  return unwrap(views['order-views'].$get({}, { init: { signal: signal ?? null } }))
}

export function addView(json: SaveView): Promise<SavedView> {
  return unwrap(views['order-views'].$post({ json }))
}

export function replaceView(id: string, json: SaveView): Promise<SavedView> {
  return unwrap(views['order-views'][':id'].$put({ param: { id: encodeURIComponent(id) }, json }))
}

export function deleteView(id: string) {
  return unwrap(views['order-views'][':id'].$delete({ param: { id: encodeURIComponent(id) } }))
}
