import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { endOf } from '../../scripts/run-tool.ts'
import { ROOT } from './project.ts'
import { hasEnded, inherited, killAfterTests } from './running-shop.ts'

const POLL_INTERVAL_MS = 100
/** A busy machine needs a minute to start the development server. */
const TIMEOUT_MS = 180_000

type Environment = Readonly<Record<string, string>>

/** Runs a script of the project to its end, without the environment of the test run. */
export const runProjectScript = (file: string, args: readonly string[] = [], more: Environment = {}) =>
  endOf(spawnScript(file, args, more))

/** Starts a script that runs until it is stopped. */
export async function startScript(file: string, args: readonly string[], more: Environment) {
  const child = spawnScript(file, args, more)
  child.stdout.resume()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (!hasEnded(child)) await once(child, 'exit')
    return child.exitCode
  }
  return {
    stop,
    /** Waits until the check resolves to true; a check that throws counts as false. */
    until: async (check: () => Promise<boolean>): Promise<void> => {
      const deadline = Date.now() + TIMEOUT_MS
      while (!(await check().catch(() => false))) {
        if (hasEnded(child)) throw new Error(`${file} ended:\n${errors}`)
        if (Date.now() > deadline) throw new Error(`The check failed for ${TIMEOUT_MS} ms:\n${errors}`)
        await pause(POLL_INTERVAL_MS)
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded(child)) await stop()
    },
  }
}

function spawnScript(
  file: string,
  args: readonly string[],
  more: Environment,
): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    env: { ...inherited(), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killAfterTests(child)
  return child
}
