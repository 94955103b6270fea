import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { StockChange } from '#features/catalog/schema.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { changeStock, presentProduct } from '../client.ts'
import type { Editor } from './use-editor.ts'

const WAYS = {
  add: { option: 'Add', field: 'change', of: (pieces: number) => ({ change: pieces }) },
  remove: { option: 'Remove', field: 'change', of: (pieces: number) => ({ change: -pieces }) },
  counted: { option: 'Set to count', field: 'counted', of: (pieces: number) => ({ counted: pieces }) },
} as const satisfies Record<
  string,
  { option: string; field: string; of: (pieces: number) => Partial<StockChange> }
>

type Way = keyof typeof WAYS

const stockText = ({ archivedAt }: Editor['product']): string =>
  archivedAt === undefined ? 'pieces can be ordered now' : 'pieces in stock, not for sale'

/** The pieces in stock, and a form that changes them at once: as a difference, so that orders meanwhile count. */
export function StockPanel({ editor: { product, refresh } }: { editor: Editor }) {
  const [way, setWay] = useState<Way>('add')
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    const pieces = readPieces(field('pieces'))
    if (pieces === undefined)
      throw new ProblemError(422, 'invalid', NO_PIECES, {
        errors: [{ pointer: '#/pieces', detail: NO_PIECES }],
      })
    try {
      const { quantity } = await changeStock(product._id, {
        ...WAYS[way].of(pieces),
        reason: field('reason'),
        // So that it counts once when it is sent again after a lost answer.
        revision: product.revision,
      })
      notify.success(`${piecesText(quantity)} in stock`)
    } catch (thrown) {
      if (signOutIfForbidden(thrown)) return
      if (presentProduct(thrown)) await refresh()
      throw thrown
    }
    form.ref.current?.reset()
    await refresh()
  })
  return (
    <section aria-labelledby="stock">
      <h2 id="stock" className="mb-3 text-lg">
        Stock
      </h2>
      <p className="mb-3">
        <span className="font-semibold text-lg">{formatCount(product.quantity)}</span>{' '}
        <span className="text-muted">{stockText(product)}</span>
      </p>
      <form {...form} aria-label="Change the stock" className="grid grid-cols-2 gap-x-3">
        <SelectField label="What happens" value={way} onChange={({ target }) => setWay(target.value as Way)}>
          {Object.entries(WAYS).map(([value, { option }]) => (
            <option key={value} value={value}>
              {option}
            </option>
          ))}
        </SelectField>
        <Field
          label="Number of pieces"
          name="pieces"
          required
          inputMode="numeric"
          autoComplete="off"
          error={errors.pieces ?? errors[WAYS[way].field] ?? null}
        />
        <Field
          label="Reason"
          name="reason"
          required
          autoComplete="off"
          error={errors.reason ?? null}
          className="col-span-2"
        />
        {error !== null && (
          <Notice tone="bad" className="col-span-2 mb-3">
            {problemText(error)}
          </Notice>
        )}
        <Button type="submit" variant="secondary" busy={busy} className="col-span-2 justify-self-start">
          Change the stock
        </Button>
      </form>
    </section>
  )
}

const NO_PIECES = 'The pieces have to be a whole number, for example 5000.'
