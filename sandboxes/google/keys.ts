import { createHmac, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'

const SECRET_NAME = 'sandbox-google-key'

/** The shop's client at the sandbox; derived from the shop's secret, so that all processes have the same. */
export function sandboxClient(secret: string): { clientId: string; clientSecret: string } {
  return { clientId: 'parts-shop.sandbox', clientSecret: derive(secret, 'client secret') }
}

/** The key of the sandbox's own cookies. */
export const sandboxCookieKey = (secret: string): string => derive(secret, 'cookies')

const derive = (secret: string, label: string): string =>
  createHmac('sha256', secret).update(`sign-in sandbox: ${label}`).digest('hex')

/** The key that signs id tokens: stored in the database, so that all processes use the same. */
export async function signingKey(shop: Shop): Promise<JWK> {
  const existing = await findKey(shop)
  if (existing) return existing
  await shop.db
    .insertInto('secrets')
    .values({ name: SECRET_NAME, value: JSON.stringify(await newKey()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const stored = await findKey(shop)
  if (!stored) throw new Error('the key of the sign-in sandbox was not stored')
  return stored
}

async function findKey(shop: Shop): Promise<JWK | undefined> {
  const row = await shop.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', SECRET_NAME)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

async function newKey(): Promise<object> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: newId(), use: 'sig', alg: 'RS256' }
}
