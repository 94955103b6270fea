import { addressField, phoneField } from '#kit/input/fields.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { z } from '#kit/server/router.ts'

/** One line of text without control characters and lone surrogates, which a database cannot store. */
export const NO_CONTROL = /^[^\p{Cc}\p{Cs}]*$/u

const line = (what: string, minimum: number, maximum: number) =>
  z
    .string({ error: `${what} is required.` })
    .trim()
    .min(minimum, `${what} has to have ${minimum} to ${maximum} characters.`)
    .max(maximum, `${what} has to have ${minimum} to ${maximum} characters.`)
    .regex(NO_CONTROL, `${what} has to be one line of text.`)

export const nameSchema = line('The name', 1, 100)
const designationSchema = line('The designation', 1, 100)

/** An e-mail address, in lower case: addresses ignore case everywhere in the shop. */
export const emailSchema = z
  .string({ error: 'The e-mail address is required.' })
  .trim()
  .toLowerCase()
  .max(254, 'The e-mail address is too long.')
  .pipe(z.email('This is not an e-mail address.'))

/** The e-mail address in a path. It is not validated: an invalid one matches no account. */
export const emailParam = z.object({
  email: z
    .string()
    .max(254)
    .regex(NO_CONTROL)
    .trim()
    .toLowerCase()
    .openapi({ example: 'buyer@shop.example' }),
})

const PROFILE_FIELDS = ['phone', 'designation', 'address'] as const

/** Both forms of a profile's change: `{email, name}` after a social sign-in, or the profile with all three fields. */
export const profileChangeSchema = z
  .object({
    email: z.string().max(254).optional(),
    name: nameSchema.optional(),
    phone: phoneField.optional(),
    designation: designationSchema.optional(),
    address: addressField.optional(),
  })
  .superRefine((change, context) => {
    const given = PROFILE_FIELDS.filter((field) => change[field] !== undefined)
    if (given.length === 0 && change.email !== undefined) {
      if (change.name !== undefined) return
      context.addIssue({ code: 'custom', path: ['name'], message: 'The name is required.' })
      return
    }
    for (const field of PROFILE_FIELDS) {
      if (change[field] !== undefined) continue
      context.addIssue({ code: 'custom', path: [field], message: `The ${field} is required.` })
    }
  })

export type ProfileChange = z.infer<typeof profileChangeSchema>

export const loginSchema = z.object({ email: emailSchema })

export const tokenSchema = z.object({ token: z.string() })

/** A profile in responses; unknown fields are absent. */
export const profileSchema = z.object({
  name: z.string(),
  email: z.string(),
  designation: z.string().optional(),
  phone: z.string().optional(),
  address: z.string().optional(),
  role: z.literal('admin').optional(),
})

export type Profile = z.infer<typeof profileSchema>

/** A row of the list of users; `emailVerified` is absent until it is true. */
export const listedUserSchema = profileSchema.extend({
  _id: z.string(),
  emailVerified: z.literal(true).optional(),
})

export type ListedUser = z.infer<typeof listedUserSchema>

export const userListQuery = z.object({
  q: z.string().max(MAXIMUM_SEARCH_LENGTH).regex(NO_CONTROL).optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
