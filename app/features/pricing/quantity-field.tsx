import type { KeyboardEvent } from 'react'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import type { OrderableProduct } from './quantity-terms.ts'
import { quantityProblem, upToStep } from './quantity-terms.ts'
import { minimumText } from './texts.ts'
import { checkTypedQuantity, stepQuantity } from './typed-quantity.ts'

/** The minimum, and two and a half, five and ten times as much. */
const QUICK_FACTORS = [1, 2.5, 5, 10]

type QuantityFieldProps = {
  value: string
  onChange: (value: string) => void
  product: OrderableProduct
  error: string | undefined
}

/**
 * The number of pieces: typed, by arrow keys or by a button. Too few or too many pieces show a warning at once, with a
 * button that corrects them. It is a text field, since a browser's number field returns no value for "1,000".
 */
export function QuantityField({ value, onChange, product, error }: QuantityFieldProps) {
  const pieces = readPieces(value)
  const { reading, warning, fix } = checkTypedQuantity(value, product)
  const stock = `${piecesText(product.quantity)} in stock`
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onChange(String(stepQuantity(value, product, event.key === 'ArrowUp' ? 'up' : 'down')))
  }
  return (
    <div className="mb-4">
      <Field
        label="Quantity"
        name="quantity"
        role="spinbutton"
        inputMode="numeric"
        aria-valuemin={product.minimum}
        aria-valuenow={pieces}
        aria-valuetext={pieces === undefined ? undefined : piecesText(pieces)}
        required
        autoComplete="off"
        placeholder={`Minimum ${product.minimum} pieces`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={step}
        hint={reading ? `${reading} · ${stock}` : stock}
        warning={warning}
        error={error}
        action={fix !== undefined && <FixButton pieces={fix} onFix={onChange} />}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own frame. */}
      <div role="group" aria-label="Quick quantities" className="flex flex-wrap gap-2">
        {quickQuantities(product).map((quick) => (
          <Button
            key={quick}
            variant="secondary"
            size="sm"
            aria-pressed={pieces === quick}
            disabled={quantityProblem(product, quick) !== undefined}
            className="flex-1 aria-pressed:border-link aria-pressed:bg-tint aria-pressed:text-link"
            onClick={() => onChange(String(quick))}
          >
            {formatCount(quick)}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-muted text-sm">{minimumText(product)}</p>
    </div>
  )
}

/** Quantities that can be ordered, rounded up to the step. */
const quickQuantities = ({ minimum, step }: OrderableProduct): number[] =>
  QUICK_FACTORS.map((factor) => upToStep(minimum * factor, step))

/** The button disappears after its click, so it moves the focus to the field. */
function FixButton({ pieces, onFix }: { pieces: number; onFix: (value: string) => void }) {
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={(event) => {
        event.currentTarget.closest('form')?.querySelector<HTMLElement>('[name=quantity]')?.focus()
        onFix(String(pieces))
      }}
    >
      {`Take ${formatCount(pieces)}`}
    </Button>
  )
}
