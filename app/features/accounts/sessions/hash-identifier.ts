import { createHash } from 'node:crypto'

/** How the sign-in library stores the identifier of a token: a copy of the database contains no usable link. */
export const hashIdentifier = async (identifier: string): Promise<string> =>
  createHash('sha256').update(identifier).digest('base64url')
