import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { SavedListsApi } from './api.ts'
import type { ChangeList, ListSummary, SavedList, SaveList } from './schema.ts'

const client = createClient<SavedListsApi>()

const byId = (id: string) => ({ param: { id: encodeURIComponent(id) } })

export const fetchLists = (): Promise<ListSummary[]> => unwrap(client.list.$get({ query: {} }))

export const fetchList = (id: string): Promise<SavedList> => unwrap(client.list[':id'].$get(byId(id)))

export const addList = (json: SaveList): Promise<SavedList> => unwrap(client.list.$post({ json }))

export const changeList = (id: string, json: ChangeList): Promise<SavedList> =>
  unwrap(client.list[':id'].$put({ ...byId(id), json }))

export const deleteList = (id: string): Promise<{ deletedCount: number }> =>
  unwrap(client.list[':id'].$delete(byId(id)))

/** Shares a list by a link, which is shown only now. */
export const shareList = (id: string): Promise<{ url: string }> =>
  unwrap(client.list[':id'].link.$post(byId(id)))

export const endSharing = (id: string): Promise<{ deletedCount: number }> =>
  unwrap(client.list[':id'].link.$delete(byId(id)))
