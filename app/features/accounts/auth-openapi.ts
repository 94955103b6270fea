import type { OpenAPIHono } from '@hono/zod-openapi'
import { jsonBody, refusals, type z } from '#kit/http/router.ts'
import { authBodies } from './auth-bodies.ts'

/** The calls of the sign-in service as they are described: path, what it does, what it takes. */
const CALLS: readonly (readonly [method: 'get' | 'post', path: string, summary: string, body?: z.ZodType])[] =
  [
    [
      'post',
      '/sign-up/email',
      'Register; signs in at once and mails a link to verify the address',
      authBodies.signUp,
    ],
    ['post', '/sign-in/email', 'Sign in with e-mail and password', authBodies.signIn],
    ['post', '/sign-in/social', 'Begin to sign in with Google', authBodies.signInSocial],
    ['post', '/sign-out', 'Sign out; the access tokens of this sign-in end with it'],
    ['get', '/get-session', 'Who the cookie says is signed in'],
    ['post', '/request-password-reset', 'Mail a link to set a new password', authBodies.requestReset],
    ['post', '/reset-password', 'Set a new password; every session of the account ends', authBodies.reset],
    [
      'post',
      '/send-verification-email',
      'Mail the link to verify the address again',
      authBodies.requestVerification,
    ],
    ['get', '/verify-email', 'Where the mailed link leads'],
    ['post', '/update-user', 'Change the display name or the picture', authBodies.updateUser],
  ]

/** Describes the sign-in service beside the shop's own calls. */
export function describeAuthCalls(registry: OpenAPIHono['openAPIRegistry']): void {
  for (const [method, path, summary, body] of CALLS) {
    registry.registerPath({
      method,
      path: `/api/auth${path}`,
      summary,
      ...(body && { request: jsonBody(body) }),
      responses: { 200: { description: 'As the sign-in service answers' }, ...refusals },
    })
  }
}
