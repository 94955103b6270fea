import { type To, useSearchParams } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { addProductPath } from '#features/catalog/paths.ts'
import { IMPORTS_PATH } from '#features/catalog-import/paths.ts'
import { manageProducts } from '#features/overview/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { useColumns } from '#kit/ui/admin/columns-menu.tsx'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { type ListSearch, useListSearch } from '#kit/ui/form/use-search-field.ts'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { fetchCategories, fetchColumns, saveColumns } from '../client.ts'
import { ManagedProducts } from '../list/managed-products.tsx'
import { changedSearch, viewOf } from '../list/product-filter.ts'
import { PlannedList } from '../planned/planned-list.tsx'
import { PricesAndStocks } from '../price-sheet/prices-and-stocks.tsx'
import { USUAL_COLUMNS } from '../states.ts'
import type { Route } from './+types/manage-products.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  privateMeta(searchTitle(manageProducts.name, location))

/** The list is of use without them. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadPrivately(request, async () => {
    const [categories, kept] = await Promise.all([
      fetchCategories(request.signal).catch(() => undefined),
      fetchColumns(request.signal).catch(() => undefined),
    ])
    return { categories, columns: kept?.columns }
  })

/** Another search or filter needs neither of them again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname

/** The views of the products, by the parameter `view` of the address. */
const VIEWS = [
  { view: null, label: 'For sale' },
  { view: 'sheet', label: 'Prices and stocks' },
  { view: 'planned', label: 'Planned prices' },
  { view: 'low', label: 'Low stock' },
  { view: 'out', label: 'Sold out' },
  { view: 'featured', label: 'Featured' },
  { view: 'archived', label: 'Archived' },
] as const

export default function ManageProducts({ loaderData }: Route.ComponentProps) {
  const search = useListSearch()
  const [params] = useSearchParams()
  const shown = VIEWS.find(({ view }) => view === viewOf(params)) ?? VIEWS[0]
  return (
    <WidePage>
      <div className="grid grid-cols-1 gap-4 md:gap-3">
        <PageHeading
          title={manageProducts.name}
          actions={<PageActions search={search} category={params.get('category')} />}
        />
        <ChoiceLinks
          label="Views of the products"
          isDense
          choices={VIEWS.map(({ view, label }): { label: string; to: To; isChosen: boolean } => ({
            label,
            to: { search: changedSearch(params, { view, sort: null }) },
            isChosen: view === shown.view,
          }))}
        />
        <View view={shown.view} search={search} {...loaderData} />
      </div>
    </WidePage>
  )
}

type ViewProps = Route.ComponentProps['loaderData'] & {
  view: (typeof VIEWS)[number]['view']
  search: ListSearch
}

function View({ view, search, categories, columns: loaded }: ViewProps) {
  const columns = useColumns({
    loaded,
    usual: USUAL_COLUMNS,
    save: (chosen) => saveColumns({ columns: chosen }),
    onFailure: (error) => {
      if (!signOutIfForbidden(error)) notify.error(`The columns are not kept. ${problemText(error)}`)
    },
  })
  if (view === 'sheet') return <PricesAndStocks search={search} />
  if (view === 'planned') return <PlannedList />
  return <ManagedProducts key={view} {...{ search, categories, columns }} />
}

/** The export has the products for sale that the search and the category leave. */
const exportPath = (q: string, category: string | null): string => {
  const query = new URLSearchParams({ ...(q && { q }), ...(category && { category }) })
  return `/api/product.csv${query.size > 0 ? `?${query}` : ''}`
}

const PageActions = ({ search, category }: { search: ListSearch; category: string | null }) => (
  <>
    <ExportButton path={() => exportPath(search.q, category)} onFailure={signOutIfForbidden}>
      Export
    </ExportButton>
    <ButtonLink to={IMPORTS_PATH} variant="secondary">
      Import
    </ButtonLink>
    <ButtonLink to={addProductPath()} variant="secondary">
      <PlusIcon />
      Add Product
    </ButtonLink>
  </>
)
