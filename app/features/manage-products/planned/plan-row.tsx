import { useState } from 'react'
import type { PlannedPrices } from '#features/planned-prices/schema.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { ChangeLine } from '#kit/ui/admin/save-bar.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { decide } from './plan-calls.ts'
import { obstacleText, planChange, plannerText } from './plan-text.ts'

type PlanFactsProps = { plan: PlannedPrices; onDecide: ReturnType<typeof decide> }

/** When a plan is applied, what it changes, and why it is not; with the buttons that end it. */
export function PlanFacts({ plan, onDecide }: PlanFactsProps) {
  const [busy, setBusy] = useState<'remove' | 'keep'>()
  const run = async (what: 'remove' | 'keep') => {
    setBusy(what)
    await onDecide(what, plan)
    setBusy(undefined)
  }
  const { day, because, present, before, prices, isHeld } = plan
  const obstacle = obstacleText(plan)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {isHeld ? 'Was for ' : 'From '}
          <time dateTime={day}>{dayText(day)}</time>
        </span>
        <span className="text-muted text-xs wrap-anywhere">{plannerText(plan)}</span>
      </p>
      <ul className="text-sm">
        <ChangeLine change={planChange(because === 'prices_changed' ? present : before, prices)} />
      </ul>
      {obstacle !== undefined && (
        <div className="grid gap-1 text-sm">
          <StatusBadge tone="waiting">{isHeld ? 'Not applied' : 'To decide'}</StatusBadge>
          <p className="wrap-anywhere">{obstacle}</p>
        </div>
      )}
      <div className="-ms-3 flex flex-wrap">
        {because !== undefined && because !== 'terms_changed' && (
          <Button variant="quiet" size="sm" busy={busy === 'keep'} onClick={() => void run('keep')}>
            {isHeld ? 'Apply it now' : 'Keep the plan'}
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          busy={busy === 'remove'}
          aria-label={`Delete the plan of ${plan.name} for ${dayText(day)}`}
          onClick={() => void run('remove')}
        >
          Delete the plan
        </Button>
      </div>
    </div>
  )
}
