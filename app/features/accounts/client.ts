import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { accountsApi } from './api.ts'

/** The typed calls of accounts; e-mail addresses in paths have to be encoded by the caller. */
export const accountsClient = createClient<ReturnType<typeof accountsApi>>()

/** Whether the account, which has to be the caller's own, is an admin, and what it may do as one of the staff. */
export const fetchStanding = (email: string) =>
  unwrap(accountsClient.admin[':email'].$get({ param: { email: encodeURIComponent(email) } }))
