import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import type { Category } from '#features/catalog/schema.ts'
import { LATELY_DAYS } from '#features/overview/limits.ts'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { ColumnsMenu } from '#kit/ui/admin/columns-menu.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import type { ListedProduct } from '../schema.ts'
import type { ManagedState } from '../states.ts'
import { chosenColumns } from '../states.ts'
import type { ManagedProductsProps } from './managed-products.tsx'
import { columnLabels } from './product-columns.tsx'
import { changedSearch, type ProductFilter } from './product-filter.ts'

const HEADS: Readonly<Record<ManagedState, { title: string; search: string; usual: string }>> = {
  for_sale: { title: 'All Products', search: 'Search products', usual: 'Newest first.' },
  low: {
    title: 'Low stock',
    search: 'Search products',
    usual: `The most pieces below the reorder point first. Sold per day is of the last ${LATELY_DAYS} days.`,
  },
  out: { title: 'Sold out', search: 'Search products', usual: 'Newest first.' },
  featured: {
    title: 'Featured products',
    search: 'Search featured products',
    usual: 'The home page shows the first twelve for sale, the last marked first.',
  },
  archived: {
    title: 'Archived products',
    search: 'Search archived products',
    usual: 'The last archived first.',
  },
}

type ProductListHeadProps = ManagedProductsProps & {
  list: PagedList<ListedProduct>
  filter: ProductFilter
  params: URLSearchParams
  /** The choice of products. */
  children: ReactNode
}

/** How many products the table has, its category and its search. */
export function ProductListHead(props: ProductListHeadProps) {
  const { list, search, categories = [], columns, filter, params, children } = props
  const { title, search: label, usual } = HEADS[filter.state]
  const found = search.q && filter.state === 'for_sale' ? 'Products found' : title
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 tabIndex={-1} className="outline-none">
            {found} ({list.shown ? countText(list.shown) : '…'})
          </h2>
          <p className="min-w-0 text-muted text-sm">
            <SearchOutcome list={list}>
              {filter.sort === undefined ? usual : 'Sorted by a column.'}
            </SearchOutcome>
          </p>
        </div>
        {children}
      </div>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 max-md:w-full">
        <CategoryField categories={categories} params={params} chosen={filter.category} />
        <ListSearchField label={label} search={search} />
        {columns.toggle && (
          <ColumnsMenu
            choices={chosenColumns}
            labels={columnLabels}
            shown={columns.shown}
            onToggle={columns.toggle}
          />
        )}
      </div>
    </div>
  )
}

type CategoryFieldProps = {
  categories: readonly Category[]
  params: URLSearchParams
  chosen: string | undefined
}

/** Parents come before their children; a category of the address that is gone is named by it. */
function CategoryField({ categories, params, chosen = '' }: CategoryFieldProps) {
  const navigate = useNavigate()
  const id = useId()
  const isKnown = chosen === '' || categories.some(({ slug }) => slug === chosen)
  const change = (category: string) =>
    void navigate({ search: changedSearch(params, { category }) }, { preventScrollReset: true })
  return (
    <div className="grid min-w-0 max-md:grow">
      <label htmlFor={id} className="mb-1 font-medium text-sm">
        Category
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => change(target.value)}
        className="h-11 w-full min-w-0 rounded border border-edge bg-paper px-2 text-ink hover:border-ink md:w-48"
      >
        <option value="">All categories</option>
        {!isKnown && <option value={chosen}>{chosen}</option>}
        {categories.map(({ slug, name, parent }) => (
          <option key={slug} value={slug}>
            {`${parent === undefined ? '' : '– '}${name}`}
          </option>
        ))}
      </select>
    </div>
  )
}
