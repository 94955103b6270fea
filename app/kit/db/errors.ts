/** PostgreSQL has ended a transaction, with nothing changed, so that another one can go on. */
const CONFLICT_CODES = [
  '40001', // serialization failure
  '40P01', // deadlock
]

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL', // no port is left to connect from
])

/** Classes of PostgreSQL and single codes of it, after which the same request may succeed later. */
const POSTGRES_UNAVAILABLE = [
  ...CONFLICT_CODES, // Only after many tries: see `repeatOnConflict`.
  '08', // connections; from PgBouncer: none to the server, or the server went away
  '53', // disk full, out of memory, too many connections
  '57', // a query took too long or was ended, the server stops, starts or crashed
  '58', // the system of the server: its disk fails
  '25006', // read only: a standby, or a server that was made one
  '25P03', // a transaction waited too long for its next query
  '25P04', // a transaction took too long
  '28', // the password or the rules of access are being changed
  '3D000', // the database is being made
  '55P03', // a lock was waited for too long
]

/** Codes of SQLite without what follows, such as `_SNAPSHOT`: locked by another process, or its disk or memory fails. */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)(_|$)/

const isUnavailableCode = (code: string): boolean =>
  NETWORK_CODES.has(code) ||
  SQLITE_UNAVAILABLE.test(code) ||
  (/^[0-9A-Z]{5}$/.test(code) && POSTGRES_UNAVAILABLE.some((begin) => code.startsWith(begin)))

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
export const isDatabaseUnavailable = (error: unknown): boolean => unavailableCode(error) !== undefined

/** The code of that error, or of the cause of it, by which the database is unavailable: '' without one; undefined when it is not. */
export function unavailableCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  // Nobody listens at the socket of a file.
  const isNoSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  if (isNoSocket || isUnavailableCode(code)) return code
  const ofCause = unavailableCode(error.cause)
  return ofCause ?? (isNoAnswer(error) ? '' : undefined)
}

const isNoAnswer = (error: Error): boolean =>
  error instanceof NoAnswerError ||
  /Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout/.test(
    error.message,
  )

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
