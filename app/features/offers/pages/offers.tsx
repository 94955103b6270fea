import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { CART_PATH } from '#features/cart/paths.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchOwnOffers } from '../client.ts'
import { NEW_OFFER_PATH, offerPath } from '../paths.ts'
import { offerColumns, offerKey } from '../shown/offer-columns.tsx'
import type { Route } from './+types/offers.ts'

export const meta: Route.MetaFunction = () => privateMeta('Offers')

const fetchList = signOutWhereForbidden(fetchOwnOffers)

const COLUMNS = offerColumns(offerPath)

export default function Offers() {
  const list = usePagedList(fetchList, '')
  return (
    <>
      <PageHeading
        title="Offers"
        lead="What you asked the shop to offer: other quantities, other prices, more than there is in stock."
        actions={
          <ButtonLink to={NEW_OFFER_PATH} variant="secondary">
            Ask for an offer
          </ButtonLink>
        }
      />
      <PagedRows
        list={list}
        what="offers"
        skeleton={
          <DataTable caption="Offers" columns={COLUMNS} rows={[]} rowKey={offerKey} loadingRows={4} />
        }
        empty={
          <EmptyState
            title="No offers yet"
            art={<EmptyDrawing />}
            action={<ButtonLink to={CART_PATH}>Go to the cart</ButtonLink>}
          >
            Put parts into the cart, and ask for an offer there.
          </EmptyState>
        }
      >
        {(offers) => (
          <DataTable caption="Offers, newest first" columns={COLUMNS} rows={[...offers]} rowKey={offerKey} />
        )}
      </PagedRows>
    </>
  )
}
