import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import { readPieces } from '#features/orders/pages/order-total.ts'
import { formatCount } from '#kit/count-text.ts'
import { Button } from '#kit/ui/button.tsx'
import { Field } from '#kit/ui/field.tsx'

const STEPS = [100, 250, 500, 1000]
/** The arrow keys move by so much, since parts are bought in bulk; any whole number can be typed. */
const ARROW_PIECES = 50

type QuantityFieldProps = {
  value: string
  onChange: (value: string) => void
  available: number
  error: string | undefined
}

/** How many pieces: typed, by arrow keys or by a quick step. More than there are is said at once, with the way out. */
export function QuantityField({ value, onChange, available, error }: QuantityFieldProps) {
  const isTooMany = (readPieces(value) ?? 0) > available
  const tooMany =
    isTooMany && available >= MINIMUM_ORDER_PIECES ? `Only ${formatCount(available)} pieces are left.` : ''
  return (
    <div className="mb-4">
      <Field
        label="Quantity"
        name="quantity"
        type="number"
        inputMode="numeric"
        min={MINIMUM_ORDER_PIECES}
        step={ARROW_PIECES}
        required
        autoComplete="off"
        placeholder={`Minimum ${MINIMUM_ORDER_PIECES} pieces`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        hint={`${formatCount(available)} pieces in stock`}
        error={tooMany || error}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame of its own. */}
      <div role="group" aria-label="Quick quantities" className="flex flex-wrap gap-2">
        {STEPS.map((step) => (
          <Button
            key={step}
            variant="secondary"
            size="sm"
            aria-pressed={value === String(step)}
            disabled={step > available}
            className="flex-1 aria-pressed:border-link aria-pressed:bg-tint aria-pressed:text-link"
            onClick={() => onChange(String(step))}
          >
            {formatCount(step)}
          </Button>
        ))}
        {tooMany && (
          <Button
            variant="secondary"
            size="sm"
            className="flex-1"
            onClick={() => onChange(String(available))}
          >
            {`Order ${formatCount(available)}`}
          </Button>
        )}
      </div>
    </div>
  )
}
