import {
  deleteAbandonedAccounts,
  deleteExpiredSessions,
  deleteOldNewEmails,
  deleteOldSecurityEvents,
} from '#features/accounts/accounts.ts'
import { handToStock, partFiles } from '#features/catalog/catalog.ts'
import { deleteOldInvitations, handToCompanies } from '#features/companies/companies.ts'
import { findEnteredCustomers } from '#features/customers/customers.ts'
import { paperFiles } from '#features/documents/documents.ts'
import { avatarFiles, deleteUnusedImages, imageFiles } from '#features/images/images.ts'
import { findInvoiceNumbers, findOrdersOfDocument, listCreditNotes } from '#features/invoices/invoices.ts'
import { findNotedCustomers } from '#features/manage-orders/manage-orders.ts'
import { deleteOldModels } from '#features/models/models.ts'
import {
  deleteCancelledOrdersOf,
  findAwaited,
  findCustomers,
  findUsedCredit,
  handToOrders,
  takeArrived,
} from '#features/orders/orders.ts'
import { deleteOldSales } from '#features/overview/overview.ts'
import {
  deleteTriesOf,
  findMailedRefund,
  findPayers,
  listReceipts,
  listRefunds,
} from '#features/payments/payments.ts'
import { listReturnSteps } from '#features/returns/returns.ts'
import { findReviewers } from '#features/reviews/reviews.ts'
import { deleteOldRecords } from '#features/shipping/shipping.ts'
import { backfillJob } from '#kit/backfill/backfill.ts'
import type { Config } from '#kit/config/config.ts'
import { loadSecret } from '#kit/config/secret.ts'
import { type Database, type Db, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import type { FileRows } from '#kit/files/file-rows.ts'
import { createFiles } from '#kit/files/files.ts'
import { deleteUnusedFiles } from '#kit/files/unused-files.ts'
import type { Job } from '#kit/jobs.ts'
import { createLog } from '#kit/log.ts'
import { refuseMoved } from '#kit/move/marks.ts'
import { deleteOldEntries } from '#kit/outbox/outbox.ts'
import { deleteOldChanges } from '#kit/public-cache/public-changes.ts'
import { deleteOldHits } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { backfills } from '../migrations/backfills.ts'
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

/** Hands to features what they show of those after them, or leave to them: before anything is done. */
export function handOver(): void {
  handToStock({ findAwaited, takeArrived })
  handToCompanies({ findUsedCredit })
  handToOrders({
    listRefunds,
    findOrdersOfDocument,
    findInvoiceNumbers,
    listCreditNotes,
    findMailedRefund,
    listReturnSteps,
    listReceipts,
  })
}

/** All rows that have files, in the database or in a store outside. */
export const allFiles: readonly FileRows[] = [imageFiles, avatarFiles, partFiles, paperFiles]

/** How many files the database names that are in a store outside. */
export async function countFilesOutside(db: Db): Promise<number> {
  const counts = await Promise.all(allFiles.map((rows) => rows.countOutside(db)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * The jobs that fill old rows, and delete what has had its use: docs/operations.md says of every table how long its rows are kept.
 */
export const upkeep = (shop: Shop): Job[] => [
  backfillJob(shop, backfills),
  { name: 'delete old outbox entries', everyMs: MINUTE_MS, run: () => deleteOldEntries(shop) },
  { name: 'delete old public changes', everyMs: MINUTE_MS, run: () => deleteOldChanges(shop) },
  { name: 'delete old rate limit counts', everyMs: MINUTE_MS, run: () => deleteOldHits(shop) },
  { name: 'delete expired sessions', everyMs: 10 * MINUTE_MS, run: () => deleteExpiredSessions(shop) },
  { name: 'delete old security events', everyMs: HOUR_MS, run: () => deleteOldSecurityEvents(shop) },
  { name: 'delete old changes of e-mails', everyMs: HOUR_MS, run: () => deleteOldNewEmails(shop) },
  { name: 'delete old invitations', everyMs: HOUR_MS, run: () => deleteOldInvitations(shop) },
  { name: 'delete unused images', everyMs: 10 * MINUTE_MS, run: () => deleteUnusedImages(shop) },
  { name: 'delete old records of orders', everyMs: HOUR_MS, run: () => deleteOldRecords(shop) },
  {
    name: 'delete unused files',
    everyMs: 6 * HOUR_MS,
    run: () => deleteUnusedFiles(shop, allFiles),
  },
  { name: 'delete old models', everyMs: HOUR_MS, run: () => deleteOldModels(shop) },
  { name: 'delete old sales', everyMs: DAY_MS, run: () => deleteOldSales(shop) },
  {
    name: 'delete abandoned accounts',
    everyMs: HOUR_MS,
    run: () =>
      deleteAbandonedAccounts(shop, {
        referred: [findCustomers, findEnteredCustomers, findNotedCustomers, findPayers, findReviewers],
        own: [deleteTriesOf, deleteCancelledOrdersOf],
      }),
  },
]
