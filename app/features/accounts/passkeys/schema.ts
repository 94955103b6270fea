import { idField, oneLineField } from '#kit/input/fields.ts'
import { z } from '#kit/server/router.ts'
import { PASSKEY_NAME } from './limits.ts'

const time = z.string().meta({ format: 'date-time' })

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: time,
    lastUsedAt: time.optional(),
  })
  .meta({ id: 'Passkey' })

export type Passkey = z.infer<typeof passkeySchema>

/** By what an account can sign in. */
const wayInSchema = z.enum(['password', 'passkey', 'google'])

export type WayIn = z.infer<typeof wayInSchema>

/** By what the holder of a session proves to be its owner: a code of the second factor too, which alone lets nobody in. */
export const wayToProveSchema = z.enum([...wayInSchema.options, 'code'])

export type WayToProve = z.infer<typeof wayToProveSchema>

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]*$/)

/** What a browser answers for a passkey, each part as long as authenticators make it at most. */
const credential = {
  id: base64url(1400).min(1),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
}

export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
})

/**
 * CBOR that begins with the format `none` and no statement, or with `packed`, which a key signs for itself. Of others the library
 * would fetch addresses that stand in their certificates. The shop asks for none.
 */
const STATEMENTS = /^o2NmbXR(?:kbm9uZWdhdHRTdG10oGhhdXRoRGF0Y|mcGFja2Vk)/

const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(40_000).regex(STATEMENTS),
    transports: z
      .array(
        z
          .string()
          .max(20)
          .regex(/^[a-z-]+$/),
      )
      .max(10)
      .optional(),
  }),
})

const passkeyName = oneLineField(PASSKEY_NAME.what, PASSKEY_NAME)

export const passkeyBodies = {
  register: z.object({ response: registrationSchema, name: passkeyName.optional() }),
  signIn: z.object({ response: assertionSchema }),
  remove: z.object({ id: idField }),
  rename: z.object({ id: idField, name: passkeyName }),
} as const

export type Assertion = z.infer<typeof assertionSchema>
