import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { currentSession, storeToken } from '../browser-session.ts'
import type { NewEmailApi } from './api.ts'

const client = createClient<NewEmailApi>()

/** Asks for another address for the account of this browser: that address gets a link. */
export const askForNewEmail = (email: string) =>
  unwrap(
    client.user[':email']['new-email'].$post({
      param: { email: encodeURIComponent(currentSession()?.email ?? '') },
      json: { email },
    }),
  )

/** Changes the address to the one that got the link; resolves to it. */
export async function confirmNewEmail(link: string): Promise<string> {
  const { email, token } = await unwrap(client['new-email'].confirm.$post({ json: { token: link } }))
  storeToken(token)
  return email
}

/** Takes a change back; resolves to the address that the account has again. Its sessions have ended. */
export const undoNewEmail = (link: string) =>
  unwrap(client['new-email'].undo.$post({ json: { token: link } }))
