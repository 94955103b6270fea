import { PROOF } from '#kit/server/describe.ts'
import { z } from '#kit/server/router.ts'
import { authBodies } from '../auth/auth-bodies.ts'
import { type AuthCall, signedInSchema, statusSchema } from '../auth/auth-openapi.ts'
import { accountRefusals } from '../refusals.ts'

const backupCodes = z.array(z.string()).meta({ description: 'Ten, shown once. Each is good once.' })

const forOwner = {
  method: 'post',
  security: PROOF.cookie,
  body: authBodies.changeFactor,
  refused: [
    'not_signed_in',
    accountRefusals.signInAgain,
    accountRefusals.wrongPassword,
    'conflict',
    'too_many_requests',
  ],
} as const satisfies Partial<AuthCall>

const byCode = {
  method: 'post',
  body: authBodies.code,
  refused: ['not_signed_in', accountRefusals.wrongCode, 'too_many_requests'],
} as const satisfies Partial<AuthCall>

/** What is below `/two-factor`. */
export const factorCalls: readonly AuthCall[] = [
  {
    ...forOwner,
    operationId: 'beginSecondFactor',
    path: '/two-factor/enable',
    summary: 'Begin to set up a second factor; it is on once a code has proved it. Wants a fresh sign-in',
    answer: z.object({
      method: z.literal('totp'),
      totpURI: z.string().meta({ description: 'What the QR code says (RFC 6238: six digits, 30 seconds).' }),
      backupCodes,
    }),
  },
  {
    ...byCode,
    operationId: 'verifyCode',
    path: '/two-factor/verify-totp',
    summary:
      'Give a code of the app: at the end of a sign-in, else to turn on the factor that is being set up',
    answer: z.union([signedInSchema, statusSchema]),
    refused: [...byCode.refused, 'conflict'],
  },
  {
    ...byCode,
    operationId: 'verifyBackupCode',
    path: '/two-factor/verify-backup-code',
    summary: 'Give a backup code at the end of a sign-in',
    answer: signedInSchema,
  },
  {
    ...forOwner,
    operationId: 'makeBackupCodes',
    path: '/two-factor/generate-backup-codes',
    summary: 'Make new backup codes; the former ones stop working. Wants a fresh sign-in',
    answer: z.object({ status: z.boolean(), backupCodes }),
  },
  {
    ...forOwner,
    operationId: 'removeSecondFactor',
    path: '/two-factor/disable',
    summary: 'Turn the second factor off. Wants a fresh sign-in',
    answer: statusSchema,
  },
]
