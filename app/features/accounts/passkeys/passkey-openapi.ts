import { PROOF } from '#kit/server/describe.ts'
import { z } from '#kit/server/router.ts'
import type { AuthCall } from '../auth/auth-openapi.ts'
import { accountRefusals } from '../refusals.ts'
import { passkeyBodies, passkeySchema } from './schema.ts'

/** As WebAuthn says: what `navigator.credentials` takes, in JSON. */
const optionsSchema = z.looseObject({ challenge: z.string() })

/** `signedIn`: what a sign-in answers. */
const ceremonies = (signedIn: z.ZodObject): readonly AuthCall[] => [
  {
    operationId: 'askToAddPasskey',
    method: 'get',
    path: '/passkey/generate-register-options',
    summary: 'A challenge for a new passkey, for five minutes. Wants a fresh sign-in',
    security: PROOF.cookie,
    answer: optionsSchema,
    refused: ['not_signed_in', accountRefusals.signInAgain, 'too_many_requests'],
  },
  {
    operationId: 'addPasskey',
    method: 'post',
    path: '/passkey/verify-registration',
    summary: 'Add a passkey that signs the challenge. Wants a fresh sign-in',
    security: PROOF.cookie,
    body: passkeyBodies.register,
    answer: passkeySchema,
    refused: ['bad_request', 'not_signed_in', accountRefusals.signInAgain, 'conflict', 'too_many_requests'],
  },
  {
    operationId: 'askForPasskey',
    method: 'get',
    path: '/passkey/generate-authenticate-options',
    summary: 'A challenge to sign in, or to sign in again, for five minutes',
    answer: optionsSchema,
    refused: ['too_many_requests'],
  },
  {
    operationId: 'signInWithPasskey',
    method: 'post',
    path: '/passkey/verify-authentication',
    summary: 'Sign in with a passkey, which stands for both factors',
    body: passkeyBodies.signIn,
    answer: signedIn,
    refused: ['bad_request', 'not_signed_in', 'too_many_requests'],
  },
]

const OWN_PASSKEYS: readonly AuthCall[] = [
  {
    operationId: 'listPasskeys',
    method: 'get',
    path: '/passkey/list-user-passkeys',
    summary: 'The passkeys of the caller; never a key',
    security: PROOF.cookie,
    answer: z.array(passkeySchema),
    refused: ['not_signed_in'],
  },
  {
    operationId: 'renamePasskey',
    method: 'post',
    path: '/passkey/update-passkey',
    summary: 'Give a passkey of the caller another name',
    security: PROOF.cookie,
    body: passkeyBodies.rename,
    answer: z.object({ status: z.boolean() }),
    refused: ['not_signed_in', 'not_found', 'too_many_requests'],
  },
  {
    operationId: 'removePasskey',
    method: 'post',
    path: '/passkey/delete-passkey',
    summary: 'Remove a passkey of the caller, never the last way in. Wants a fresh sign-in',
    security: PROOF.cookie,
    body: passkeyBodies.remove,
    answer: z.object({ status: z.boolean() }),
    refused: [
      'not_signed_in',
      accountRefusals.signInAgain,
      'not_found',
      accountRefusals.lastWayIn,
      'too_many_requests',
    ],
  },
]

/** The calls about passkeys. `signedIn`: what a sign-in answers. */
export const passkeyCalls = (signedIn: z.ZodObject): readonly AuthCall[] => [
  ...ceremonies(signedIn),
  ...OWN_PASSKEYS,
]
