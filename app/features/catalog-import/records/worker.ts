import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import type { StoredImport } from './imports.ts'
import '../tables.ts'

/** Who works at an import: `worker` is a new id for each time that a process begins or takes over. */
export interface Work {
  readonly id: string
  readonly worker: string
}

/** Another process has taken over the work, because this one was too slow. */
export class TakenOver extends Error {}

/** Writes columns of an import, and that its worker is alive. Throws {@link TakenOver}, with nothing written. */
export async function writeAsWorker(
  db: Db,
  { now }: Pick<Shop, 'now'>,
  { id, worker }: Work,
  columns: Partial<Omit<StoredImport, 'id'>>,
): Promise<StoredImport> {
  const written = await compareAndSet(db, 'imports', { id, worker }, { worked_at: now(), ...columns })
  if (!written) throw new TakenOver()
  return written
}

/** Whether nobody has taken over. */
export async function isWorker(db: Db, { id, worker }: Work): Promise<boolean> {
  const rows = db.selectFrom('imports').select('id').where('id', '=', id).where('worker', '=', worker)
  return (await rows.executeTakeFirst()) !== undefined
}
