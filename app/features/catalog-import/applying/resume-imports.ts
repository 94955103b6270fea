import { setTimeout as pause } from 'node:timers/promises'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import { newId } from '#kit/id.ts'
import { forEachRow } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { discardImport } from '../records/delete-old-imports.ts'
import type { StoredImport } from '../records/imports.ts'
import { giveUp } from './run-import.ts'
import { workOf, writeRows } from './write-rows.ts'

/** A process that works at an import writes more often than this. */
const ABANDONED_MS = 2000

type Worked = Pick<StoredImport, 'id' | 'worker' | 'worked_at'>

/** An import as this process saw it first. */
interface Seen extends Worked {
  readonly sinceMs: number
}

/**
 * Returns a function that finishes imports whose process has ended: those that were being checked are as before, those that
 * were being read are deleted, the others go on. It compares what it saw in its own calls: the clocks of machines differ.
 * Resolves to how many imports have a worker. An import that cannot be finished is logged; then it rejects at the end.
 */
export function createResumeImports(shop: Shop): () => Promise<number> {
  let seen = new Map<string, Seen>()
  return async () => {
    const worked = await shop.db
      .selectFrom('imports')
      .select(['id', 'worker', 'worked_at'])
      .where('worker', 'is not', null)
      .execute()
    const sinceMs = shop.now()
    seen = new Map(
      worked.map((now) => {
        const before = seen.get(now.id)
        const isUnchanged = before?.worker === now.worker && before.worked_at === now.worked_at
        return [now.id, isUnchanged ? before : { ...now, sinceMs }]
      }),
    )
    const abandoned = [...seen.values()].filter((each) => sinceMs - each.sinceMs >= ABANDONED_MS)
    await forEachRow(
      abandoned,
      { log: shop.log, name: 'resume imports', atOnce: 1, idsOf: ({ id }) => ({ importId: id }) },
      (each) => resume(shop, each),
    )
    return worked.length
  }
}

async function resume(shop: Shop, abandoned: Worked): Promise<void> {
  const { id, worked_at } = abandoned
  const worker = newId()
  const taken = { worker, worked_at: shop.now() }
  const found = await compareAndSet(shop.db, 'imports', { id, worker: abandoned.worker, worked_at }, taken)
  // Its worker is alive, or another process was faster.
  if (!found) return
  if (found.state === 'reading') return discardImport(shop.db, id)
  const work = workOf(found, worker)
  return found.position === null ? giveUp(shop, work) : writeRows(shop, work)
}

/**
 * Before a process serves: finishes what ended processes began, but does not wait for a process that still works. Never
 * rejects: a shop without this is better than none, and the job tries again.
 */
export async function finishImports(shop: Shop): Promise<void> {
  const resumeImports = createResumeImports(shop)
  try {
    if ((await resumeImports()) === 0) return
    // A timer may be a little early.
    await pause(ABANDONED_MS + 10)
    await resumeImports()
  } catch (error) {
    shop.log.error({ err: error }, 'imports could not be finished at the start and will be tried again')
  }
}
