import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What is kept of the backups in a folder: of each span up to an age the newest one. The newest of all stays in any case. */
const KEPT = [
  { untilMs: HOUR_MS, spanMs: 1 },
  { untilMs: DAY_MS, spanMs: HOUR_MS },
  { untilMs: 14 * DAY_MS, spanMs: DAY_MS },
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
  const kept = keptOf(names, nowMs)
  const drafts = readdirSync(folder).filter((name) => {
    const [, whole = ''] = /^(.*)\.partial$/.exec(name) ?? []
    return NAME.test(whole) && timeOf(whole) < nowMs - DAY_MS
  })
  for (const name of [...names.filter((one) => !kept.has(one)), ...drafts])
    rmSync(join(folder, name), { recursive: true, force: true })
}

function keptOf(newestFirst: readonly string[], nowMs: number): ReadonlySet<string> {
  const kept = new Map<string, string>()
  for (const name of newestFirst) {
    const time = timeOf(name)
    const rule = KEPT.find(({ untilMs }) => nowMs - time <= untilMs)
    // By the clock and not by age: the newest of a span stays the same from run to run.
    const span = rule ? `${rule.spanMs} ${Math.floor(time / rule.spanMs)}` : undefined
    if (span !== undefined && !kept.has(span)) kept.set(span, name)
  }
  const [newest] = newestFirst
  return new Set([...kept.values(), ...(newest === undefined ? [] : [newest])])
}
