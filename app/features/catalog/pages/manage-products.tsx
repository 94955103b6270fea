import { type To, useSearchParams } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { PlusIcon } from '#kit/ui/admin-icons.tsx'
import { ButtonLink } from '#kit/ui/button.tsx'
import { ChoiceLinks } from '#kit/ui/choice-links.tsx'
import { ExportButton } from '#kit/ui/export-button.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page-meta.ts'
import { useListSearch } from '#kit/ui/use-search-field.ts'
import { ArchivedProducts } from '../archived-list.tsx'
import { ManagedProducts } from '../managed-products.tsx'
import { PricesAndStocks } from '../price-sheet/prices-and-stocks.tsx'
import type { Route } from './+types/manage-products.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  privateMeta(searchTitle('Manage Products', location))

/** The views of the products, by the parameter `view` of the address. */
const VIEWS = [
  { view: null, label: 'For sale', Products: ManagedProducts },
  { view: 'sheet', label: 'Prices and stocks', Products: PricesAndStocks },
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
