import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { StockChange } from '#features/catalog/schema.ts'
import { fetchStocks } from '#features/stock-count/client.ts'
import { heldSum } from '#features/stock-count/held.ts'
import { stockCountPath } from '#features/stock-count/paths.ts'
import type { CountedPart } from '#features/stock-count/schema.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { changeStock, presentProduct } from '../client.ts'
import { heldText } from '../held/held-text.ts'
import type { Editor } from './use-editor.ts'

const WAYS = {
  add: { option: 'Add', of: (pieces: number) => ({ change: pieces }) },
  remove: { option: 'Remove', of: (pieces: number) => ({ change: -pieces }) },
} as const satisfies Record<string, { option: string; of: (pieces: number) => Partial<StockChange> }>

type Way = keyof typeof WAYS

/** What lies on the shelf, and a form that changes it at once: as a difference, so that orders meanwhile count. */
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
      notify.success(`${piecesText(quantity)} for sale`)
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
      <StockFacts product={product} />
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
          error={errors.pieces ?? errors.change ?? null}
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

/** For sale and held are what lies on the shelf. What is held is read apart from the product: orders change it. */
function StockFacts({ product }: { product: Editor['product'] }) {
  const { _id, quantity, archivedAt, unpublished, revision } = product
  const [stock, setStock] = useState<CountedPart>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stock can have other pieces held.
  useEffect(() => {
    const controller = new AbortController()
    fetchStocks([_id], controller.signal).then(
      ([found]) => setStock(found),
      // The number for sale is shown without them.
      () => undefined,
    )
    return () => controller.abort()
  }, [_id, revision, quantity])
  const held = stock && heldSum(stock.held)
  const isCountable = archivedAt === undefined || unpublished
  return (
    <>
      <dl className="mb-3 grid grid-cols-3 gap-x-3 [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-muted [&_dt]:text-sm">
        <Fact label="On hand" value={held === undefined ? undefined : quantity + held} />
        <Fact label="Held by orders" value={held} />
        <Fact label={archivedAt === undefined ? 'For sale' : 'Not for sale'} value={quantity} />
      </dl>
      {stock && held !== undefined && held > 0 && (
        <p className="-mt-2 mb-3 text-muted text-sm">{`Held: ${heldText(stock.held)}.`}</p>
      )}
      {isCountable && (
        <p className="mb-3">
          <ButtonLink to={stockCountPath([_id])} variant="secondary" size="sm">
            Count stock
          </ButtonLink>
        </p>
      )}
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value === undefined ? '…' : formatCount(value)}</dd>
  </div>
)

const NO_PIECES = 'The pieces have to be a whole number, for example 5000.'
