import { useState } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { CodeFailure } from '#kit/ui/page/code-failure.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { rememberedCountry } from '../country-choice.ts'
import type { PricedLine } from '../lines/use-priced-cart.ts'

const loadEstimate = async () => (await import('./estimate.tsx')).Estimate

/** Delivery and tax, once they are asked for: then and later, since the country is remembered. */
export function EstimateOpening({ lines }: { lines: readonly PricedLine[] }) {
  const [isOpen, setIsOpen] = useState(() => rememberedCountry() !== '')
  const estimate = useCode(isOpen, loadEstimate)
  const right = lines.flatMap(({ productId, quantity, quoted }) =>
    quoted?.problem === undefined ? [{ productId, quantity }] : [],
  )
  if (estimate.hasFailed) return <CodeFailure title="Delivery could not be estimated" code={estimate} />
  return (
    <section aria-label="Delivery and tax" className="grid gap-3 border-line border-b pb-3">
      {estimate.part ? (
        <estimate.part lines={right} />
      ) : (
        <Button variant="secondary" size="sm" busy={isOpen} onClick={() => setIsOpen(true)}>
          Estimate delivery and tax
        </Button>
      )}
    </section>
  )
}
