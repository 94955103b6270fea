import { isPictureAddress } from '#kit/internal-path.ts'
import { z } from '#kit/server/router.ts'
import { PASSWORD_LENGTH } from './auth.ts'
import { emailSchema, NO_CONTROL, nameSchema } from './schema.ts'
import { LONGEST_TOKEN } from './verification.ts'

const newPasswordSchema = z
  .string({ error: 'The password is required.' })
  .min(PASSWORD_LENGTH.minimum, `The password has to have at least ${PASSWORD_LENGTH.minimum} characters.`)
  .max(PASSWORD_LENGTH.maximum, `The password has to have at most ${PASSWORD_LENGTH.maximum} characters.`)

/** One that was chosen before. */
const passwordSchema = z
  .string({ error: 'The password is required.' })
  .min(1, 'The password is required.')
  .max(PASSWORD_LENGTH.maximum, `The password has to have at most ${PASSWORD_LENGTH.maximum} characters.`)

// That it leads to the shop itself is checked by checkRedirectTargets, which knows the shop's addresses.
const targetSchema = z.string().min(1).max(2000).regex(NO_CONTROL).optional()

const imageSchema = z
  .string()
  .max(2000)
  .regex(NO_CONTROL)
  .refine(isPictureAddress, "The picture has to be an https address or a path of the shop's own.")

/**
 * What each call of the sign-in service takes. All else in a body is dropped before the service sees it, a role
 * for one, so a field that it learns to take one day is not open by itself.
 */
export const authBodies = {
  signUp: z.object({
    name: nameSchema,
    email: emailSchema,
    password: newPasswordSchema,
    callbackURL: targetSchema,
    rememberMe: z.boolean().optional(),
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
