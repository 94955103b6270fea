import type { OpenAPIHono } from '@hono/zod-openapi'
import type { RefusalOrCode } from '#kit/server/app-error.ts'
import { jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { z } from '#kit/server/router.ts'
import { passkeyCalls } from '../passkeys/passkey-openapi.ts'
import { accountRefusals } from '../refusals.ts'
import { RIGHTS } from '../rights.ts'
import { authBodies } from './auth-bodies.ts'

const time = z.string().meta({ format: 'date-time' })

const accountSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullish(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Account' })

const sessionSchema = z
  .object({ session: z.object({ id: z.string(), userId: z.string(), expiresAt: time }), user: accountSchema })
  .nullable()

export const statusSchema = z.object({ status: z.boolean() })
const redirectSchema = z.object({ url: z.string().optional(), redirect: z.boolean() })
const codeWantedSchema = z
  .object({ twoFactorRedirect: z.literal(true) })
  .meta({ description: 'No session has begun: the account wants a code too.' })
export const signedInSchema = z.object({ token: z.string(), user: accountSchema })

/** The members that refusals of the sign-in service have in addition to those of the shop. */
export const authProblemMembers = {
  message: z.string().optional().meta({ description: 'The same as `detail`, from the sign-in service.' }),
  right: z
    .enum([...RIGHTS, 'admin'])
    .optional()
    .meta({ description: 'Of `right_required`: the right that the caller lacks.' }),
  rights: z
    .array(z.enum(RIGHTS))
    .optional()
    .meta({ description: 'Of `right_required`: the rights that the caller has.' }),
  authCode: z.string().optional().meta({ description: "The sign-in service's own code." }),
}

/** The description of a call of the sign-in service. */
export interface AuthCall {
  readonly operationId: string
  readonly method: 'get' | 'post'
  readonly path: string
  readonly summary: string
  readonly body?: z.ZodType
  readonly query?: z.ZodObject
  readonly security?: (typeof PROOF)['cookie']
  /** The schema of the JSON response, if there is one. */
  readonly answer?: z.ZodType
  /** Whether the call can redirect to a page. */
  readonly redirects?: true
  readonly refused?: readonly RefusalOrCode[]
}

const CALLS: readonly AuthCall[] = [
  {
    operationId: 'signUp',
    method: 'post',
    path: '/sign-up/email',
    summary: 'Register; signs in at once and mails a link to verify the address',
    body: authBodies.signUp,
    answer: signedInSchema,
    refused: ['too_many_requests'],
  },
  {
    operationId: 'signIn',
    method: 'post',
    path: '/sign-in/email',
    summary: 'Sign in with e-mail and password',
    body: authBodies.signIn,
    answer: z.union([signedInSchema.extend(redirectSchema.shape), codeWantedSchema]),
    refused: ['not_signed_in', 'too_many_requests'],
  },
  {
    operationId: 'signInWithGoogle',
    method: 'post',
    path: '/sign-in/social',
    summary: 'Begin to sign in with Google',
    body: authBodies.signInSocial,
    answer: redirectSchema,
    refused: ['not_found', 'too_many_requests'],
  },
  {
    operationId: 'returnFromGoogle',
    method: 'get',
    path: '/callback/google',
    summary: 'Where Google leads back to; signs in, or leads to the page of the code',
    query: z.object({ state: z.string(), code: z.string().optional(), error: z.string().optional() }),
    redirects: true,
    refused: ['too_many_requests'],
  },
  {
    operationId: 'signOut',
    method: 'post',
    path: '/sign-out',
    summary: 'Sign out; the access tokens of this sign-in end with it',
    security: PROOF.cookie,
    answer: z.object({ success: z.boolean() }),
  },
  {
    operationId: 'getSession',
    method: 'get',
    path: '/get-session',
    summary: 'The user of the session cookie; null without a session',
    security: PROOF.cookie,
    answer: sessionSchema,
  },
  {
    operationId: 'requestPasswordReset',
    method: 'post',
    path: '/request-password-reset',
    summary: 'Mail a link to set a new password',
    body: authBodies.requestReset,
    answer: statusSchema.extend({ message: z.string() }),
    refused: ['too_many_requests'],
  },
  {
    operationId: 'openPasswordReset',
    method: 'get',
    path: '/reset-password/{token}',
    summary: 'Where the link to set a new password leads: on to the page that takes it',
    query: z.object({ callbackURL: z.string().optional() }),
    redirects: true,
  },
  {
    operationId: 'resetPassword',
    method: 'post',
    path: '/reset-password',
    summary: 'Set a new password; every session of the account ends',
    body: authBodies.reset,
    answer: statusSchema,
    refused: ['bad_request', 'too_many_requests'],
  },
  {
    operationId: 'changePassword',
    method: 'post',
    path: '/change-password',
    summary: 'Set a new password beside the present one; every other session ends. Wants a fresh sign-in',
    security: PROOF.cookie,
    body: authBodies.changePassword,
    answer: statusSchema,
    refused: [
      'not_signed_in',
      accountRefusals.signInAgain,
      accountRefusals.wrongPassword,
      'conflict',
      'too_many_requests',
    ],
  },
  {
    operationId: 'sendVerificationEmail',
    method: 'post',
    path: '/send-verification-email',
    summary: 'Mail the link to verify the address again',
    body: authBodies.requestVerification,
    answer: statusSchema,
    refused: ['bad_request', 'too_many_requests'],
  },
  {
    operationId: 'openEmailVerification',
    method: 'get',
    path: '/verify-email',
    summary: 'The mailed link: leads to the page that verifies the address, changes nothing',
    query: z.object({ token: z.string().optional() }),
    redirects: true,
  },
  {
    operationId: 'verifyEmail',
    method: 'post',
    path: '/verify-email',
    summary: "Verify the address, in the account's own session or with its password",
    body: authBodies.verifyEmail,
    answer: statusSchema,
    refused: ['bad_request', 'not_signed_in', 'too_many_requests'],
  },
  {
    operationId: 'updateUser',
    method: 'post',
    path: '/update-user',
    summary: 'Change the display name or the picture',
    security: PROOF.cookie,
    body: authBodies.updateUser,
    answer: statusSchema,
    refused: ['not_signed_in', 'too_many_requests'],
  },
  ...passkeyCalls(signedInSchema),
]

/** Describes the sign-in service beside the shop's own calls. `more`: calls of other areas. */
export function describeAuthCalls(registry: OpenAPIHono['openAPIRegistry'], more: readonly AuthCall[]): void {
  for (const call of [...CALLS, ...more]) {
    registry.registerPath({
      operationId: call.operationId,
      method: call.method,
      path: `/api/auth${call.path}`,
      tags: ['Sign-in'],
      summary: call.summary,
      security: call.security ?? PROOF.none,
      request: {
        ...(call.path.includes('{token}') && { params: z.object({ token: z.string() }) }),
        ...(call.query && { query: call.query }),
        ...(call.body && jsonBody(call.body)),
      },
      responses: { ...responsesOf(call), ...refusals(...refusalsOf(call)) },
    })
  }
}

const responsesOf = ({ answer, redirects }: AuthCall) => ({
  ...(answer && { 200: jsonAnswer('As the sign-in service answers', answer) }),
  ...(redirects && {
    302: {
      description: 'On to a page of the shop',
      headers: {
        Location: { description: 'The page.', schema: { type: 'string' as const }, required: true },
      },
    },
  }),
})

/** Calls that change something are refused to other sites. */
const refusalsOf = ({ method, body, refused = [] }: AuthCall): readonly RefusalOrCode[] => [
  ...(method === 'post' ? (['forbidden'] as const) : []),
  ...(body ? WITH_BODY : []),
  ...refused,
]
