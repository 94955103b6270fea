import { accountsClient } from '#features/accounts/client.ts'
import { catalogClient } from '#features/catalog/client.ts'
import { productPagePath } from '#features/catalog/paths.ts'
import { customerPath } from '#features/customers/paths.ts'
import { manageOrdersClient } from '#features/manage-orders/client.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { unwrapPage } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'

/** Something to open: a page of the dashboard, with the text that names it. */
export interface Hit {
  readonly to: string
  readonly title: string
  readonly detail?: string | undefined
}

/** The hits of one kind; the last one leads to the list of all, if there are more. */
export type Hits = readonly Hit[]

/** As many of each kind are requested. */
const SHOWN = 5

/** A kind of things that are searched for by a call. */
export interface HitKind {
  /** In the plural, as in "The orders could not be searched". */
  readonly name: 'orders' | 'parts' | 'users'
  readonly heading: string
  search(q: string, signal: AbortSignal): Promise<Hits>
}

/** The kinds in the sequence in which they are shown. All calls are those of the lists of the dashboard. */
export const HIT_KINDS: readonly HitKind[] = [
  {
    name: 'orders',
    heading: 'Orders',
    search: async (q, signal) => {
      const query = { q, limit: String(SHOWN) }
      const page = await unwrapPage(manageOrdersClient.orders.$get({ query }, { init: { signal } }))
      const hits = page.rows.map(({ _id, number, product, name }) => ({
        to: orderPagePath(_id),
        title: number,
        detail: `${product} · ${name}`,
      }))
      return withMore(hits, page, 'orders', manageOrdersPath({ q }))
    },
  },
  {
    name: 'parts',
    heading: 'Parts',
    search: async (q, signal) => {
      const query = { q, limit: String(SHOWN) }
      const page = await unwrapPage(catalogClient.product.$get({ query }, { init: { signal } }))
      const hits = page.rows.map(({ _id, name, sku }) => ({
        to: productPagePath(_id),
        title: name,
        detail: sku,
      }))
      return withMore(hits, page, 'parts', `/dashboard/manageproducts?${new URLSearchParams({ q })}`)
    },
  },
  {
    name: 'users',
    heading: 'Users',
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
