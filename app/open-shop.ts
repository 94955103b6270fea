import { partFiles } from '#features/catalog/catalog.ts'
import { paperFiles } from '#features/documents/documents.ts'
import { avatarFiles, imageFiles } from '#features/images/images.ts'
import { findInvoiceNumbers, findOrdersOfDocument, listCreditNotes } from '#features/invoices/invoices.ts'
import { handToOrders } from '#features/orders/orders.ts'
import { findMailedRefund, listRefunds } from '#features/payments/payments.ts'
import { listReturnSteps } from '#features/returns/returns.ts'
import type { Config } from '#kit/config/config.ts'
import { loadSecret } from '#kit/config/secret.ts'
import { type Database, type Db, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import type { FileRows } from '#kit/files/file-rows.ts'
import { createFiles } from '#kit/files/files.ts'
import { createLog } from '#kit/log.ts'
import { refuseMoved } from '#kit/move/marks.ts'
import type { Shop } from '#kit/shop.ts'
import { migrations } from '../migrations/list.ts'
import { logSignals } from './log-signals.ts'

/** Opens the database, migrates its schema, loads the secret and starts the log. */
export async function openShop(config: Config): Promise<{ shop: Shop; database: Database }> {
  const database = openDatabase(config)
  await migrate(database, migrations)
  await refuseMoved(database.db)
  const place = { config, db: database.db, log: createLog(config.logLevel), now: Date.now }
  const shop: Shop = { ...place, files: createFiles(place), secret: await loadSecret(config, database) }
  logSignals(shop.log)
  handOver()
  return { shop, database }
}

/** Hands to orders what they show of features after them: before anything is done with orders. */
export const handOver = (): void =>
  handToOrders({
    listRefunds,
    findOrdersOfDocument,
    findInvoiceNumbers,
    listCreditNotes,
    findMailedRefund,
    listReturnSteps,
  })

/** All rows that have files, in the database or in a store outside. */
export const allFiles: readonly FileRows[] = [imageFiles, avatarFiles, partFiles, paperFiles]

/** How many files the database names that are in a store outside. */
export async function countFilesOutside(db: Db): Promise<number> {
  const counts = await Promise.all(allFiles.map((rows) => rows.countOutside(db)))
  return counts.reduce((sum, count) => sum + count, 0)
}
