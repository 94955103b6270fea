import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux has a file system in memory. */
const MEMORY = '/dev/shm'

/** Much more than a whole run has at a time. */
const NEEDED_BYTES = 4 * 2 ** 30

const OURS = /^shop-tests-(\d+)$/

/**
 * The first global setup of each Vitest project: temporary files of the run are in memory where there is plenty of it.
 * Copying the database of a test is most of what a short one costs, and on a disk it takes five times as long.
 */
export default function setup(): void {
  if (tmpdir().startsWith(MEMORY) || !hasPlenty()) return
  removeLeftovers()
  const folder = join(MEMORY, `shop-tests-${process.pid}`)
  mkdirSync(folder)
  // As that of the system: a database server runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  // After every teardown: a server that stops then has its data there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Tests also start programs from their folders. */
function hasPlenty(): boolean {
  if (!existsSync('/proc/mounts')) return false
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m)
  if (!mount || /\bnoexec\b/.test(mount[1] ?? '')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES
}

/** A run that was killed leaves its folder. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = OURS.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
