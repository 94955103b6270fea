import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const ROOT = join(import.meta.dirname, '..')

const fileOf = (tool: string): string => (tool.endsWith('.ts') ? tool : join('node_modules', '.bin', tool))

/** Runs an installed tool, or a script of the project, in the project's folder. Returns its exit code. */
export function runTool(tool: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): number {
  const env = { ...process.env, ...more }
  return (
    spawnSync(process.execPath, [fileOf(tool), ...args], { cwd: ROOT, stdio: 'inherit', env }).status ?? 1
  )
}

/** The same beside others: resolves to its exit code and to what it printed. */
export async function readTool(tool: string, args: readonly string[]) {
  const { code, output, errors } = await endOf(
    spawn(process.execPath, [fileOf(tool), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  return { code: code ?? 1, output: output + errors }
}

/** How a process ended, and what it printed. */
export async function endOf(child: ChildProcessByStdio<null, Readable, Readable>) {
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, output, errors }
}
