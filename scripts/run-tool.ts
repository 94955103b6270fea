import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Runs an installed tool, or a script of the project, in the project's folder. Returns its exit code. */
export function runTool(tool: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): number {
  const file = tool.endsWith('.ts') ? tool : join('node_modules', '.bin', tool)
  const env = { ...process.env, ...more }
  return spawnSync(process.execPath, [file, ...args], { cwd: ROOT, stdio: 'inherit', env }).status ?? 1
}
