import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { signOutIfForbidden, signOutWhereForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import type { Category, Product } from '#features/catalog/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import {
  type FetchPage,
  fetchRows,
  type PagedList,
  unwrapPage,
  usePagedList,
} from '#kit/browser/paged-list.ts'
import { texts } from '#kit/texts.ts'
import { tabToBar } from '#kit/ui/admin/bar-focus.ts'
import { ChooseMatching, useAllMatching } from '#kit/ui/admin/choose-matching.tsx'
import { ChooseAll, TINT_CHOSEN } from '#kit/ui/admin/chosen.tsx'
import { type Chosen, useChosen } from '#kit/ui/admin/use-chosen.ts'
import type { ListSearch } from '#kit/ui/form/use-search-field.ts'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { fetchManaged } from '../client.ts'
import type { ListedProduct } from '../schema.ts'
import type { ManagedState } from '../states.ts'
import { CHOSEN_AT_MOST, type ChosenColumn } from '../states.ts'
import { ChosenProductsBar } from './chosen-bar.tsx'
import { type DeletedProduct, rowsOf, withDeleted } from './deleted-rows.ts'
import { NoProducts } from './no-products.tsx'
import { queryOf, readFilter } from './product-filter.ts'
import { ProductListHead } from './product-list-head.tsx'
import { ProductTable } from './product-table.tsx'
import { useArchiving } from './use-archiving.ts'
import { useProductDeletion } from './use-product-deletion.tsx'

/** The products for sale, for the sheet of prices and stocks. */
export const fetchProducts: FetchPage<Product> = (query, signal) =>
  unwrapPage(catalogClient.product.$get({ query }, { init: { signal } }))

export type ManagedProductsProps = {
  search: ListSearch
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  columns: { readonly shown: readonly ChosenColumn[]; readonly toggle?: (column: ChosenColumn) => void }
}

/** The products of a state as a table, each with the button that deletes or restores it. */
export function ManagedProducts({ search, categories, columns }: ManagedProductsProps) {
  const [params] = useSearchParams()
  const filter = readFilter(params)
  const query = queryOf(filter)
  const filterText = JSON.stringify(query)
  const fetchPage: FetchPage<ListedProduct> = signOutWhereForbidden((page, signal) =>
    fetchManaged({ ...query, ...page }, signal),
  )
  const list = usePagedList(fetchPage, search.q, filterText)
  const matching = useAllMatching(
    `${filterText} ${search.q}`,
    async () => {
      const all = await fetchRows((page) => fetchManaged({ ...query, q: search.q || undefined, ...page }), {
        wanted: CHOSEN_AT_MOST,
      })
      return all.rows
    },
    (error) => {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    },
  )
  const chosen = useChosen(list.shown?.rows.map(({ _id }) => _id) ?? [], matching.ids)
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2">
      <ProductListHead {...{ list, search, categories, columns, filter, params }}>
        {filter.state !== 'archived' && <ProductChoice list={list} chosen={chosen} matching={matching} />}
      </ProductListHead>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is about the controls of the rows. */}
      <div onKeyDown={tabToBar} className={TINT_CHOSEN}>
        <Products
          list={list}
          chosen={filter.state === 'archived' ? undefined : chosen}
          state={filter.state}
          columns={columns.shown}
          {...{ params, categories }}
        />
      </div>
      <ChosenProductsBar
        chosen={chosen}
        areFeatured={filter.state === 'featured'}
        onMarked={() => list.refresh()}
      />
    </section>
  )
}

type ProductsProps = {
  list: PagedList<ListedProduct>
  chosen: Chosen | undefined
  state: ManagedState
  columns: readonly ChosenColumn[]
  params: URLSearchParams
  categories: readonly Category[] | undefined
}

function Products({ list, chosen, state, columns, params, categories = [] }: ProductsProps) {
  const { deleted, deletion, restoring } = useDeletedProducts(list, state)
  const table = (products: readonly ListedProduct[], loadingRows = 0) => (
    <ProductTable
      caption="Products"
      rows={rowsOf(products, deleted)}
      chosen={chosen}
      params={params}
      shown={columns}
      categories={new Map(categories.map(({ slug, name }) => [slug, name]))}
      busyId={restoring.busyId}
      onDelete={deletion.open}
      onRestore={(product) => void restoring.restore(product)}
      loadingRows={loadingRows}
    />
  )
  return (
    <>
      <PagedRows
        list={list}
        what="products"
        skeleton={table([], 14)}
        empty={
          deleted.length > 0 ? table([]) : <NoProducts q={list.shown?.q} state={state} params={params} />
        }
      >
        {(products) => table(products)}
      </PagedRows>
      <ConfirmDialog
        {...deletion.dialog}
        title={texts.confirm.question}
        body={`“${deletion.selected?.name}” leaves the shop. Orders of it stay as they are. You can restore it from the archived ones.`}
        yes={texts.confirm.yes}
        no={texts.confirm.no}
      />
    </>
  )
}

/** Deleting a product leaves its place, from which it is restored; an archived one leaves the list when it is restored. */
function useDeletedProducts(list: PagedList<ListedProduct>, state: ManagedState) {
  const [deleted, setDeleted] = useState<readonly DeletedProduct[]>([])
  const leaveOut = (id: string) => list.change((products) => products.filter(({ _id }) => _id !== id))
  const onMissing = ({ _id }: ListedProduct) => {
    leaveOut(_id)
    void list.refresh()
  }
  const deletion = useProductDeletion((product) => {
    const before = list.shown?.rows ?? []
    setDeleted((all) => withDeleted(all, before, product))
    onMissing(product)
  }, onMissing)
  const restoring = useArchiving(async (id) => {
    if (state === 'archived') leaveOut(id)
    await list.refresh()
    setDeleted((all) => all.filter(({ product }) => product._id !== id))
  })
  useUndone(() => void list.refresh())
  return { deleted, deletion, restoring }
}

type ProductChoiceProps = {
  list: PagedList<ListedProduct>
  chosen: Chosen
  matching: ReturnType<typeof useAllMatching<ListedProduct>>
}

/** The choice of all that are shown or that match. */
function ProductChoice({ list: { shown }, matching, chosen }: ProductChoiceProps) {
  // The line keeps its height, so that no row moves.
  if (!shown || shown.rows.length === 0) return <p className="min-h-8 max-md:hidden" />
  const { length } = shown.rows
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-4 text-muted text-sm">
      <ChooseAll chosen={chosen} shown={length} />
      {chosen.ids.size === length && shown.next !== undefined && (
        <ChooseMatching
          total={shown.total}
          isTotalCut={shown.isTotalCut}
          most={CHOSEN_AT_MOST}
          matching={matching}
          onChosen={chosen.add}
        />
      )}
    </p>
  )
}
