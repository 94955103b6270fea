import { postJson, unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { SecurityEvent } from '../events/schema.ts'
import type { SecurityApi } from './api.ts'
import type { OwnSession } from './schema.ts'

const client = createClient<SecurityApi>()

export const fetchSessions = (signal: AbortSignal): Promise<OwnSession[]> =>
  unwrap(client.session.$get({}, { init: { signal } }))

export const endSession = (id: string) =>
  unwrap(client.session[':id'].$delete({ param: { id: encodeURIComponent(id) } }))

export const endOtherSessions = () => unwrap(client.session.$delete())

/** Gives the password again, or a code of the second factor. */
export const signInAgain = (given: { password: string } | { code: string }) =>
  unwrap(client['sign-in-again'].$post({ json: given }))

/** Whether the account has a password and a second factor. */
export const fetchFactor = (signal: AbortSignal) =>
  unwrap(client['second-factor'].$get({}, { init: { signal } }))

/** By what the user can sign in again. */
export const fetchWaysToProve = async () => (await unwrap(client['sign-in-again'].$get())).ways

/** The events of the own account; the search is for those of the account with this e-mail address. */
export const fetchEvents: FetchPage<SecurityEvent> = ({ q, limit, after }, signal) =>
  unwrapPage(
    client['security-event'].$get({ query: { limit, after, ...(q && { email: q }) } }, { init: { signal } }),
  )

export const changePassword = (currentPassword: string, newPassword: string) =>
  postJson('/api/auth/change-password', { currentPassword, newPassword })
