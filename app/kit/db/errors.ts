/** PostgreSQL has ended a transaction, with nothing changed, so that another one can go on. */
const CONFLICT_CODES = [
  '40001', // serialization failure
  '40P01', // deadlock
]

const UNAVAILABLE_CODES = new Set([
  // Only after many tries: see `repeatOnConflict`.
  ...CONFLICT_CODES,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up
  '25006', // read only: a standby, or a server that was made one
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01', // PgBouncer: no connection to the server, or the server went away
  'SQLITE_BUSY',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
])

/** A database that does not answer, before its own error comes. */
export class NoAnswerError extends Error {}

/** Rejects with a `NoAnswerError` when the work takes longer. What it does then is not waited for. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NoAnswerError(`no answer after ${Math.round(ms)} ms`)), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the database could not be reached or could not write, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoAnswerError) return true
  const code = 'code' in error ? String(error.code) : ''
  if (UNAVAILABLE_CODES.has(code) || code.startsWith('SQLITE_IOERR')) return true
  if (
    /Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout/.test(
      error.message,
    )
  )
    return true
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

/** Whether the same transaction may succeed when it is tried again. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && CONFLICT_CODES.includes(String(error.code))) return true
  return error.cause !== undefined && isConflict(error.cause)
}

/** Whether another process holds the write lock of SQLite. */
export const isWriteLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

/** Whether a row violated a unique index, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}
