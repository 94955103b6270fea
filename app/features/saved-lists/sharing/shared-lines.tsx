import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { orderableTotalText } from '#features/quote/repairs.ts'
import { lineProblemText } from '#features/quote/texts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { partOfLine } from '../lists/draft-list.ts'
import type { QuotedListLine } from '../schema.ts'
import { listTexts } from '../texts.ts'

/** The lines of a list to read. */
export const SharedLines = ({ lines }: { lines: readonly QuotedListLine[] }) => (
  <table className="w-full text-sm tabular-nums [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top [&_tr]:border-line [&_tr]:border-b">
    <caption className="sr-only">Lines of the list</caption>
    <thead className="text-muted [&_th]:font-medium">
      <tr>
        <th scope="col" className="text-start">
          Part
        </th>
        <th scope="col" className="ps-4 text-end">
          Quantity
        </th>
        <th scope="col" className="ps-4 text-end">
          Price
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={partOfLine(line)}>
          <td className="min-w-0 wrap-anywhere">
            <LineText line={line} />
          </td>
          <td className="whitespace-nowrap ps-4 text-end">{formatCount(line.quantity ?? 0)}</td>
          <td className="whitespace-nowrap ps-4 text-end">{orderableTotalText(line)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function LineText({ line }: { line: QuotedListLine }) {
  const { sku, product, ownNumber, note } = line
  const problem = lineProblemText(line)
  return (
    <>
      {product && <Unbroken text={product} />}
      {sku && (
        <Link to={partPath(sku)} className="block font-mono text-xs">
          <Unbroken text={sku} />
        </Link>
      )}
      {ownNumber && <span className="block text-muted">{`${listTexts.ownNumber}: ${ownNumber}`}</span>}
      {note && <span className="block text-muted">{`${listTexts.note}: ${note}`}</span>}
      {problem && <span className="block text-wait">{problem}</span>}
    </>
  )
}
