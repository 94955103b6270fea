import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import type { OrderLine } from '#features/orders/schema.ts'
import { formatPrice, formatTotal, mostPlaces } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { BuyerWordsLines } from '#kit/ui/mark/buyer-words.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

const TABLE = 'w-full text-sm [&_:is(td,th)]:align-top [&_tr]:border-line [&_tr]:border-b'

const LOW_ROWS = '[&_:is(td,th)]:py-0.5 [&_:is(td,th)]:align-middle! [&_td]:leading-4.5'

const NUMBER = 'ps-4 text-end whitespace-nowrap'

/** What only a wide table has, and what only a narrow one has, by the width from which it is wide. */
const WIDTHS = {
  md: { wide: '@max-md:hidden', narrow: '@md:hidden' },
  lg: { wide: '@max-lg:hidden', narrow: '@lg:hidden' },
}

/** A column of pieces. */
export type LineColumn = {
  name: string
  pieces: (line: OrderLine, position: number) => number
  className?: (line: OrderLine, position: number) => string
}

const QUANTITY: LineColumn = { name: 'Quantity', pieces: ({ quantity }) => quantity }

type LineTableProps = {
  lines: readonly OrderLine[]
  /** By default that of the ordered pieces. */
  columns?: readonly LineColumn[]
  wideFrom?: keyof typeof WIDTHS
  /** What a narrow table has after quantity and price, which it has below the name of the part. */
  narrowText?: (line: OrderLine, position: number) => string
  /** What stands below the name of the part in any table. */
  note?: (line: OrderLine, position: number) => ReactNode
  /** A column after all others, of lines that are as low as they can be: the name of the part is cut. */
  action?: { readonly name: string; readonly cell: (line: OrderLine, position: number) => ReactNode }
}

/** The lines of an order: the part, columns of pieces, and the price. */
export function LineTable({ lines, columns = [QUANTITY], wideFrom = 'md', ...more }: LineTableProps) {
  const { narrowText, note, action } = more
  const places = mostPlaces(lines.map(({ unitPrice }) => unitPrice))
  const { wide, narrow } = WIDTHS[wideFrom]
  const perPieceClass = `${NUMBER} ${action ? '@max-2xl:hidden' : wide}`
  const priceClass = action ? `${NUMBER} ${wide}` : NUMBER
  return (
    <div className="@container min-w-0">
      <table className={classNames(TABLE, action ? LOW_ROWS : '[&_:is(td,th)]:py-2')}>
        <caption className="sr-only">Lines of the order</caption>
        <thead className="text-muted [&_th]:font-medium">
          <tr>
            <th scope="col" className="text-start">
              Part
            </th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className={`${NUMBER} ${wide}`}>
                {name}
              </th>
            ))}
            <th scope="col" className={perPieceClass}>
              Per piece
            </th>
            <th scope="col" className={priceClass}>
              Price
            </th>
            {action && (
              <th scope="col" className={NUMBER}>
                {action.name}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {lines.map((line, position) => (
            <tr key={line.productId}>
              <td className={action ? 'w-full max-w-0' : 'min-w-0'}>
                <span
                  className={action ? 'block truncate' : 'block text-balance wrap-anywhere'}
                  title={action && line.product}
                >
                  <Unbroken text={line.product} />
                </span>
                <Link to={partPath(line.sku)} className="font-mono text-xs wrap-anywhere">
                  <Unbroken text={line.sku} />
                </Link>
                <span className={`block text-muted ${narrow}`}>
                  {`${formatCount(line.quantity)} × ${formatPrice(line.unitPrice)}${narrowText?.(line, position) ?? ''}`}
                </span>
                <BuyerWordsLines words={line} />
                {note?.(line, position)}
              </td>
              {columns.map(({ name, pieces, className }) => (
                <td key={name} className={`${NUMBER} ${wide} ${className?.(line, position) ?? ''}`}>
                  {formatCount(pieces(line, position))}
                </td>
              ))}
              <td className={perPieceClass}>
                <AlignedPrice price={line.unitPrice} places={places} />
              </td>
              <td className={priceClass}>{formatTotal(line.lineTotal)}</td>
              {action && <td className={NUMBER}>{action.cell(line, position)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
