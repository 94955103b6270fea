import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endWithTests, hasEnded } from './running-shop.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LOOK_EVERY_MS = 100
const PATIENCE_MS = 60_000

type Environment = Readonly<Record<string, string>>

/** What a script did: its exit code, what it printed, and what it said on standard error. */
interface Done {
  readonly code: number | null
  readonly output: string
  readonly trouble: string
}

/** Runs a script of the project to its end, as npm would: without what the test run has in its environment. */
export async function runScript(
  file: string,
  args: readonly string[] = [],
  more: Environment = {},
): Promise<Done> {
  const child = spawnScript(file, args, more)
  const done = { output: '', trouble: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    done.output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    done.trouble += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...done }
}

/** A script that goes on until it is stopped. */
export async function startScript(file: string, args: readonly string[], more: Environment) {
  const child = spawnScript(file, args, more)
  child.stdout?.resume()
  let trouble = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    trouble += text
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (!hasEnded(child)) await once(child, 'exit')
    return child.exitCode
  }
  return {
    stop,
    /** Waits until that is so; a check that throws is one that is not so yet. */
    until: async (isSo: () => Promise<boolean>): Promise<void> => {
      const deadline = Date.now() + PATIENCE_MS
      while (!(await isSo().catch(() => false))) {
        if (hasEnded(child)) throw new Error(`${file} ended:\n${trouble}`)
        if (Date.now() > deadline) throw new Error(`It is not so after ${PATIENCE_MS} ms:\n${trouble}`)
        await pause(LOOK_EVERY_MS)
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded(child)) await stop()
    },
  }
}

function spawnScript(file: string, args: readonly string[], more: Environment): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    env: { PATH, HOME, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithTests(child)
  return child
}
