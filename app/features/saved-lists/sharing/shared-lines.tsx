import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { orderableTotalText } from '#features/quote/repairs.ts'
import { lineProblemText } from '#features/quote/texts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { NumberTable } from '#kit/ui/list/number-table.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { partOfLine } from '../lists/draft-list.ts'
import type { QuotedListLine } from '../schema.ts'
import { listTexts } from '../texts.ts'

/** The lines of a list to read. */
export const SharedLines = ({ lines }: { lines: readonly QuotedListLine[] }) => (
  <NumberTable caption="Lines of the list" heads={['Part', 'Quantity', 'Price']}>
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
  </NumberTable>
)

function LineText({ line }: { line: QuotedListLine }) {
  const { sku, product, own, note } = line
  const problem = lineProblemText(line)
  return (
    <>
      {product && <Unbroken text={product} />}
      {sku && (
        <Link to={partPath(sku)} className="block font-mono text-xs">
          <Unbroken text={sku} />
        </Link>
      )}
      {own && <span className="block text-muted">{`${listTexts.ownNumber}: ${own}`}</span>}
      {note && <span className="block text-muted">{`${listTexts.note}: ${note}`}</span>}
      {problem && <span className="block text-wait">{problem}</span>}
    </>
  )
}
