import { z } from '#kit/server/router.ts'
import { emailSchema, nameSchema } from '../schema.ts'

/** The claims of a verified id token that the shop uses. */
export interface GoogleProfile {
  readonly sub: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly image?: string
  readonly [claim: string]: unknown
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: emailSchema,
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
})

/** Reads the claims of a verified id token; undefined without a valid `sub` and e-mail address. */
export function readProfile(claims: unknown): GoogleProfile | undefined {
  const parsed = claimsSchema.safeParse(claims)
  if (!parsed.success) return undefined
  const { sub, email, email_verified, name, picture } = parsed.data
  return {
    sub,
    email,
    emailVerified: email_verified === true,
    name: readName(name) ?? readName(email.split('@')[0]) ?? email,
    ...(isPicture(picture) && { image: picture }),
  }
}

/** The name, changed so that the shop's forms accept it, if there is one. */
function readName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const cleaned = name.replace(/\p{Cc}+/gu, ' ').trim()
  const parsed = nameSchema.safeParse([...cleaned].slice(0, 50).join(''))
  return parsed.success ? parsed.data : undefined
}

const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 2000 && value.startsWith('https://') && URL.canParse(value)
