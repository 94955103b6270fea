import type { Migration } from '#kit/db/migrate.ts'
import { kit } from './0001-kit.ts'
import { accounts } from './0002-accounts.ts'
import { catalog } from './0003-catalog.ts'
import { orders } from './0004-orders.ts'
import { payments } from './0005-payments.ts'
import { reviews } from './0006-reviews.ts'
import { sandboxes } from './0007-sandboxes.ts'
import { productTerms } from './0008-product-terms.ts'
import { orderDocuments } from './0009-order-documents.ts'
import { audit } from './0010-audit.ts'
import { restoredProducts } from './0011-restored-products.ts'
import { categories } from './0012-categories.ts'
import { outbox } from './0013-outbox.ts'
import { search } from './0014-search.ts'
import { categoryCounts } from './0015-category-counts.ts'
import { cart } from './0016-cart.ts'
import { paymentLinks } from './0017-payment-links.ts'
import { invoices } from './0018-invoices.ts'
import { orderChanges } from './0019-order-changes.ts'
import { shipments } from './0020-shipments.ts'
import { orderRefunds } from './0021-order-refunds.ts'
import { savedViews } from './0022-saved-views.ts'
import { images } from './0023-images.ts'
import { imports } from './0024-imports.ts'
import { overview } from './0025-overview.ts'
import { moderation } from './0026-moderation.ts'
import { productTexts } from './0027-product-texts.ts'
import { shipmentKeys } from './0028-shipment-keys.ts'
import { credentialGeneration } from './0029-credential-generation.ts'
import { changedAddresses } from './0030-changed-addresses.ts'
import { sharedPayments } from './0031-shared-payments.ts'
import { declinedCards } from './0033-declined-cards.ts'
import { takenBackShipments } from './0034-taken-back-shipments.ts'
import { landedForms } from './0035-landed-forms.ts'
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
import { checksums } from './checksums.ts'

const STEPS: readonly Migration[] = [
  kit,
  accounts,
  catalog,
  orders,
  payments,
  reviews,
  sandboxes,
  productTerms,
  orderDocuments,
  audit,
  restoredProducts,
  categories,
  outbox,
  search,
  categoryCounts,
  cart,
  paymentLinks,
  invoices,
  orderChanges,
  shipments,
  orderRefunds,
  savedViews,
  images,
  imports,
  overview,
  moderation,
  productTexts,
  shipmentKeys,
  // Those that follow rely on the forms that it brings.
  landedForms,
  credentialGeneration,
  changedAddresses,
  sharedPayments,
  declinedCards,
  takenBackShipments,
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
