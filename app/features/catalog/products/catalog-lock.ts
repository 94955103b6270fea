import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { productRefusals } from '../refusals.ts'
import '../tables.ts'

/**
 * A change of many products takes many transactions. While it locks the catalogue, admins change no product and no category,
 * so that it can neither meet nor overwrite another change. Orders go on.
 */

/**
 * Refuses (409) while the catalogue is locked. Call it first in the transaction of an admin's change: whoever wants to lock
 * the catalogue, or to change it alone, waits for this transaction.
 */
export async function refuseLockedCatalog(trx: Db): Promise<void> {
  refuse(await trx.selectFrom('catalog_lock').select('locked_by').forShare().executeTakeFirstOrThrow())
}

/** As {@link refuseLockedCatalog}; besides, all other changes of admins wait until the transaction ends. */
export async function changeCatalogAlone(trx: Db): Promise<void> {
  refuse(await trx.selectFrom('catalog_lock').select('locked_by').forUpdate().executeTakeFirstOrThrow())
}

function refuse({ locked_by }: { locked_by: string | null }): void {
  if (locked_by !== null) throw catalogLocked()
}

/** Locks the catalogue after this transaction, until {@link unlockCatalog}. Refuses (409) while another has locked it. */
export async function lockCatalog(trx: Db, holder: string): Promise<void> {
  if (!(await compareAndSet(trx, 'catalog_lock', { locked_by: null }, { locked_by: holder })))
    throw catalogLocked()
}

export async function unlockCatalog(trx: Db, holder: string): Promise<void> {
  await compareAndSet(trx, 'catalog_lock', { locked_by: holder }, { locked_by: null })
}

const catalogLocked = (): AppError =>
  new AppError(
    productRefusals.catalogLocked,
    'An import is changing the products. Try again in a few seconds; nothing was changed.',
  )
