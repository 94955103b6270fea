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
import { goneShipments } from './0076-gone-shipments.ts'
import { categoryDescriptions } from './0077-category-descriptions.ts'
import { sampleTrade } from './0078-sample-trade.ts'
import { restores } from './0079-restores.ts'
import { urgentMails } from './0080-urgent-mails.ts'
import { moves } from './0081-moves.ts'
import { filesOutside } from './0082-files-outside.ts'
import { lastBackups } from './0083-last-backups.ts'
import { featuredParts } from './0084-featured-parts.ts'
import { lineWords } from './0086-line-words.ts'
import { orderMessages } from './0087-order-messages.ts'
import { mailSenders } from './0088-mail-senders.ts'
import { backfillProgress } from './0089-backfills.ts'
import { rights } from './0090-rights.ts'
import { security } from './0091-security.ts'
import { newEmails } from './0092-new-emails.ts'
import { deletedAccounts } from './0093-deleted-accounts.ts'
import { secondFactor } from './0094-second-factor.ts'
import { passkeys } from './0095-passkeys.ts'
import { desk } from './0098-desk.ts'
import { shopCurrency } from './0099-shop-currency.ts'
import { returns } from './0100-returns.ts'
import { plannedPrices } from './0101-planned-prices.ts'
import { datevAccounts } from './0102-datev-accounts.ts'
import { importColumns } from './0103-import-columns.ts'
import { customers } from './0104-customers.ts'
import { mailWords } from './0105-mail-words.ts'
import { managedProducts } from './0106-managed-products.ts'
import { partPictures } from './0107-part-pictures.ts'
import { companies } from './0110-companies.ts'
import { companyOrders } from './0111-company-orders.ts'
import { companyNumbers } from './0112-company-numbers.ts'
import { agreedPrices } from './0113-agreed-prices.ts'
import { onAccount } from './0114-on-account.ts'
import { offers } from './0115-offers.ts'
import { backorders } from './0116-backorders.ts'
import { foldedChecksums } from './folded-checksums.ts'

/**
 * The steps of the schema in the sequence in which they are applied, with their checksums. Append a new one with an empty
 * checksum: `checksums.test.ts` says what it is. A line that landed is never changed.
 */
const STEPS: readonly (readonly [step: Migration, checksum: string])[] = [
  [{ ...baseline, folded: foldedChecksums }, 'd158fcc45954c508'],
  [writeProbe, '12459e040b29010d'],
  [restocks, 'fff093b6c5b49041'],
  [receipts, '6aeb989947f26517'],
  [duePieces, '86700a842e8f2dda'],
  [unmatchedRefunds, '6282ddb5bfad3f89'],
  [publicChanges, 'b2a8fcee6eb703d6'],
  [customs, '9e9862c84d5d4955'],
  [settings, 'a596dc5ce843dc7c'],
  [orderTerms, 'ae8ab006fe57d867'],
  [addresses, '1e1f04644f279dce'],
  [frozenInvoices, 'a0f0d734d0ddebab'],
  [refundsByLine, '12d3ea879387bae7'],
  [models, '41e5e3722188a2d6'],
  [partFiles, '6889af023d4b1895'],
  [synonyms, '75df862165f07648'],
  [orderColumns, '30b75a36de434498'],
  [unpublishedProducts, 'b485800c0fe72d9d'],
  [savedLists, 'cd4699c1ba2d7995'],
  [reorderPointsAndStaffMails, '41792f62999c23ec'],
  [customerNotes, 'ec1f0f7d0693f28f'],
  [siteTexts, 'e374fc8fa23de6cf'],
  [unpaidOrdersOfUsers, '3eb84ac005fe3b89'],
  [abuseLimits, 'f177e12da52f92fb'],
  [shopDays, 'f87eb9db4097a019'],
  [disputesAndLosses, '3c0a20b65df900f8'],
  [avatars, '7ac02f0b47898cd4'],
  [goneShipments, 'edb2aadad2585932'],
  [categoryDescriptions, '3664dccb9ea680b0'],
  [sampleTrade, '697f093a71c54c41'],
  [restores, '7e06e52be704643e'],
  [urgentMails, '1347f162ff01e501'],
  [moves, '971081b2409299a4'],
  [filesOutside, '70d7a703013126d8'],
  [lastBackups, '9fae935c0365d3ba'],
  [featuredParts, 'e86aa5952a6d4253'],
  [lineWords, 'e9703b2526748bcb'],
  [orderMessages, 'cb9935b7b501c869'],
  [mailSenders, 'd513ebed9b79be59'],
  [backfillProgress, '5514981abc032030'],
  [rights, '03e098ee350d0776'],
  [security, '413228ec92f3053f'],
  [newEmails, '1ab890639b7a4473'],
  [deletedAccounts, '405960939ed02737'],
  [secondFactor, 'a399a4dedf077a6e'],
  [passkeys, '483fa407d54cd7f2'],
  [desk, '08249ed9e0b59c56'],
  [shopCurrency, 'f8f7a948a91efcb3'],
  [plannedPrices, '9f6731d5826ba26f'],
  [datevAccounts, 'dc0da71ae6425bbf'],
  [returns, 'ad2eccd616b3f7d0'],
  [importColumns, '1061984357e082f3'],
  [customers, '91c2d286a4fc7779'],
  [mailWords, 'cce3dc34d17c8eca'],
  [managedProducts, '1b581dcb2f1af8b6'],
  [partPictures, '83a50ab5e948f37c'],
  [companies, '3b8fc4b0c7905829'],
  [companyOrders, 'ffc47566f16eb166'],
  [companyNumbers, '3800a21b5212e718'],
  [agreedPrices, '7d97fc451c6b1b04'],
  [onAccount, '6f136a17d360db35'],
  [offers, '9a6b21376c8b156a'],
  [backorders, '880e805e3b516c97'],
]

/** All steps of the schema. */
export const migrations: readonly Migration[] = STEPS.map(([step, checksum]) => ({ ...step, checksum }))
