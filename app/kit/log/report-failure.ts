import { isDatabaseUnavailable } from '#kit/db/errors.ts'
import type { Log } from '#kit/log.ts'
import { type Failure, type Outage, outagesOf } from './outage.ts'

const DATABASE: Outage = {
  name: 'database',
  begins: 'the database is unavailable',
  ends: 'the database is available again',
}

const DISK: Outage = {
  name: 'disk of the database',
  begins: 'the database cannot write: its disk is full or broken',
  ends: 'the database can write again',
}

const READ_ONLY: Outage = {
  name: 'standby',
  begins: 'the database can only be read: it is a standby, or was made one',
  ends: 'the database is no standby any more',
}

const DATABASE_OUTAGES = [DATABASE, DISK, READ_ONLY].map(({ name }) => name)

/** Whether it is an `AppError` that refuses because something else is away. */
const isRefusalFor = (error: unknown): error is Error & { readonly outage: Outage } =>
  error instanceof Error && 'outage' in error && error.outage !== undefined

/** The outage that an error of the database, or of another service that calls need, belongs to. */
function outageOf(error: unknown): Outage | undefined {
  if (isRefusalFor(error)) return error.outage
  if (!isDatabaseUnavailable(error)) return undefined
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '53100' || code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR')) return DISK
  return code === '25006' || code === 'SQLITE_READONLY' ? READ_ONLY : DATABASE
}

/** Logs a failure as a part of the outage that its error belongs to, else of the `other` one. */
export function reportFailure(
  log: Log,
  { other, ...failure }: Omit<Failure, 'outage'> & { readonly other: Outage },
): void {
  const outage = outageOf(failure.error)
  // What fails for such a reason is not to be looked at one by one.
  if (outage) {
    const { error, what } = failure
    outagesOf(log).failed({ outage, error: isRefusalFor(error) ? error.cause : error, what })
  } else outagesOf(log).failed({ ...failure, outage: other })
}

/** Logs that a request was refused for an outage; false if its error belongs to none. */
export function reportRefusal(log: Log, error: unknown): boolean {
  const outage = outageOf(error)
  if (!outage) return false
  reportFailure(log, { error, what: 'requests', other: outage })
  return true
}

/** A page says only that the database is away. */
export const reportRefusedPage = (log: Log): void =>
  outagesOf(log).failed({ outage: DATABASE, error: undefined, what: 'requests' })

export const databaseWorks = (log: Log): void => outagesOf(log).worked(...DATABASE_OUTAGES)
