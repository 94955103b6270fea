import { getJson, postJson } from '#kit/browser/client.ts'
import type { Passkey } from './schema.ts'

export const fetchPasskeys = (signal: AbortSignal) =>
  getJson('/api/auth/passkey/list-user-passkeys', signal) as Promise<Passkey[]>

/** Has the browser make a passkey, and adds it to the account. */
export const addPasskey = async (name: string): Promise<void> =>
  (await import('./ask-browser.ts')).addPasskey(name)

export const renamePasskey = (id: string, name: string) =>
  postJson('/api/auth/passkey/update-passkey', { id, name })

export const removePasskey = (id: string) => postJson('/api/auth/passkey/delete-passkey', { id })
