import { useState } from 'react'
import type { sumUp } from '#features/quote/repairs.ts'
import { formatTotal } from '#kit/money.ts'
import { linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CodeFailure } from '#kit/ui/page/code-failure.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { rememberedCountry } from '../country-choice.ts'
import type { PricedLine } from '../lines/use-priced-cart.ts'
import { Total } from './total.tsx'

const loadEstimate = async () => (await import('./estimate.tsx')).Estimate

type EstimatedTotalProps = {
  lines: readonly PricedLine[]
  /** Undefined until the shop has said something of every line. */
  sum: ReturnType<typeof sumUp> | undefined
}

/**
 * The total of the lines that can be ordered; once that is asked for, with delivery and tax: then and later, since the country is
 * remembered.
 */
export function EstimatedTotal({ lines, sum }: EstimatedTotalProps) {
  const [isOpen, setIsOpen] = useState(() => rememberedCountry() !== '')
  const estimate = useCode(isOpen, loadEstimate)
  const right = lines.flatMap(({ productId, quantity, quoted }) =>
    quoted?.problem === undefined ? [{ productId, quantity }] : [],
  )
  const count = linesText(sum?.right.length || lines.length)
  const value = sum?.right.length ? formatTotal(sum.rightTotal) : '–'
  const total = <Total label={`Total of ${count}`} value={value} />
  return (
    <section aria-label="Delivery and tax" className="grid gap-2">
      {estimate.part ? (
        <estimate.part lines={right} parts={{ label: `Parts, ${count}`, value }} total={total} />
      ) : (
        <>
          {estimate.hasFailed ? (
            <CodeFailure title="Delivery could not be estimated" code={estimate} />
          ) : (
            <Button variant="secondary" size="sm" busy={isOpen} onClick={() => setIsOpen(true)}>
              Estimate delivery and tax
            </Button>
          )}
          {total}
        </>
      )}
    </section>
  )
}
