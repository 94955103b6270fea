import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { ForRight, may } from '#features/accounts/staff-access.tsx'
import { fetchFirstSteps } from '#features/first-steps/admin/client.ts'
import { FirstSteps } from '#features/first-steps/admin/first-steps-list.tsx'
import { invoicesPath } from '#features/invoices/paths.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { ordersText } from '#features/orders/texts.ts'
import { LostPayments } from '#features/payments/admin/unmatched-panel.tsx'
import { fetchSampleTrade } from '#features/sample-trade/client.ts'
import { SampleOrders } from '#features/sample-trade/components.tsx'
import { MOVING_RANGES, monthsWith, monthText } from '#kit/input/day-range.ts'
import { formatTotal } from '#kit/money.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section, WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchOverview } from '../admin/client.ts'
import { DayCharts } from '../admin/day-charts.tsx'
import { DayTable } from '../admin/day-table.tsx'
import { LowParts, TopParts } from '../admin/part-tables.tsx'
import { beforeText, periods, readShown, type Shown, shownText, writeShown } from '../admin/periods.ts'
import { changeText, moneyText } from '../admin/texts.ts'
import { ToDo } from '../admin/to-do.tsx'
import { LATELY_DAYS } from '../limits.ts'
import type { Overview, OverviewWithoutMoney } from '../schema.ts'
import type { Route } from './+types/overview.ts'

const RELOADED_EVERY_MS = 30_000

export const meta: Route.MetaFunction = () => privateMeta('Overview')

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const shown = readShown(url.searchParams)
  return loadPrivately(request, async () => {
    const maySet = may('settings')
    const [overview, sample, steps] = await Promise.all([
      fetchOverview(shown, request.signal),
      maySet ? fetchSampleTrade(request.signal) : undefined,
      maySet ? fetchFirstSteps(request.signal) : [],
    ])
    return { shown, overview, sample, steps }
  })
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { shown, overview, sample, steps } = loaderData
  const polled = usePolled(
    overview,
    (signal) => fetchOverview(shown, signal),
    signOutIfForbidden,
    RELOADED_EVERY_MS,
  )
  const { data, error, busy, refresh } = polled
  // Once there are orders, what waits comes first.
  const isNewShop = steps.some(({ step, isDone }) => step === 'order' && !isDone)
  return (
    <WidePage>
      <PageHeading title="Overview" />
      {isNewShop && <FirstSteps steps={steps} />}
      {/* Beside each other only where the tables stay tables. */}
      <div className="grid grid-cols-1 items-start gap-6 md:gap-8 min-[1760px]:grid-cols-2 min-[1760px]:gap-x-12">
        <div className="grid grid-cols-1 gap-6 md:gap-8">
          <Section title="To do">
            <ListStatus error={error} busy={busy} onRetry={refresh}>
              {data.open.atLeast.length > 0
                ? 'Counted to 1,000 at most.'
                : `Counted every ${RELOADED_EVERY_MS / 1000} seconds.`}
            </ListStatus>
            <ToDo open={data.open} low={data.low} />
          </Section>
          {!isNewShop && <FirstSteps steps={steps} />}
          <ForRight right="money">
            <LostPayments />
          </ForRight>
          {sample && sample.state !== 'off' && (
            <SampleOrders loaded={sample} isEmpty={!hasSales(data)} onChange={refresh} />
          )}
          {isWithMoney(data) && <Sales overview={data} shown={shown} />}
        </div>
        <div className="grid grid-cols-1 gap-6 md:gap-8">
          {isWithMoney(data) && <Top overview={data} shown={shown} />}
          <RunningOut overview={data} />
        </div>
      </div>
    </WidePage>
  )
}

type AnyOverview = Overview | OverviewWithoutMoney

const isWithMoney = (overview: AnyOverview): overview is Overview => 'revenue' in overview

const hasSales = ({ days, previousDays }: AnyOverview): boolean =>
  [...days, ...previousDays].some((day) => day.orders > 0 || ('revenue' in day && day.revenue !== 0))

function Sales({ overview, shown }: { overview: Overview; shown: Shown }) {
  const [isTable, setIsTable] = useState(false)
  return (
    <Section
      title="Sales"
      lead={`Of ${shownText(shown)}. An order counts on the day of its payment, money that goes back on the day on which it does. Days are those of the time zone in the settings.`}
      action={<PeriodSwitch shown={shown} />}
    >
      {hasSales(overview) ? (
        <div className="grid gap-6">
          <Totals overview={overview} before={beforeText(shown, overview.previousDays)} />
          <Papers overview={overview} />
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
        <NoSales shown={shown} />
      )}
    </Section>
  )
}

const Top = ({ overview: { top, previousDays }, shown }: { overview: Overview; shown: Shown }) =>
  top.length > 0 && (
    <Section
      title="Top parts"
      lead={`By goods: parts at their prices, without delivery and added tax, less what went back of their lines. Compared with ${beforeText(shown, previousDays)}.`}
    >
      <TopParts top={top} />
    </Section>
  )

const RunningOut = ({ overview: { low } }: { overview: AnyOverview }) =>
  low.length > 0 && (
    <Section
      id="running-out"
      title="Stock that ends first"
      lead={`How long the stock of each part lasts if it sells as in the last ${LATELY_DAYS} days, whatever days are shown above.`}
    >
      <LowParts low={low} />
    </Section>
  )

function PeriodSwitch({ shown }: { shown: Shown }) {
  const navigate = useNavigate()
  const month = 'month' in shown ? shown.month : ''
  return (
    <div className="flex min-w-0 max-w-full flex-wrap items-center gap-3">
      <ChoiceLinks
        label="Period"
        choices={[
          ...periods.map((days) => ({
            label: `${days} days`,
            to: { search: writeShown({ days }) },
            isChosen: 'days' in shown && shown.days === days,
          })),
          ...MOVING_RANGES.map(({ value: range, label }) => ({
            label,
            to: { search: writeShown({ range }) },
            isChosen: 'range' in shown && shown.range === range,
          })),
        ]}
      />
      <select
        aria-label="Month"
        value={month}
        className="h-11 rounded border border-edge bg-paper px-2 text-base hover:border-ink"
        onChange={({ target }) =>
          navigate(
            { search: target.value ? writeShown({ month: target.value }) : '' },
            { replace: true, preventScrollReset: true },
          )
        }
      >
        <option value="">Month…</option>
        {monthsWith(month, Date.now()).map((each) => (
          <option key={each} value={each}>
            {monthText(each)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Totals({ overview, before }: { overview: Overview; before: string }) {
  const { revenue, paid, paidBack, goods, orders, previous } = overview
  const totals = [
    {
      label: 'Revenue, with delivery and tax',
      value: revenue,
      former: previous.revenue,
      text: moneyText,
    },
    { label: 'Orders', value: orders, former: previous.orders, text: ordersText },
    {
      label: 'Average order, with delivery and tax',
      value: average(overview),
      former: average(previous),
      text: moneyText,
    },
  ]
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-4">
        {totals.map(({ label, value, former, text }) => (
          <div key={label} className="grid content-start">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold text-xl">{text(value)}</dd>
            <dd className="text-muted text-sm">
              {former === 0 ? 'none' : `${changeText(value, former)}, ${text(former)}`}
              {` in ${before}`}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        {`Paid ${formatTotal(paid)}, went back ${moneyText(paidBack)} by refunds and lost disputes. Goods alone, at the prices of their lines without delivery and added tax: ${moneyText(goods)}.`}
      </p>
    </div>
  )
}

/** The same days in the lists that say of what the sums are. */
function Papers({ overview: { days } }: { overview: Overview }) {
  const [from, to] = [days[0]?.day, days.at(-1)?.day]
  if (from === undefined || to === undefined) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Link to={invoicesPath({ from, to })}>Invoices and credit notes of these days</Link>
      <Link to={manageOrdersPath({ from, to, dayOf: 'money' })}>Orders paid or refunded in them</Link>
    </p>
  )
}

/** What an order came to; 0 without any. */
const average = ({ paid, orders }: Pick<Overview, 'paid' | 'orders'>): number =>
  orders === 0 ? 0 : paid / orders

const NoSales = ({ shown }: { shown: Shown }) => (
  <EmptyState
    title={`No paid orders in ${shownText(shown)}`}
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
