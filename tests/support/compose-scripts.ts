import { type SpawnOptions, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import { postgresFolder } from '#kit/backup/postgres-programs.ts'
import { openDatabase } from '#kit/db/db.ts'
import { programFile } from '../../scripts/programs/programs.ts'
import { otherAccount } from './postgres-server.ts'
import { ROOT } from './project.ts'
import { killAfterTests } from './running-shop.ts'

/** Starts a script of `compose` as its container does, with the programs of PostgreSQL. Returns what ends it; else it ends with the stack. */
export function startScript(
  cleanUp: AsyncDisposableStack,
  name: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): () => Promise<void> {
  const { PATH = '' } = process.env
  const paths = [postgresFolder(15), join(programFile('pgbouncer'), '..'), PATH].join(delimiter)
  const options: SpawnOptions = { ...otherAccount(), stdio: 'ignore', env: { ...env, PATH: paths } }
  const started = spawn('bash', [join(ROOT, 'compose', name), ...args], options)
  killAfterTests(started)
  const stop = async () => {
    const ended = new Promise((resolve) => started.once('exit', resolve))
    if (started.exitCode === null && started.signalCode === null) {
      started.kill('SIGINT')
      await ended
    }
  }
  cleanUp.defer(stop)
  return stop
}

/** A folder that the account may write that runs PostgreSQL. */
export function makeFolder(cleanUp: AsyncDisposableStack, prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { uid, gid } = otherAccount()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

export async function ask(databaseUrl: string, statement: string): Promise<unknown[]> {
  const database = openDatabase({ databaseUrl, dataDir: '', databasePool: 1 })
  const { rows } = await sql
    .raw(statement)
    .execute(database.db)
    .finally(() => database.close())
  return rows
}
