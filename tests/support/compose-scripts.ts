import { type SpawnOptions, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { postgresFolder } from '#kit/backup/postgres-programs.ts'
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
