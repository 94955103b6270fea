import { loadPrivately } from '#features/accounts/components.tsx'
import { LONGEST_REASON } from '#features/catalog/limits.ts'
import { manageProducts } from '#features/overview/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { useLeaveWarning } from '#kit/ui/form/use-leave-warning.ts'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Breadcrumbs } from '#kit/ui/page/breadcrumbs.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchStocks } from '../client.ts'
import { COUNTED_AT_ONCE } from '../limits.ts'
import type { CountedPart } from '../schema.ts'
import { countsOf, isUndecided } from '../sheet/count-rows.ts'
import { CountSheet } from '../sheet/count-sheet.tsx'
import { useCount } from '../sheet/use-count.ts'
import type { Route } from './+types/stock-count.ts'

const TITLE = 'Stock count'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

/** The parts are named by the address, as often as `part` is in it. */
export const clientLoader = ({ request, url }: Route.ClientLoaderArgs) =>
  loadPrivately(request, async () => {
    const ids = [...new Set(url.searchParams.getAll('part'))].slice(0, COUNTED_AT_ONCE)
    return { ids, parts: await fetchStocks(ids, request.signal) }
  })

export default function StockCount({ loaderData: { ids, parts } }: Route.ComponentProps) {
  return (
    <>
      <div>
        <Breadcrumbs above={[manageProducts]} />
        <PageHeading
          title={TITLE}
          lead="Type how many pieces are on the shelf, including those that orders hold. The rest is put up for sale."
        />
      </div>
      {parts.length === 0 ? (
        <NoParts isAsked={ids.length > 0} />
      ) : (
        <Count key={ids.join(' ')} parts={parts} leftOut={ids.length - parts.length} />
      )}
    </>
  )
}

function Count({ parts, leftOut }: { parts: readonly CountedPart[]; leftOut: number }) {
  const { rows, change, save } = useCount(parts)
  const { busy, error, errors, form } = useCheckedForm(async (field) => save(field('reason')))
  const counted = countsOf(rows).length
  const undecided = rows.filter(isUndecided).length
  useLeaveWarning(counted + undecided > 0)
  return (
    <form {...form} aria-label={TITLE} className="grid grid-cols-1 gap-4">
      {leftOut > 0 && (
        <Notice tone="waiting">
          {leftOut === 1
            ? 'One of the parts is archived or gone, and is left out.'
            : `${formatCount(leftOut)} of the parts are archived or gone, and are left out.`}
        </Notice>
      )}
      <CountSheet rows={rows} onChange={change} />
      <div className="grid max-w-md gap-1">
        <Field
          label="Reason"
          name="reason"
          required
          autoComplete="off"
          maxLength={LONGEST_REASON}
          defaultValue={TITLE}
          error={errors.reason ?? null}
        />
        {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
        <p role="status" className="min-h-6 text-muted text-sm">
          {undecided > 0 && `${formatCount(undecided)} to decide or correct before you can save.`}
        </p>
        <Button
          type="submit"
          busy={busy}
          disabled={counted === 0 || undecided > 0}
          className="justify-self-start"
        >
          {counted === 0
            ? 'Save the count'
            : `Save ${formatCount(counted)} ${counted === 1 ? 'count' : 'counts'}`}
        </Button>
      </div>
    </form>
  )
}

const NoParts = ({ isAsked }: { isAsked: boolean }) => (
  <EmptyState
    title={isAsked ? 'None of these parts can be counted' : 'Choose what to count'}
    art={<EmptyDrawing />}
    action={
      <ButtonLink to={manageProducts.path} variant="secondary" size="sm">
        {manageProducts.name}
      </ButtonLink>
    }
  >
    {isAsked
      ? 'They are archived, or no longer there.'
      : `Choose up to ${COUNTED_AT_ONCE} products in the list, and then “Count stock”.`}
  </EmptyState>
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading={TITLE} title="The stocks could not be loaded" error={error} />
}
