import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { jsonAnswer, publicCall, withChecks } from '#kit/server/describe.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { PASSWORD_LENGTH, STRENGTHS } from './limits.ts'
import { strengthOf } from './rating/password-strength.ts'

/** Each looks for the words of a list in the password. */
export const STRENGTH_LIMIT: Limit = {
  name: 'password-strength',
  what: 'new passwords whose strength is asked while they are typed',
  address: 600,
  windowMs: MINUTE_MS,
}

const strengthRoute = publicCall('post', '/password-strength', {
  operationId: 'ratePassword',
  summary: 'How hard a new password is to guess',
  description:
    'The list by which common passwords are refused says it too: `says` is why one would be. Nothing of it is stored or logged.',
  body: z.object({
    password: z.string().min(1).max(PASSWORD_LENGTH.maximum),
    email: z.string().max(LONGEST_EMAIL).optional(),
  }),
  answers: {
    200: jsonAnswer('The strength', z.object({ strength: z.enum(STRENGTHS), says: z.string().optional() })),
  },
  refusals: ['too_many_requests'],
})

/** The call that rates a new password. */
export const passwordsApi = (shop: Shop) =>
  createRouter('Accounts').openapi(
    withChecks(strengthRoute, async (c, next) => {
      await countHit(shop, STRENGTH_LIMIT, { address: callerAddress(c, shop) })
      await next()
    }),
    (c) => {
      const { password, email } = c.req.valid('json')
      c.header('Cache-Control', 'no-store')
      return c.json(strengthOf(password, email), 200)
    },
  )

export type PasswordsApi = ReturnType<typeof passwordsApi>
