import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { VisuallyHidden } from '#kit/ui/mark/visually-hidden.tsx'
import { repairingQuantities } from './repairs.ts'
import type { QuoteLine } from './schema.ts'
import { lineProblemText } from './texts.ts'

/** A part that could replace an unknown one. */
export type OtherPart = Exclude<NonNullable<QuoteLine['fixes']>[number], { quantity: number }>

type LineRepairsProps = {
  line: QuoteLine
  /** What the line is called, for screen readers. */
  name: string
  onQuantity: (quantity: number) => void
  onReplace: (part: OtherPart) => void
  onRemove: () => void
}

/** What is wrong with a line, with a button for each way to repair it; or how it could cost less. */
export function LineRepairs(props: LineRepairsProps) {
  const { line, name, onQuantity, onReplace, onRemove } = props
  const problem = lineProblemText(line)
  if (problem === undefined) return <Advice {...props} />
  const parts = (line.fixes ?? []).filter((fix): fix is OtherPart => 'sku' in fix)
  const quantities = repairingQuantities(line)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className="flex min-w-0 items-start gap-1 text-wait">
        <AlertIcon className="mt-0.5" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{problem}</span>
      </p>
      {quantities.map((quantity) => (
        <Button
          key={quantity}
          variant="warning"
          size="sm"
          aria-label={`Take ${formatCount(quantity)} of ${name}`}
          onClick={() => onQuantity(quantity)}
        >
          {`Take ${formatCount(quantity)}`}
        </Button>
      ))}
      {parts.length > 0 && !line.described && <p className="w-full text-muted">Did you mean one of these?</p>}
      {parts.map((part) => (
        <button key={part.sku} type="button" className="other-part" onClick={() => onReplace(part)}>
          <span className="other-part-picture">
            {/* The name beside it says the same. */}
            <ProductPicture product={{ name: '', image: part.image }} width={48} height={36} isLazy />
          </span>
          <span className="grid min-w-0 text-start">
            <VisuallyHidden>{`Replace ${name} with `}</VisuallyHidden>
            <span className="truncate font-mono text-[0.8125rem] text-link">{part.sku}</span>
            <span className="truncate text-muted text-xs">{part.name}</span>
            {part.facts && <span className="line-clamp-2 text-muted text-xs">{part.facts}</span>}
          </span>
        </button>
      ))}
      {/* An unclear line may also be none: "500, on hold". */}
      {(quantities.length === 0 || line.unclear) && (
        <Button variant="quiet" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  )
}

function Advice({ line: { advice, quantity = 0 }, name, onQuantity }: LineRepairsProps) {
  if (!advice) return null
  const more = formatCount(advice.quantity)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-good text-sm">
      <p>{`${more} cost ${formatTotal(advice.saves)} less than ${formatCount(quantity)}.`}</p>
      <Button
        variant="success"
        size="sm"
        aria-label={`Take ${more} of ${name}`}
        onClick={() => onQuantity(advice.quantity)}
      >
        {`Take ${more}`}
      </Button>
    </div>
  )
}
