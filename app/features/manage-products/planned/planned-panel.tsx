import { useState } from 'react'
import type { Category } from '#features/catalog/schema.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { ChangeLine } from '#kit/ui/admin/save-bar.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { breaksFrom, readDraft, withBreaks } from '../editor/draft.ts'
import { categoryOf } from '../editor/editor-form.ts'
import type { Editor } from '../editor/use-editor.ts'
import { decide, fetchPlans, planWithUndo, tomorrow } from './plan-calls.ts'
import { PlanFacts } from './plan-row.tsx'
import { planChange, pricesBefore } from './plan-text.ts'

type PlanningProps = { editor: Editor; categories: readonly Category[] }
type PlannedPanelProps = PlanningProps & { onChanged: () => void }

/** The planned prices of a product. What is typed as its prices is planned for a day instead of being saved now. */
export function PlannedPanel({ editor, categories, onChanged }: PlannedPanelProps) {
  const { product } = editor
  const [fetchPage] = useState(() => fetchPlans(product._id))
  const list = usePagedList(fetchPage, String(product.revision))
  const refresh = () => {
    onChanged()
    return list.refresh()
  }
  useUndone(() => void refresh())
  const plans = list.shown?.rows ?? []
  const onDecide = decide(async () => {
    await refresh()
    await editor.refresh()
  })
  return (
    <section aria-labelledby="planned-prices" className="min-w-0">
      <h2 id="planned-prices" className="mb-3 text-lg">
        Planned prices
      </h2>
      {plans.length > 0 && (
        <ul className="mb-3 grid">
          {plans.map((plan) => (
            <li key={plan._id} className="border-line border-t py-3">
              <PlanFacts plan={plan} onDecide={onDecide} />
            </li>
          ))}
        </ul>
      )}
      <PlanForm
        editor={editor}
        categories={categories}
        beforeDay={(day) => pricesBefore(day, plans, product.prices)}
        onPlanned={refresh}
      />
    </section>
  )
}

type PlanFormProps = PlanningProps & {
  beforeDay: (day: string) => Editor['product']['prices'] | ReturnType<typeof pricesBefore>
  onPlanned: () => Promise<unknown>
}

function PlanForm({ editor, categories, beforeDay, onPlanned }: PlanFormProps) {
  const { product, draft } = editor
  const [day, setDay] = useState('')
  const { busy, error, errors, form } = useCheckedForm(async () => {
    const prices = typedPrices(editor, categories)
    await planWithUndo(day, [{ productId: product._id, before: [...beforeDay(day)], prices }])
    setDay('')
    // They are for then: the form goes back to the prices of now.
    editor.edit(withBreaks(breaksFrom(product.prices)))
    await onPlanned()
  })
  const isTyped = editor.changed.includes('prices')
  const typed = isTyped ? readDraft(draft, categoryOf(draft, categories)).product.prices : undefined
  if (!isTyped)
    return (
      <p className="text-muted text-sm">
        Type new prices in the form, then plan them here for a day instead of saving them.
      </p>
    )
  return (
    <form {...form} aria-label="Plan the typed prices" className="grid gap-1">
      {day !== '' && typed && typed.every(({ from, price }) => from > 0 && price > 0) && (
        <ul className="mb-2 text-sm">
          <ChangeLine change={planChange(beforeDay(day), typed)} />
        </ul>
      )}
      <Field
        label="From the day"
        name="day"
        type="date"
        required
        min={tomorrow()}
        value={day}
        error={errors.day ?? null}
        hint="The prices are applied when that day begins."
        onChange={({ target }) => setDay(target.value)}
      />
      {error !== null && (
        <Notice tone="bad" className="mb-3">
          {problemText(error)}
        </Notice>
      )}
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Plan the typed prices
      </Button>
    </form>
  )
}

/** The typed price breaks; throws when one cannot be read. */
function typedPrices({ draft }: Editor, categories: readonly Category[]) {
  const { product, errors } = readDraft(draft, categoryOf(draft, categories))
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('prices'))
  if (wrong || !product.prices)
    throw new ProblemError(422, 'invalid', wrong?.[1] ?? 'Type the new prices first.')
  return product.prices
}
