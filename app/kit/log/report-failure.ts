import { unavailableCode } from '#kit/db/errors.ts'
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
  begins: 'the database can only be read: it is a standby, or was made read-only',
  ends: 'the database is no standby any more',
}

const DATABASE_OUTAGES = [DATABASE, DISK, READ_ONLY].map(({ name }) => name)

type Refusal = Error & { readonly outage: Outage }

/** The `AppError` that refuses because something else is away: it, or the cause of what failed for that. */
function refusalIn(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  if ('outage' in error && error.outage !== undefined) return error as Refusal
  return refusalIn(error.cause)
}

/** The outage that an error of the database, or of another service that calls need, belongs to. */
export function outageOf(error: unknown): Outage | undefined {
  const refusal = refusalIn(error)
  if (refusal) return refusal.outage
  const code = unavailableCode(error)
  if (code === undefined) return undefined
  if (/^(53100$|SQLITE_(FULL|IOERR))/.test(code)) return DISK
  return /^(25006$|SQLITE_READONLY)/.test(code) ? READ_ONLY : DATABASE
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
    outagesOf(log).failed({ outage, error: refusalIn(error)?.cause ?? error, what })
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
