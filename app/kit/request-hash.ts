import { createHash } from 'node:crypto'

/**
 * Whether two requests with one idempotency key are the same: by what a schema has parsed, whose fields are in the sequence
 * of the schema, whatever the request's.
 */
export const requestHash = (parsed: unknown): string =>
  createHash('sha256').update(JSON.stringify(parsed)).digest('base64url')
