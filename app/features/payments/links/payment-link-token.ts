import { createHash, createHmac, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 20

/** A new token of a payment link: 160 random bits as lower-case hexadecimal digits, which `loggedPath` hides. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex')

/** What is stored of a token. It has too many random bits to be found by trying, so the hash needs no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * The token of the receipt that belongs to a payment link: as long, and always the same, so that the shop can show it again
 * and store only its hash. It cannot be derived from what is stored of the payment link, nor that link from it.
 */
export const receiptTokenOf = (token: string): string =>
  createHmac('sha256', token)
    .update('receipt')
    .digest('hex')
    .slice(0, 2 * TOKEN_BYTES)
