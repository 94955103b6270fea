import {
  deleteAbandonedAccounts,
  deleteExpiredSessions,
  deleteOldNewEmails,
  deleteOldSecurityEvents,
} from '#features/accounts/accounts.ts'
import { deleteOldInvitations } from '#features/companies/companies.ts'
import { findEnteredCustomers } from '#features/customers/customers.ts'
import { deleteUnusedImages } from '#features/images/images.ts'
import { findNotedCustomers } from '#features/manage-orders/manage-orders.ts'
import { deleteOldModels } from '#features/models/models.ts'
import { deleteCancelledOrdersOf, findCustomers } from '#features/orders/orders.ts'
import { deleteOldSales } from '#features/overview/overview.ts'
import { deleteTriesOf, findPayers } from '#features/payments/payments.ts'
import { findReviewers } from '#features/reviews/reviews.ts'
import { deleteOldRecords } from '#features/shipping/shipping.ts'
import { backfillJob } from '#kit/backfill/backfill.ts'
import { deleteUnusedFiles } from '#kit/files/unused-files.ts'
import type { Job } from '#kit/jobs.ts'
import { deleteOldEntries } from '#kit/outbox/outbox.ts'
import { deleteOldChanges } from '#kit/public-cache/public-changes.ts'
import { deleteOldHits } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { backfills } from '../migrations/backfills.ts'
import { allFiles } from './open-shop.ts'

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
