import { formatPrice, formatTotal } from '#kit/money.ts'
import { buyerWordsTexts } from '#kit/notes/buyer-words-texts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import type { LinkedOrder } from '../schema.ts'

type Line = LinkedOrder['lines'][number]

/** So many lines are shown above the others, which are folded. */
const SHOWN = 3

/** So many lines are shown whole: folding one or two saves no room. */
const WHOLE = 5

type LinesProps = { lines: readonly Line[] }

const partsText = ({ length }: LinesProps['lines']): string =>
  length === 1 ? 'Part' : `${formatCount(length)} parts`

/** The lines of an order; if folded the first ones, and the others behind their count, so that what is done about them stays near. */
export function PaymentLines({ lines, isFolded = false }: LinesProps & { isFolded?: boolean }) {
  const first = isFolded && lines.length > WHOLE ? lines.slice(0, SHOWN) : lines
  const others = lines.slice(first.length)
  return (
    <>
      <LineTable lines={first} title={partsText(lines)} />
      {others.length > 0 && (
        <details className="border-line border-b">
          <summary className="cursor-pointer py-3 text-link text-sm">
            {`${formatCount(others.length)} more parts`}
          </summary>
          <LineTable lines={others} />
        </details>
      )}
    </>
  )
}

function LineTable({ lines, title }: LinesProps & { title?: string }) {
  return (
    <table className="w-full">
      <caption className="sr-only">
        {title === undefined ? 'The other lines of this order' : 'The lines of this order'}
      </caption>
      <thead className={title === undefined ? 'sr-only' : undefined}>
        <tr className="border-line border-b text-left text-muted text-sm">
          <th scope="col" className="py-2 font-normal">
            {title ?? 'Part'}
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.productId} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function LineRow({ line }: { line: Line }) {
  const { product, sku, quantity, unitPrice, lineTotal } = line
  return (
    <tr className="border-line border-b align-top">
      <td className="py-3 pe-4">
        <span className="block text-balance">
          <Unbroken text={product} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="font-mono text-[0.8125rem]">
            <Unbroken text={sku} />
          </span>
          <span className="tabular-nums">
            {formatCount(quantity)} × {formatPrice(unitPrice)}
          </span>
        </span>
        {buyerWordsTexts(line).map((text) => (
          <span key={text} className="block text-muted text-sm wrap-anywhere">
            {text}
          </span>
        ))}
      </td>
      <td className="whitespace-nowrap py-3 text-right tabular-nums">{formatTotal(lineTotal)}</td>
    </tr>
  )
}
