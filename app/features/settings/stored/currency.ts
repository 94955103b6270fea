import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { settingsRefusals } from '../refusals.ts'
import { settingsTexts } from '../texts.ts'
import '../tables.ts'

/** For the transaction that places orders: until its end the currency stays what the settings say from here on. */
export async function lockCurrency(trx: Db): Promise<void> {
  await trx.selectFrom('currency').select('code').forShare().execute()
}

/**
 * Changes the currency. Refused (409) once an order exists: it waits for the transactions that place some, and those that
 * begin meanwhile wait for it.
 */
export async function changeCurrency(
  trx: Db,
  code: string,
  hasOrders: (db: Db) => Promise<boolean>,
): Promise<void> {
  await trx.updateTable('currency').set({ code }).execute()
  if (await hasOrders(trx)) throw new AppError(settingsRefusals.currencyInUse, settingsTexts.currencyInUse)
}
