import type { Context } from 'hono'
import { PASSWORD_LENGTH } from '#features/passwords/limits.ts'
import { guessedPassword } from '#features/passwords/passwords.ts'
import { longest } from '#kit/input/fields.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { AppError } from '#kit/server/app-error.ts'
import { invalid, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { emailSchema, NO_CONTROL, nameSchema } from '../schema.ts'
import { checkRedirectTargets } from './redirect-targets.ts'
import { LONGEST_TOKEN } from './verification.ts'

const newPasswordSchema = z
  .string({ error: 'The password is required.' })
  .min(PASSWORD_LENGTH.minimum, `The password has to have at least ${PASSWORD_LENGTH.minimum} characters.`)
  .max(PASSWORD_LENGTH.maximum, longest('The password', PASSWORD_LENGTH.maximum))

/** An existing password. */
export const passwordSchema = z
  .string({ error: 'The password is required.' })
  .min(1, 'The password is required.')
  .max(PASSWORD_LENGTH.maximum, longest('The password', PASSWORD_LENGTH.maximum))

/** A code of an app, or a backup code. People type spaces into them. */
export const codeSchema = z
  .string({ error: 'The code is required.' })
  .max(40, longest('The code', 40))
  .transform((code) => code.replaceAll(/\s/g, ''))
  .refine((code) => code !== '', 'The code is required.')

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
    /** Only the account of the session may sign in, which does so again. */
    again: z.boolean().optional(),
  }),
  requestReset: z.object({ email: emailSchema, redirectTo: targetSchema }),
  reset: z.object({ newPassword: newPasswordSchema, token: z.string().min(1).max(200).regex(NO_CONTROL) }),
  changePassword: z.object({ currentPassword: passwordSchema, newPassword: newPasswordSchema }),
  requestVerification: z.object({ email: emailSchema, callbackURL: targetSchema }),
  verifyEmail: z.object({
    token: z.string().min(1).max(LONGEST_TOKEN).regex(NO_CONTROL),
    password: passwordSchema.optional(),
  }),
  changeFactor: z.object({ password: passwordSchema.optional() }),
  code: z.object({ code: codeSchema }),
  updateUser: z
    .object({ name: nameSchema.optional(), image: imageSchema.nullable().optional() })
    .refine(({ name, image }) => name !== undefined || image !== undefined, 'Give a name or a picture.'),
} as const

/** The body as its schema parses it, without unknown members. Refuses (422) redirect targets outside the shop. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  shop: Shop,
  schema: Schema,
): Promise<z.output<Schema> & object> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json.')
  }
  const parsed = schema.safeParse(await readJson(c))
  if (!parsed.success) throw invalid(parsed.error.issues)
  return checkRedirectTargets(shop, parsed.data as z.output<Schema> & object)
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('not_json', 'The body has to be valid JSON.')
  }
}
