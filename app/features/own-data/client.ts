import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OwnDataApi } from './api.ts'

const client = createClient<OwnDataApi>()

export const deleteOwnAccount = (email: string) =>
  unwrap(client.user[':email'].$delete({ param: { email: encodeURIComponent(email) } }))

/** The path of the call that answers all data of the account. */
export const exportPath = (email: string): string => `/api/user/${encodeURIComponent(email)}/export`
