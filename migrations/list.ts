import type { Migration } from '#kit/db/migrate.ts'
import { baseline } from './0035-baseline.ts'
import { writeProbe } from './0038-write-probe.ts'
import { restocks } from './0039-restocks.ts'
import { receipts } from './0041-receipts.ts'
import { duePieces } from './0042-due-pieces.ts'
import { unmatchedRefunds } from './0043-unmatched-refunds.ts'
import { publicChanges } from './0044-public-changes.ts'
import { customs } from './0045-customs.ts'
import { settings } from './0046-settings.ts'
import { orderTerms } from './0047-order-terms.ts'
import { addresses } from './0048-addresses.ts'
import { frozenInvoices } from './0049-frozen-invoices.ts'
import { refundsByLine } from './0050-refunds-by-line.ts'
import { models } from './0051-models.ts'
import { partFiles } from './0052-part-files.ts'
import { synonyms } from './0053-synonyms.ts'
import { orderColumns } from './0054-order-columns.ts'
import { unpublishedProducts } from './0056-unpublished-products.ts'
import { savedLists } from './0058-saved-lists.ts'
import { reorderPointsAndStaffMails } from './0059-reorder-points-and-staff-mails.ts'
import { customerNotes } from './0060-customer-notes.ts'
import { siteTexts } from './0062-site-texts.ts'
import { unpaidOrdersOfUsers } from './0063-unpaid-orders-of-users.ts'
import { abuseLimits } from './0065-abuse-limits.ts'
import { shopDays } from './0067-shop-days.ts'
import { disputesAndLosses } from './0071-disputes-and-losses.ts'
import { avatars } from './0075-avatars.ts'
import { checksums, foldedChecksums } from './checksums.ts'

const STEPS: readonly Migration[] = [
  { ...baseline, folded: foldedChecksums },
  writeProbe,
  restocks,
  receipts,
  duePieces,
  unmatchedRefunds,
  publicChanges,
  customs,
  settings,
  orderTerms,
  addresses,
  frozenInvoices,
  refundsByLine,
  models,
  partFiles,
  synonyms,
  orderColumns,
  unpublishedProducts,
  savedLists,
  reorderPointsAndStaffMails,
  customerNotes,
  siteTexts,
  unpaidOrdersOfUsers,
  abuseLimits,
  shopDays,
  disputesAndLosses,
  avatars,
]

/** All steps of the schema, in the sequence in which they are applied. Append new ones to the list above. */
export const migrations: readonly Migration[] = STEPS.map((step) => ({
  ...step,
  checksum: checksums[step.name],
}))
