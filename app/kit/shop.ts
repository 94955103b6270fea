import type { Config } from './config/config.ts'
import type { Db } from './db/db.ts'
import type { Files } from './files/files.ts'
import type { Log } from './log.ts'

/** The configuration, the database, the files, the log and the clock of one process, for every feature. */
export interface Shop {
  readonly config: Config
  readonly db: Db
  readonly files: Files
  readonly log: Log
  /** The permanent key of signatures, at least 32 characters. Never leaves the server. */
  readonly secret: string
  /** The time in milliseconds since 1970, in UTC. */
  now(): number
}
