import { useState } from 'react'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { manageOrdersPath } from '#features/orders/paths.ts'
import { ordersText } from '#features/orders/texts.ts'
import { LostPayments } from '#features/payments/admin/unmatched-panel.tsx'
import { formatTotal } from '#kit/money.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchOverview } from '../admin/client.ts'
import { DayCharts } from '../admin/day-charts.tsx'
import { DayTable } from '../admin/day-table.tsx'
import { LowParts, TopParts } from '../admin/part-tables.tsx'
import { type Days, periods, readDays, writeDays } from '../admin/periods.ts'
import { changeText } from '../admin/texts.ts'
import { ToDo } from '../admin/to-do.tsx'
import type { Overview } from '../schema.ts'
import type { Route } from './+types/overview.ts'

const RELOADED_EVERY_MS = 30_000

export const meta: Route.MetaFunction = () => privateMeta('Overview')

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const days = readDays(url.searchParams)
  return loadPrivately(request, async () => ({ days, overview: await fetchOverview(days, request.signal) }))
}

export default function OverviewPage({ loaderData: { days, overview } }: Route.ComponentProps) {
  const polled = usePolled(
    overview,
    (signal) => fetchOverview(days, signal),
    signOutIfForbidden,
    RELOADED_EVERY_MS,
  )
  const { data, error, busy, refresh } = polled
  return (
    <>
      <PageHeading title="Overview" />
      <Section title="To do">
        <ListStatus error={error} busy={busy} onRetry={refresh}>
          {data.open.atLeast.length > 0
            ? 'Counted to 1,000 at most.'
            : `Counted every ${RELOADED_EVERY_MS / 1000} seconds.`}
        </ListStatus>
        <ToDo open={data.open} low={data.low} />
      </Section>
      <LostPayments />
      <Sales overview={data} days={days} />
    </>
  )
}

function Sales({ overview, days }: { overview: Overview; days: Days }) {
  const [isTable, setIsTable] = useState(false)
  const hasOrders = overview.orders > 0 || overview.previous.orders > 0
  return (
    <>
      <Section
        title="Sales"
        lead={`The last ${days} days in UTC, by day of payment, without refunds.`}
        action={<PeriodSwitch days={days} />}
      >
        {hasOrders ? (
          <div className="grid gap-6">
            <Totals overview={overview} days={days} />
            {isTable ? (
              <DayTable days={overview.days} />
            ) : (
              <DayCharts days={overview.days} before={overview.previousDays} />
            )}
            <p>
              <Button
                variant="secondary"
                size="sm"
                aria-pressed={isTable}
                className="aria-pressed:bg-tint aria-pressed:text-link"
                onClick={() => setIsTable(!isTable)}
              >
                Show as table
              </Button>
            </p>
          </div>
        ) : (
          <NoSales days={days} />
        )}
      </Section>
      {overview.top.length > 0 && (
        <Section title="Top parts" lead={`By revenue, compared with the ${days} days before.`}>
          <TopParts top={overview.top} />
        </Section>
      )}
      {overview.low.length > 0 && (
        <Section
          id="running-out"
          title="Stock that ends first"
          lead={`How long the stock of each part lasts if it sells as in these ${days} days.`}
        >
          <LowParts low={overview.low} />
        </Section>
      )}
    </>
  )
}

const PeriodSwitch = ({ days }: { days: Days }) => (
  <ChoiceLinks
    label="Period"
    choices={periods.map((period) => ({
      label: `${period} days`,
      to: { search: writeDays(period) },
      isChosen: period === days,
    }))}
  />
)

function Totals({ overview, days }: { overview: Overview; days: Days }) {
  const { revenue, orders, previous } = overview
  const totals = [
    { label: 'Revenue', now: revenue, before: previous.revenue, text: formatTotal },
    { label: 'Orders', now: orders, before: previous.orders, text: ordersText },
    { label: 'Average order', now: average(overview), before: average(previous), text: formatTotal },
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-4">
      {totals.map(({ label, now, before, text }) => (
        <div key={label} className="grid content-start">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold text-xl">{text(now)}</dd>
          <dd className="text-muted text-sm">
            {before === 0 ? 'none' : `${changeText(now, before)}, ${text(before)}`}
            {` in the ${days} days before`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What an order came to; 0 without any. */
const average = ({ revenue, orders }: Pick<Overview, 'revenue' | 'orders'>): number =>
  orders === 0 ? 0 : revenue / orders

const NoSales = ({ days }: { days: Days }) => (
  <EmptyState
    title={`No paid orders in the last ${days} days`}
    art={<EmptyDrawing />}
    action={
      <ButtonLink to={manageOrdersPath()} variant="secondary" size="sm">
        Manage Orders
      </ButtonLink>
    }
  >
    Revenue and orders by day are shown here once orders are paid.
  </EmptyState>
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Overview" title="The overview could not be loaded" error={error} />
}
