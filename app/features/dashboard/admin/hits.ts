import { accountsClient } from '#features/accounts/client.ts'
import type { Right } from '#features/accounts/rights.ts'
import { may } from '#features/accounts/staff-access.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { productPagePath } from '#features/catalog/paths.ts'
import { customerPath } from '#features/customers/paths.ts'
import { manageOrdersClient } from '#features/manage-orders/client.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { refundText, unpaidText } from '#features/order-page/order-page.ts'
import { isEnded } from '#features/orders/left-to-ship.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { manageProducts } from '#features/overview/paths.ts'
import { settingsParts } from '#features/settings/admin/part-texts.ts'
import { unwrapPage } from '#kit/browser/paged-list.ts'
import { formatTotal } from '#kit/money.ts'
import { countText } from '#kit/text/count-text.ts'
import { monthDayText } from '#kit/text/moment-text.ts'

/** Something to open: a page of the dashboard, with the text that names it. */
export interface Hit {
  readonly to: string
  readonly title: string
  readonly detail?: string | undefined
}

/** The hits of one kind; the last one leads to the list of all, if there are more. */
export type Hits = readonly Hit[]

/** The parts of the settings that have every word in their name or in what they are about; none without a word. */
export function settingsNamed(text: string): Hits {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 || !may('settings')) return []
  return settingsParts
    .filter(({ label, about }) =>
      words.every((word) => `settings ${label} ${about}`.toLowerCase().includes(word)),
    )
    .map(({ part, label, about }) => ({
      to: `/dashboard/settings?part=${part}`,
      title: `Settings: ${label}`,
      detail: about,
    }))
}

/** The state of an order in words, the most urgent one. */
function stateText(order: Order): string {
  if (order.cancelledAt) return orderTexts.cancelledStatus
  if (order.status === undefined) return unpaidText(order)
  if (order.dispute === 'open') return orderTexts.disputed
  if (isEnded(order)) return refundText(order) ?? orderTexts.refunded
  if (order.progress !== undefined) return orderTexts.partlyShipped
  return order.status === 'pending' ? orderTexts.pending : orderTexts.shippedStatus
}

/** As many of each kind are requested. */
const SHOWN = 5

/** A kind of things that are searched for by a call. */
export interface HitKind {
  /** In the plural, as in "The orders could not be searched". */
  readonly name: 'orders' | 'parts' | 'users'
  readonly heading: string
  /** Who may search them. */
  readonly rights: readonly Right[]
  search(q: string, signal: AbortSignal): Promise<Hits>
}

/** The kinds in the sequence in which they are shown. All calls are those of the lists of the dashboard. */
export const HIT_KINDS: readonly HitKind[] = [
  {
    name: 'orders',
    heading: 'Orders',
    rights: ['orders', 'money'],
    search: async (q, signal) => {
      const query = { q, limit: String(SHOWN) }
      const page = await unwrapPage(manageOrdersClient.orders.$get({ query }, { init: { signal } }))
      const hits = page.rows.map((order) => ({
        to: orderPagePath(order._id),
        title: order.number,
        detail: [
          stateText(order),
          monthDayText(order.createdAt, Date.now()),
          formatTotal(order.payable),
          order.name,
          order.product,
        ].join(' · '),
      }))
      return withMore(hits, page, 'orders', manageOrdersPath({ q }))
    },
  },
  {
    name: 'parts',
    heading: 'Parts',
    rights: ['products'],
    search: async (q, signal) => {
      const query = { q, limit: String(SHOWN) }
      const page = await unwrapPage(catalogClient.product.$get({ query }, { init: { signal } }))
      const hits = page.rows.map(({ _id, name, sku }) => ({
        to: productPagePath(_id),
        title: name,
        detail: sku,
      }))
      return withMore(hits, page, 'parts', `${manageProducts.path}?${new URLSearchParams({ q })}`)
    },
  },
  {
    name: 'users',
    heading: 'Users',
    rights: ['people', 'orders'],
    search: async (q, signal) => {
      const query = { q, limit: String(SHOWN) }
      const page = await unwrapPage(accountsClient.user.$get({ query }, { init: { signal } }))
      const hits = page.rows.map(({ _id, name, email }) => ({
        to: customerPath(_id),
        title: name,
        detail: email,
      }))
      return withMore(hits, page, 'users', `/dashboard/alluser?${new URLSearchParams({ q })}`)
    },
  },
]

function withMore(
  hits: readonly Hit[],
  page: { total: number; isTotalCut: boolean; next: string | undefined },
  name: HitKind['name'],
  to: string,
): Hits {
  return page.next === undefined ? hits : [...hits, { to, title: `All ${countText(page)} ${name}` }]
}
