import { isDatabaseUnavailable, NoAnswerError } from '#kit/db/errors.ts'

const CANNOT_WRITE: Readonly<Record<string, string>> = {
  '25006': 'the database can only be read: it is a standby, or was made read-only',
  SQLITE_READONLY: 'the database can only be read',
  '53100': 'the disk of the database is full',
  SQLITE_FULL: 'the disk of the database is full',
  '53300': 'the database has no free connection',
  '57P03': 'the database is starting',
}

/** Why a process cannot serve, for who runs the shop: without the address, the name and the role of the database. */
export function whyNotReady(error: unknown): string {
  if (error instanceof NoAnswerError) return 'the database does not answer'
  const code = codeOf(error)
  const known = CANNOT_WRITE[code]
  if (known) return known
  if (!isDatabaseUnavailable(error)) return 'the check failed: the log says why'
  return code === '' ? 'the database cannot be reached' : `the database cannot be reached (${code})`
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error) return String(error.code)
  return codeOf(error.cause)
}
