import type { Migration } from '#kit/db/migrate.ts'
import { accounts } from './0001-accounts.ts'
import { shop } from './0002-shop.ts'
import { google } from './0003-google.ts'
import { publicVersion } from './0004-public-version.ts'
import { mailTemplates } from './0005-mail-templates.ts'
import { moneyBack } from './0006-money-back.ts'
import { productSearch } from './0007-product-search.ts'
import { ordersByStatus } from './0008-orders-by-status.ts'
import { followedEvents } from './0009-followed-events.ts'
import { searchFromTheNewest } from './0010-search-from-the-newest.ts'
import { countedOrders } from './0011-counted-orders.ts'
import { ordersInARow } from './0012-orders-in-a-row.ts'
import { paymentsOfAnOrder } from './0013-payments-of-an-order.ts'
import { fourLettersInARow } from './0014-four-letters-in-a-row.ts'
import { newestFirst } from './0015-newest-first.ts'
import { twelveLettersInARow } from './0016-twelve-letters-in-a-row.ts'
import { areasOfPlaces } from './0017-areas-of-places.ts'
import { refundStates } from './0018-refund-states.ts'
import { roundsOfPayments } from './0019-rounds-of-payments.ts'
import { ordersOfAnAccount } from './0020-orders-of-an-account.ts'
import { ordersAsTheyAreQuoted } from './0021-orders-as-they-are-quoted.ts'

/** Every step of the schema in its order; new ones go to the end. */
export const migrations: readonly Migration[] = [
  accounts,
  shop,
  google,
  publicVersion,
  mailTemplates,
  moneyBack,
  productSearch,
  ordersByStatus,
  followedEvents,
  searchFromTheNewest,
  countedOrders,
  ordersInARow,
  paymentsOfAnOrder,
  fourLettersInARow,
  newestFirst,
  twelveLettersInARow,
  areasOfPlaces,
  refundStates,
  roundsOfPayments,
  ordersOfAnAccount,
  ordersAsTheyAreQuoted,
]
