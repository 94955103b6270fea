import type { Log } from '#kit/log.ts'

/** Something that fails for a while, and the lines that say so. */
export interface Outage {
  readonly name: string
  readonly begins: string
  readonly ends: string
}

/** A failure while something is away. */
export interface Failure {
  readonly outage: Outage
  /** Undefined where it is not known: then the first that is known is logged. */
  readonly error: unknown
  /** What failed, in the plural: `requests`. */
  readonly what: string
  /** The ids of what failed, without personal data. Some of those that fail are named. */
  readonly ids?: Readonly<Record<string, unknown>>
}

/** The outages of one process, as its log says them: each has a line when it begins, and one with its counts when it ends. */
interface Outages {
  failed(failure: Failure): void
  /** It has worked. An outage ends when nothing has failed for some seconds before. */
  worked(...names: readonly string[]): void
}

interface Open {
  readonly outage: Outage
  readonly sinceMs: number
  readonly failed: Map<string, number>
  readonly named: Set<string>
  lastMs: number
  saidMs: number
  hasReason: boolean
}

/** What fails and works in turns is one outage: a full disk refuses what is written, and not what is read. */
const QUIET_MS = 10_000

/** So often a line says that it goes on, with the error that it has by then. */
const SAID_EVERY_MS = 10 * 60_000

/** So many of what fails are named, each time that it is said. */
const NAMED = 3

const byLog = new WeakMap<Log, Outages>()

/** The outages that this log says. */
export function outagesOf(log: Log): Outages {
  const outages = byLog.get(log) ?? createOutages(log)
  byLog.set(log, outages)
  return outages
}

function createOutages(log: Log): Outages {
  const open = new Map<string, Open>()
  const countsOf = ({ outage, failed, sinceMs }: Open, untilMs: number) => ({
    outage: outage.name,
    failed: Object.fromEntries(failed),
    seconds: Math.round((untilMs - sinceMs) / 1000),
  })
  /** The open outage of that failure, which begins it. However long ago the last one was: nothing has worked since. */
  const openFor = ({ outage }: Failure, nowMs: number): Open => {
    const before = open.get(outage.name)
    if (before) return before
    const begun = { outage, sinceMs: nowMs, lastMs: nowMs, saidMs: nowMs, hasReason: false }
    const opened: Open = { ...begun, failed: new Map(), named: new Set() }
    open.set(outage.name, opened)
    return opened
  }
  return {
    failed: (failure) => {
      const nowMs = performance.now()
      const current = openFor(failure, nowMs)
      const { error, what, ids = {} } = failure
      current.failed.set(what, (current.failed.get(what) ?? 0) + 1)
      current.lastMs = nowMs
      const isToBeSaid = nowMs - current.saidMs >= SAID_EVERY_MS
      if (isToBeSaid) {
        current.saidMs = nowMs
        current.named.clear()
      }
      const name = JSON.stringify(ids)
      const isToBeNamed = !current.named.has(name) && current.named.size < NAMED
      const isReason = error !== undefined && !current.hasReason
      if (!isToBeNamed && !isReason) return
      current.named.add(name)
      current.hasReason ||= error !== undefined
      const { outage } = current
      if (isToBeSaid) log.warn({ err: error, ...ids, ...countsOf(current, nowMs) }, `${outage.begins}: still`)
      else log.warn({ err: error, outage: outage.name, ...ids }, outage.begins)
    },
    worked: (...names) => {
      if (open.size === 0) return
      const nowMs = performance.now()
      for (const name of names) {
        const current = open.get(name)
        if (!current || nowMs - current.lastMs < QUIET_MS) continue
        open.delete(name)
        log.info(countsOf(current, current.lastMs), current.outage.ends)
      }
    },
  }
}
