import { createHash, randomBytes } from 'node:crypto'

/** How many random bytes a token has. */
export const TOKEN_BYTES = 20

/** The secret part of a link: 160 random bits as lower-case hexadecimal digits, which `loggedPath` hides. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex')

/** What is stored of a token. It has too many random bits to be found by trying, so the hash needs no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
