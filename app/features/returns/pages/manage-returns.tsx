import { Link, useSearchParams } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import { type FetchPage, usePagedList } from '#kit/browser/paged-list.ts'
import { countText, formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchReturns } from '../admin/client.ts'
import { ReturnBadge } from '../asking/return-card.tsx'
import type { Return } from '../schema.ts'
import { type ReturnFilter, returnFilters } from '../states.ts'
import { reasonTexts, stateText } from '../texts.ts'
import type { Route } from './+types/manage-returns.ts'

export const meta: Route.MetaFunction = () => privateMeta('Returns')

const fetchList: FetchPage<Return> = signOutWhereForbidden(fetchReturns)

const labelOf = (state: ReturnFilter): string =>
  state === 'waiting' ? 'Waiting' : state === 'refunding' ? 'Refunding' : stateText({ state })

export default function ManageReturns() {
  const [params] = useSearchParams()
  const state = returnFilters.find((each) => each === params.get('state')) ?? 'waiting'
  return (
    <>
      <PageHeading
        title="Returns"
        lead="Customers request returns on the page of their order. Open an order to answer, record what came back, and refund or replace it."
      />
      <div className="grid grid-cols-1">
        <ChoiceLinks
          label="Kinds of returns"
          isDense
          choices={returnFilters.map((each) => ({
            label: labelOf(each),
            to: { search: each === 'waiting' ? '' : `?state=${each}` },
            isChosen: each === state,
          }))}
        />
      </div>
      <Returns key={state} state={state} />
    </>
  )
}

function Returns({ state }: { state: ReturnFilter }) {
  const list = usePagedList(fetchList, state)
  const total = list.shown ? countText(list.shown) : '…'
  return (
    <Section title={`${labelOf(state)}: ${total}`} lead="Newest first.">
      <PagedRows
        list={list}
        what="returns"
        skeleton={<DataTable caption="Returns" columns={COLUMNS} rows={[]} rowKey={idOf} loadingRows={6} />}
        empty={<NoReturns state={state} />}
      >
        {(returns) => <DataTable caption="Returns" columns={COLUMNS} rows={[...returns]} rowKey={idOf} />}
      </PagedRows>
    </Section>
  )
}

const idOf = ({ _id }: Return): string => _id

/** So many lines of a return are named. */
const NAMED = 3

const COLUMNS: Column<Return>[] = [
  {
    key: 'order',
    header: 'Order',
    cell: ({ orderId, orderNumber }) => (
      <Link to={`${orderPagePath(orderId)}#returns`} className="whitespace-nowrap font-mono text-[0.8125rem]">
        {orderNumber}
      </Link>
    ),
  },
  { key: 'state', header: 'State', cell: (row) => <ReturnBadge of={row} /> },
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer },
  { key: 'pieces', header: 'Pieces', cell: (row) => <Pieces of={row} /> },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reasonTexts[reason] },
  { key: 'at', header: 'Requested', align: 'end', cell: ({ at }) => <DateTime iso={at} /> },
]

function Pieces({ of: { lines } }: { of: Return }) {
  const others = lines.length - NAMED
  return (
    <ul className="grid">
      {lines.slice(0, NAMED).map(({ position, quantity, sku }) => (
        <li key={position} className="tabular-nums">
          {`${formatCount(quantity)} × `}
          <span className="font-mono text-xs">{sku}</span>
        </li>
      ))}
      {others > 0 && <li className="text-muted">{`and ${formatCount(others)} more`}</li>}
    </ul>
  )
}

function NoReturns({ state }: { state: ReturnFilter }) {
  return (
    <EmptyState title={state === 'waiting' ? 'No return waits' : 'No returns'} art={<EmptyDrawing />}>
      {state === 'waiting'
        ? 'Returns that wait for an answer, or that came back and are not settled yet, are listed here.'
        : 'Returns in this state are listed here.'}
    </EmptyState>
  )
}
