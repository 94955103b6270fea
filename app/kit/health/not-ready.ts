import { NoAnswerError, unavailableCode } from '#kit/db/errors.ts'
import { outageOf } from '#kit/log/report-failure.ts'

/** What is known of a database that is away, besides that it is. */
const AWAY: Readonly<Record<string, string>> = {
  '53300': 'the database has no free connection',
  '57P03': 'the database is starting',
}

/** Why a process cannot serve, for who runs the shop: without the address, the name and the role of the database. */
export function whyNotReady(error: unknown): string {
  if (error instanceof NoAnswerError) return 'the database does not answer'
  const outage = outageOf(error)
  if (!outage) return 'the check failed: the log says why'
  const code = unavailableCode(error)
  return AWAY[code ?? ''] ?? (code ? `${outage.begins} (${code})` : outage.begins)
}
