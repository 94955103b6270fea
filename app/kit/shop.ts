import type { Config } from './config/config.ts'
import type { DatabaseKind, Db } from './db/db.ts'
import type { Log } from './log/log.ts'

/** What every feature is given: the configuration, the database, the log and the clock of one process. */
export interface Shop {
  readonly config: Config
  readonly db: Db
  readonly kind: DatabaseKind
  readonly log: Log
  /** Lasting key material for signatures, at least 32 characters. Never leaves the server. */
  readonly secret: string
  /** The time in milliseconds since 1970, in UTC. */
  now(): number
}
