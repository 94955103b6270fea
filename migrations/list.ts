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

/** All steps of the schema, in the sequence in which they are applied. Append new ones. */
export const migrations: readonly Migration[] = [
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
]
