import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { PasswordsApi } from './api.ts'

const client = createClient<PasswordsApi>()

/** How hard a new password of an account with this e-mail address is to guess. */
export const ratePassword = (password: string, email: string, signal: AbortSignal) =>
  unwrap(
    client['password-strength'].$post(
      { json: { password, ...(email !== '' && { email }) } },
      { init: { signal } },
    ),
  )
