import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DAY_MS, HOUR_MS } from '#kit/time.ts'

/**
 * What is kept of the backups in a folder: the newest one of each of so many spans that have one. By count and not by age: a clock
 * that is ahead would make all of them old.
 */
const KEPT = [
  { count: 12, spanMs: 1 },
  { count: 24, spanMs: HOUR_MS },
  { count: 14, spanMs: DAY_MS },
] as const

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/

/** The name of a backup that begins now, by which it is found again. */
export const backupName = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(':', '-')

/** When a backup began, by the name of its folder. */
export function timeOfBackup(folder: string): number {
  const name = basename(folder)
  if (!NAME.test(name)) throw new Error(`${folder || 'Nothing'} is not a backup of \`backup --keep\`.`)
  return timeOf(name)
}

const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1T$2:$3:$4'))

/** The backups of a folder by {@link backupName}, the newest first. Other files are not its business. */
function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
}

/** The newest backup of a folder, if it is one that has several; else the folder itself. */
export function newestBackup(folder: string): string {
  const [newest] = existsSync(folder) ? backupsIn(folder) : []
  return newest === undefined ? folder : join(folder, newest)
}

/** Removes the backups of a folder that are not kept any more, and what a killed backup left. */
export function removeOldBackups(folder: string, nowMs: number): void {
  if (!existsSync(folder)) return
  const names = backupsIn(folder)
  const kept = keptOf(names)
  const drafts = readdirSync(folder).filter((name) => {
    const [, whole = ''] = /^(.*)\.partial$/.exec(name) ?? []
    return NAME.test(whole) && timeOf(whole) < nowMs - DAY_MS
  })
  for (const name of [...names.filter((one) => !kept.has(one)), ...drafts])
    rmSync(join(folder, name), { recursive: true, force: true })
}

function keptOf(newestFirst: readonly string[]): ReadonlySet<string> {
  const newestOfEach = KEPT.map(({ count, spanMs }) => {
    const newest = new Map<number, string>()
    for (const name of newestFirst) {
      const span = Math.floor(timeOf(name) / spanMs)
      if (!newest.has(span)) newest.set(span, name)
    }
    return [...newest.values()].slice(0, count)
  })
  return new Set(newestOfEach.flat())
}
