import { errors, jwtVerify } from 'jose'
import type { Db } from '#kit/db/db.ts'
import { z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { emailSchema } from '../schema.ts'
import { acceptedSecrets } from '../sessions/former-signatures.ts'
import { isBanned, isSet } from '../tables.ts'

/** The longest token that a mailed link can have: it holds an e-mail address. */
export const LONGEST_TOKEN = 1000

/**
 * The state of a mailed verification link. `open`: the address is not verified yet. `done`: it is verified.
 * `invalid`: the token is expired (then `email` is known) or invalid.
 */
export type MailedLink =
  | { readonly state: 'open'; readonly email: string; readonly userId: string }
  | { readonly state: 'done'; readonly email: string }
  | { readonly state: 'invalid'; readonly email?: string }

/** Checks the token of a mailed link; changes nothing. At most one query. */
export async function readMailedLink(shop: Shop, token: string): Promise<MailedLink> {
  const proof = await readToken(shop, token)
  if (!proof || proof.isExpired) return { state: 'invalid', ...(proof && { email: proof.email }) }
  const { email } = proof
  const user = await shop.db
    .selectFrom('user')
    .select(['id', 'emailVerified', 'banned', 'banExpires'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user || isBanned(user, shop.now())) return { state: 'invalid' }
  return isSet(user.emailVerified) ? { state: 'done', email } : { state: 'open', email, userId: user.id }
}

/** What other features do when the address of an account is verified: in the transaction that records it, or one of their own. */
export type OnVerified = (trx: Db, userId: string) => Promise<void>

/** Marks the address of an account as verified. */
export async function markVerified(shop: Shop, userId: string, onVerified: OnVerified): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('user')
      .set({ emailVerified: 1, updatedAt: toIso(shop.now()) })
      .where('id', '=', userId)
      .where('emailVerified', '=', 0)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await onVerified(trx, userId)
  })
}

// The library's tokens with `updateTo` change the address: the shop sends none.
const claimsSchema = z.object({ email: emailSchema, updateTo: z.undefined().optional() })

/** The address in a token of the sign-in library; undefined for an invalid token. */
async function readToken(shop: Shop, token: string): Promise<Proof | undefined> {
  for (const secret of acceptedSecrets(shop)) {
    const proof = await readSigned(shop, token, secret)
    if (proof) return proof
  }
  return undefined
}

interface Proof {
  readonly email: string
  readonly isExpired: boolean
}

async function readSigned(shop: Shop, token: string, secret: string): Promise<Proof | undefined> {
  const options = {
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'email'],
    currentDate: new Date(shop.now()),
  }
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), options)
    return proofOf(payload, false)
  } catch (error) {
    // Thrown after the signature was verified.
    return error instanceof errors.JWTExpired ? proofOf(error.payload, true) : undefined
  }
}

function proofOf(claims: unknown, isExpired: boolean): Proof | undefined {
  const parsed = claimsSchema.safeParse(claims)
  return parsed.success ? { email: parsed.data.email, isExpired } : undefined
}
