import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Modal } from '#kit/ui/overlay/modal.tsx'
import { planWithUndo, tomorrow } from '../planned/plan-calls.ts'
import { breakIndexOf } from './cells.ts'
import { type CellChange, requestsOf } from './sheet-drafts.ts'

/** The typed prices of a sheet as plans, one a product. */
export const plansOf = (changes: readonly CellChange[]) =>
  requestsOf(changes.filter(({ column }) => column !== 'stock')).map((ofProduct) => {
    const { _id, prices } = ofProduct[0].product
    const typed = new Map(ofProduct.map(({ column, value }) => [breakIndexOf(column), value]))
    return {
      productId: _id,
      before: prices,
      prices: prices.map((each, index) => ({ ...each, price: typed.get(index) ?? each.price })),
    }
  })

type PlanSheetProps = {
  changes: readonly CellChange[]
  open: boolean
  onClose: () => void
  /** The prices of these products are planned. */
  onPlanned: (productIds: readonly string[]) => void
}

/** Plans the typed prices of a sheet for a day instead of saving them. It is a form, so it stands in no other. */
export function PlanSheet({ changes, open, onClose, onPlanned }: PlanSheetProps) {
  return (
    <Modal open={open} labelledBy="plan-sheet" onClose={onClose}>
      <PlanSheetForm plans={plansOf(changes)} onPlanned={onPlanned} onClose={onClose} />
    </Modal>
  )
}

type PlanSheetFormProps = {
  plans: ReturnType<typeof plansOf>
  onPlanned: PlanSheetProps['onPlanned']
  onClose: () => void
}

function PlanSheetForm({ plans, onPlanned, onClose }: PlanSheetFormProps) {
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    await planWithUndo(field('day'), plans, (planned) => onPlanned(planned.map(({ productId }) => productId)))
    onClose()
  })
  const count = plans.length
  return (
    <form {...form} aria-label="Plan prices" className="grid gap-3 p-6">
      <h2 id="plan-sheet" className="text-lg">
        {`Plan the prices of ${formatCount(count)} ${count === 1 ? 'part' : 'parts'}`}
      </h2>
      <p className="text-muted">
        They are applied when the day begins where the shop is, and listed under Planned prices until then.
        Typed stocks stay in the table.
      </p>
      <Field
        label="From the day"
        name="day"
        type="date"
        required
        min={tomorrow()}
        error={errors.day ?? null}
        className="sm:w-60"
      />
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Plan
        </Button>
      </div>
    </form>
  )
}
