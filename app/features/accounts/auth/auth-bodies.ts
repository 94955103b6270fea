import { isPictureAddress } from '#kit/input/internal-path.ts'
import { z } from '#kit/server/router.ts'
import { guessedPassword } from '../passwords/common-passwords.ts'
import { emailSchema, NO_CONTROL, nameSchema } from '../schema.ts'
import { PASSWORD_LENGTH } from './auth.ts'
import { LONGEST_TOKEN } from './verification.ts'

const newPasswordSchema = z
  .string({ error: 'The password is required.' })
  .min(PASSWORD_LENGTH.minimum, `The password has to have at least ${PASSWORD_LENGTH.minimum} characters.`)
  .max(PASSWORD_LENGTH.maximum, `The password has to have at most ${PASSWORD_LENGTH.maximum} characters.`)

/** An existing password. */
const passwordSchema = z
  .string({ error: 'The password is required.' })
  .min(1, 'The password is required.')
  .max(PASSWORD_LENGTH.maximum, `The password has to have at most ${PASSWORD_LENGTH.maximum} characters.`)

// checkRedirectTargets checks that the target is in the shop: it has the shop's origins.
const targetSchema = z.string().min(1).max(2000).regex(NO_CONTROL).optional()

const imageSchema = z
  .string()
  .max(2000)
  .regex(NO_CONTROL)
  .refine(isPictureAddress, "The picture has to be an https address or a path of the shop's own.")

/**
 * The body of each call of the sign-in service. Other members, a role for one, are dropped before the library reads
 * the body, so a field that a later version of it accepts stays closed.
 */
export const authBodies = {
  signUp: z
    .object({
      name: nameSchema,
      email: emailSchema,
      password: newPasswordSchema,
      callbackURL: targetSchema,
      rememberMe: z.boolean().optional(),
    })
    .superRefine(({ email, password }, context) => {
      const message = guessedPassword(password, email)
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['password'], message })
    }),
  signIn: z.object({
    email: emailSchema,
    password: passwordSchema,
    callbackURL: targetSchema,
    rememberMe: z.boolean().optional(),
  }),
  signInSocial: z.object({
    provider: z.literal('google'),
    callbackURL: targetSchema,
    errorCallbackURL: targetSchema,
    newUserCallbackURL: targetSchema,
    disableRedirect: z.boolean().optional(),
  }),
  requestReset: z.object({ email: emailSchema, redirectTo: targetSchema }),
  reset: z.object({ newPassword: newPasswordSchema, token: z.string().min(1).max(200).regex(NO_CONTROL) }),
  requestVerification: z.object({ email: emailSchema, callbackURL: targetSchema }),
  verifyEmail: z.object({
    token: z.string().min(1).max(LONGEST_TOKEN).regex(NO_CONTROL),
    password: passwordSchema.optional(),
  }),
  updateUser: z
    .object({ name: nameSchema.optional(), image: imageSchema.nullable().optional() })
    .refine(({ name, image }) => name !== undefined || image !== undefined, 'Give a name or a picture.'),
} as const
