import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import type { Shop } from '#kit/shop.ts'

type Secrets = Pick<Shop, 'secret' | 'config'>

/** The secrets whose signatures are accepted; the first one signs. */
export const acceptedSecrets = ({ secret, config }: Secrets): readonly string[] => [
  secret,
  ...config.formerSecrets,
]

/**
 * Signs those cookies of a call anew that a former secret has signed: the sign-in library accepts the present one only. It sends a
 * session its cookie again within a day of use, and then with the present signature.
 */
export async function signAnew({ secret, config }: Secrets, headers: Headers): Promise<void> {
  const cookies = headers.get('Cookie')
  if (!cookies || config.formerSecrets.length === 0) return
  const anew = new Map<string, string>()
  for (const former of config.formerSecrets)
    for (const [name, value] of Object.entries(await parseSigned(cookies, former)))
      if (value !== false) anew.set(name, await serializeSigned(name, value, secret))
  if (anew.size === 0) return
  const signed = cookies
    .split(';')
    .map((cookie) => anew.get(cookie.split('=', 1)[0]?.trim() ?? '') ?? cookie.trim())
  headers.set('Cookie', signed.join('; '))
}
