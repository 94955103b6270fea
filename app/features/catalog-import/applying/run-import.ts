import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { lockCatalog, unlockCatalog } from '#features/catalog/catalog.ts'
import type { Actor } from '#kit/audit/audit.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { AT_REST, findImport, lockImport, requireState, toImport, updateImport } from '../records/imports.ts'
import { TakenOver, writeAsWorker } from '../records/worker.ts'
import { importRefusals } from '../refusals.ts'
import type { Import, OutdatedRow } from '../schema.ts'
import { importTexts } from '../texts.ts'
import { type Direction, findOutdated } from './outdated.ts'
import { lastRow, type RowWork, rowsToWrite, STATES, writeRows } from './write-rows.ts'

/**
 * Applies a ready import, undoes an applied one, or applies an undone one again, as a whole, in many short transactions. Refuses
 * (409) one in another state, and products that were changed since, with up to 20 of them; then nothing is changed. If this
 * process ends meanwhile, another one, or its next start, goes on where it was (see `resume-imports.ts`).
 */
export async function runImport(shop: Shop, admin: Actor, id: string, direction: Direction): Promise<Import> {
  const worker = newId()
  const { before, during } = STATES[direction]
  await shop.db.transaction().execute(async (trx) => {
    const found = await lockImport(trx, id, before)
    // It failed while it was applied the first time: its rows are not all in the same state.
    if (direction === 'redo' && found.applied_at === null) throw neverApplied()
    await lockCatalog(trx, id)
    const actor = { actor_id: admin.id, actor_email: admin.email }
    await updateImport(trx, id, { ...actor, state: during, position: null, worker, worked_at: shop.now() })
  })
  const work = { id, worker, direction, isGoingBack: false }
  try {
    const outdated = await checkRows(shop, work)
    if (outdated.length > 0) throw outdatedRefusal(outdated, direction)
    await writeRows(shop, work)
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error
    await waitForOther(shop, id)
  }
  return finished(shop, id, direction)
}

const neverApplied = (): AppError =>
  new AppError('conflict', 'The import was never applied as a whole. Import the file again.')

const ASK_EVERY_MS = 200

async function waitForOther(shop: Shop, id: string): Promise<void> {
  while ((await findImport(shop.db, id)).worker !== null) await pause(ASK_EVERY_MS)
}

/** The import afterwards. Refused when it is as before (503), or otherwise than it was asked for (409). */
async function finished(shop: Shop, id: string, direction: Direction): Promise<Import> {
  const found = await findImport(shop.db, id)
  const { before, after } = STATES[direction]
  if (found.state !== before) return toImport(requireState(found, after))
  throw new AppError('unavailable', 'This was interrupted, and nothing was changed. Try again.', {}, AT_ONCE)
}

const AT_ONCE = { 'Retry-After': '1' }

const MOST_NAMED = 20
const CHECKED_AT_ONCE = 250

/** Up to 20 rows that cannot be written; then the import is as it was before. */
async function checkRows(shop: Shop, work: RowWork): Promise<OutdatedRow[]> {
  const outdated: OutdatedRow[] = []
  const last = await lastRow(shop.db, work.id)
  try {
    for (let after = 0; after < last && outdated.length < MOST_NAMED; after += CHECKED_AT_ONCE) {
      const rows = await rowsToWrite(shop.db, work.id, { after, upTo: after + CHECKED_AT_ONCE })
      outdated.push(...(await findOutdated(shop, rows, work.direction)))
      await writeAsWorker(shop.db, shop, work, {})
      await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof TakenOver)) await giveUp(shop, work)
    throw error
  }
  if (outdated.length > 0) await giveUp(shop, work)
  else await writeAsWorker(shop.db, shop, work, { position: work.direction === 'undo' ? last : 0 })
  return outdated.slice(0, MOST_NAMED)
}

/** Ends the work before anything was written. */
export async function giveUp(shop: Shop, work: RowWork): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    await writeAsWorker(trx, shop, work, { ...AT_REST, state: STATES[work.direction].before })
    await unlockCatalog(trx, work.id)
  })
}

function outdatedRefusal(outdated: readonly OutdatedRow[], direction: Direction): AppError {
  return new AppError(importRefusals.outdated, importTexts.outdated(outdated, direction), {
    outdated: [...outdated],
  })
}
