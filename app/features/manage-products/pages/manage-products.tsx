import { type To, useSearchParams } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { ArchivedProducts } from '../list/archived-list.tsx'
import { FeaturedProducts } from '../list/featured-list.tsx'
import { LowStock } from '../list/low-stock.tsx'
import { ManagedProducts } from '../list/managed-products.tsx'
import { PlannedList } from '../planned/planned-list.tsx'
import { PricesAndStocks } from '../price-sheet/prices-and-stocks.tsx'
import type { Route } from './+types/manage-products.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  privateMeta(searchTitle('Manage Products', location))

/** The views of the products, by the parameter `view` of the address. */
const VIEWS = [
  { view: null, label: 'For sale', Products: ManagedProducts },
  { view: 'sheet', label: 'Prices and stocks', Products: PricesAndStocks },
  { view: 'planned', label: 'Planned prices', Products: PlannedList },
  { view: 'low-stock', label: 'Low stock', Products: LowStock },
  { view: 'featured', label: 'Featured', Products: FeaturedProducts },
  { view: 'archived', label: 'Archived', Products: ArchivedProducts },
] as const

export default function ManageProducts() {
  const search = useListSearch()
  const [params] = useSearchParams()
  const shown = VIEWS.find(({ view }) => view === params.get('view')) ?? VIEWS[0]
  const addressOf = (view: string | null): To => ({
    search: `${new URLSearchParams({ ...(search.q && { q: search.q }), ...(view && { view }) })}`,
  })
  return (
    <>
      <PageHeading
        title="Manage Products"
        actions={
          <>
            <ExportButton
              path={() => `/api/product.csv${search.q && `?${new URLSearchParams({ q: search.q })}`}`}
              onFailure={signOutIfForbidden}
            >
              Export
            </ExportButton>
            <ButtonLink to="/dashboard/import" variant="secondary">
              Import
            </ButtonLink>
            <ButtonLink to="/dashboard/addproduct" variant="secondary">
              <PlusIcon />
              Add Product
            </ButtonLink>
          </>
        }
      />
      <ChoiceLinks
        label="Views of the products"
        choices={VIEWS.map(({ view, label }) => ({
          label,
          to: addressOf(view),
          isChosen: view === shown.view,
        }))}
      />
      <shown.Products key={shown.label} search={search} />
    </>
  )
}
