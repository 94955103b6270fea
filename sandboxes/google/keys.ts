import { createHmac, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'

const SECRET_NAME = 'sandbox-google-key'

/** What the shop says at the sandbox's counter; worked out from the shop's secret, so that all processes agree. */
export function sandboxClient(secret: string): { clientId: string; clientSecret: string } {
  return { clientId: 'parts-shop.sandbox', clientSecret: derive(secret, 'client secret') }
}

/** The key of the sandbox's own cookies. */
export const sandboxCookieKey = (secret: string): string => derive(secret, 'cookies')

const derive = (secret: string, label: string): string =>
  createHmac('sha256', secret).update(`sign-in sandbox: ${label}`).digest('hex')

/** The key that signs id tokens: made once and kept, so that a token of one process is good in another. */
export async function signingKey(shop: Shop): Promise<JWK> {
  const kept = await findKey(shop)
  if (kept) return kept
  await shop.db
    .insertInto('secrets')
    .values({ name: SECRET_NAME, value: JSON.stringify(await newKey()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const agreed = await findKey(shop)
  if (!agreed) throw new Error('the key of the sign-in sandbox was not kept')
  return agreed
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
