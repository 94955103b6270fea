import { useState } from 'react'
import { Link } from 'react-router'
import { productPagePath } from '#features/catalog/paths.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { decide, fetchPlans } from './plan-calls.ts'
import { PlanFacts } from './plan-row.tsx'

/** All planned prices, the next day first; those whose day has passed wait for a decision. */
export function PlannedList() {
  const [fetchPage] = useState(() => fetchPlans())
  const list = usePagedList(fetchPage, '')
  useUndone(() => void list.refresh())
  const onDecide = decide(() => list.refresh())
  return (
    <Section
      title={`Planned prices (${list.shown ? countText(list.shown) : '…'})`}
      lead="The next day first. Prices are applied when the day begins in the time zone of the shop. If somebody changed the prices after they were planned, the plan waits here for your decision."
    >
      <PagedRows
        list={list}
        what="planned prices"
        skeleton={<SkeletonRows className="h-24 w-full" />}
        empty={<NothingPlanned />}
      >
        {(plans) => (
          <ul className="border-line border-t">
            {plans.map((plan) => (
              <li
                key={plan._id}
                className="grid gap-x-8 gap-y-2 border-line border-b py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]"
              >
                <div className="min-w-0">
                  <h3>
                    <Link to={productPagePath(plan.productId)} className="text-ink">
                      <Unbroken text={plan.name} />
                    </Link>
                  </h3>
                  <p className="truncate font-mono text-muted text-xs leading-5">{plan.sku}</p>
                </div>
                <PlanFacts plan={plan} onDecide={onDecide} />
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </Section>
  )
}

const NothingPlanned = () => (
  <EmptyState title="No prices are planned" art={<EmptyDrawing />}>
    New prices are planned for a day on the page of a part, or for many parts under Prices and stocks.
  </EmptyState>
)
