import { useSearchParams } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { fetchOffers } from '#features/offers/client.ts'
import { offerColumns, offerKey } from '#features/offers/components.tsx'
import { manageOfferPath } from '#features/offers/paths.ts'
import { type OfferFilter, offerFilters } from '#features/offers/states.ts'
import { stateText } from '#features/offers/texts.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import type { Route } from './+types/manage-offers.ts'

export const meta: Route.MetaFunction = () => privateMeta('Offers')

const fetchList = signOutWhereForbidden(fetchOffers)

const COLUMNS = offerColumns(manageOfferPath)

const labelOf = (state: OfferFilter): string => (state === 'waiting' ? 'Waiting' : stateText({ state }))

export default function ManageOffers() {
  const [params] = useSearchParams()
  const state = offerFilters.find((each) => each === params.get('state')) ?? 'waiting'
  return (
    <>
      <PageHeading
        title="Offers"
        lead="Customers ask for them from their cart. On the page of an offer you set prices, lead times and until when it holds."
      />
      <div className="grid grid-cols-1">
        <ChoiceLinks
          label="Kinds of offers"
          isDense
          choices={offerFilters.map((each) => ({
            label: labelOf(each),
            to: { search: each === 'waiting' ? '' : `?state=${each}` },
            isChosen: each === state,
          }))}
        />
      </div>
      <Offers key={state} state={state} />
    </>
  )
}

function Offers({ state }: { state: OfferFilter }) {
  const list = usePagedList(fetchList, state)
  const total = list.shown ? countText(list.shown) : '…'
  return (
    <Section title={`${labelOf(state)}: ${total}`} lead="Newest first.">
      <PagedRows
        list={list}
        what="offers"
        skeleton={
          <DataTable caption="Offers" columns={COLUMNS} rows={[]} rowKey={offerKey} loadingRows={6} />
        }
        empty={
          <EmptyState title={state === 'waiting' ? 'No offer waits' : 'No offers'} art={<EmptyDrawing />}>
            {state === 'waiting'
              ? 'What customers ask for, and what they wrote about an offer, is listed here.'
              : 'Offers in this state are listed here.'}
          </EmptyState>
        }
      >
        {(offers) => <DataTable caption="Offers" columns={COLUMNS} rows={[...offers]} rowKey={offerKey} />}
      </PagedRows>
    </Section>
  )
}
