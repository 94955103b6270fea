import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { vi } from 'vitest'

// The password hash of the sign-in library is slow by design: 0.1 s of CPU. Tests in one process use this module in place of
// `better-auth/crypto` (vitest.config.ts): the same hash with the lowest cost. Those of running shops have `quick-scrypt.ts`.

// Encryption is the library's own.
export { symmetricDecrypt, symmetricEncrypt } from '../../node_modules/better-auth/dist/crypto/index.mjs'

export const hashPassword = vi.fn(async (password: string) => {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${derive(password, salt).toString('hex')}`
})

export const verifyPassword = vi.fn(async ({ hash, password }: { hash: string; password: string }) => {
  const [salt = '', key = ''] = hash.split(':')
  return timingSafeEqual(derive(password, salt), Buffer.from(key, 'hex'))
})

const derive = (password: string, salt: string): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, 64, { N: 2 })
