import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { addressField, longest, phoneField, withoutForgery } from '#kit/input/fields.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { z } from '#kit/server/router.ts'
import { RIGHTS } from './rights.ts'

/** One line of text without control characters and lone surrogates, which a database cannot store. */
export const NO_CONTROL = /^[^\p{Cc}\p{Cs}]*$/u

const line = (what: string, minimum: number, maximum: number) =>
  z
    .string({ error: `${what} is required.` })
    .overwrite(withoutForgery)
    .trim()
    .min(minimum, `${what} has to have ${minimum} to ${maximum} characters.`)
    .max(maximum, longest(what, maximum))
    .regex(NO_CONTROL, `${what} has to be one line of text.`)

export const nameSchema = line('The name', 1, 100)
const designationSchema = line('The designation', 1, 100)

/** An e-mail address, in lower case: addresses ignore case everywhere in the shop. */
export const emailSchema = z
  .string({ error: 'The e-mail address is required.' })
  .trim()
  .toLowerCase()
  .max(LONGEST_EMAIL, longest('The e-mail address', LONGEST_EMAIL))
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

/** What staff may do. A right that is named twice is given once. */
export const rightsSchema = z.array(z.enum(RIGHTS)).max(RIGHTS.length)

/** What a user may do as one of the staff. */
export const standingSchema = z.object({
  admin: z.boolean(),
  rights: rightsSchema,
  secondFactorRequired: z
    .literal(true)
    .optional()
    .meta({ description: 'Every call that wants a right is refused until a second factor is set up.' }),
})

/** A profile in responses; unknown fields are absent. */
export const profileSchema = z.object({
  name: z.string(),
  email: z.string(),
  designation: z.string().optional(),
  phone: z.string().optional(),
  address: z.string().optional(),
  role: z.literal('admin').optional(),
  rights: rightsSchema.optional(),
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
