import { usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { useChosen } from '#kit/ui/admin/use-chosen.ts'
import type { ListSearch } from '#kit/ui/form/use-search-field.ts'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { fetchProducts } from '../list/managed-products.tsx'
import { NoProducts } from '../list/no-products.tsx'
import { useArchiving } from '../list/use-archiving.ts'
import { FillForm } from './fill-form.tsx'
import { LoadingSheet, PriceSheet, PriceSheetBar } from './price-sheet.tsx'
import { useSheet } from './use-sheet.ts'

/** The products for sale as a sheet of prices and stocks, which are saved together. */
export function PricesAndStocks({ search }: { search: ListSearch }) {
  const list = usePagedList(fetchProducts, search.q)
  const sheet = useSheet(list)
  const chosen = useChosen(list.shown?.rows.map(({ _id }) => _id) ?? [])
  useUndone(() => void list.refresh())
  const { archive } = useArchiving((id) =>
    list.change((products) => products.filter((product) => product._id !== id)),
  )
  return (
    <Section
      title={`Prices and stocks (${list.shown ? countText(list.shown) : '…'})`}
      lead={
        <>
          A cell takes a price, or +4%, *1.04 or -0.002 to change the saved one. You can paste a column that
          was copied from a spreadsheet. Nothing is saved before you press Save.
          <SearchOutcome list={list}>Newest first.</SearchOutcome>
        </>
      }
      action={<ListSearchField label="Search products" search={search} />}
    >
      <PagedRows
        list={list}
        what="products"
        skeleton={<LoadingSheet />}
        empty={<NoProducts q={list.shown?.q} />}
      >
        {(products) => (
          <>
            <FillForm sheet={sheet} list={list} chosen={chosen} />
            <PriceSheet sheet={sheet} products={products} chosen={chosen} onArchive={archive} />
          </>
        )}
      </PagedRows>
      <PriceSheetBar sheet={sheet} list={list} />
    </Section>
  )
}
