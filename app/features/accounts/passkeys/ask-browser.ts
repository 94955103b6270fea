import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { getJson, ProblemError, postJson, unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { requestToken, storeToken } from '../browser-session.ts'
import type { SecurityApi } from '../security/api.ts'

type Options<Start extends (options: never) => unknown> = Parameters<Start>[0]

export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await getJson('/api/auth/passkey/generate-register-options')
  const response = await asked(
    startRegistration({ optionsJSON } as Options<typeof startRegistration>),
    'No passkey was made. Try again, and confirm on your device that it is you.',
  )
  await postJson('/api/auth/passkey/verify-registration', { response, name })
}

async function sign() {
  const optionsJSON = await getJson('/api/auth/passkey/generate-authenticate-options')
  return asked(
    startAuthentication({ optionsJSON } as Options<typeof startAuthentication>),
    'No passkey was given. Try again, or sign in another way.',
  )
}

/** Signs in with a passkey that the user chooses. Throws a `ProblemError`. */
export async function signInWithPasskey(): Promise<void> {
  const response = await sign()
  const { user } = (await postJson('/api/auth/passkey/verify-authentication', { response })) as {
    user: { email: string }
  }
  storeToken(await requestToken(user.email))
}

/** The session is fresh again by a passkey of its account. Throws a `ProblemError`. */
export async function signInAgainWithPasskey(): Promise<void> {
  const { id, rawId, type, response } = await sign()
  const passkey = { id, rawId, type, response }
  await unwrap(createClient<SecurityApi>()['sign-in-again'].$post({ json: { passkey } }))
}

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys work only at the address of the shop itself. Open it by its own name.',
}

/** What the browser answers; its refusals as sentences for a person. Browsers do not say whether the user has declined. */
async function asked<Response>(answer: Promise<Response>, refused: string): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    const known = error instanceof Error ? MESSAGES[error.name] : undefined
    throw new ProblemError(0, 'unknown', known ?? refused)
  }
}
