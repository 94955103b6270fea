import { Link } from 'react-router'
import { YourPrice } from '#features/agreed-prices/components.tsx'
import { partPath } from '#features/catalog/paths.ts'
import type { AgainQuote, Order, OrderLine } from '#features/orders/schema.ts'
import { judgeLines } from '#features/quote/line-terms.ts'
import { lineProblemText, wrongLinesText } from '#features/quote/texts.ts'
import { formatTotal, mostPlaces } from '#kit/money.ts'
import { linesText, piecesText } from '#kit/text/count-text.ts'
import { NumberTable } from '#kit/ui/list/number-table.tsx'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { BuyerWordsLines } from '#kit/ui/mark/buyer-words.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

type ThenAndNowProps = { order: Order; quote: AgainQuote }

/** The lines of an order with price and total as they were and as they are. */
export function ThenAndNow({ order, quote }: ThenAndNowProps) {
  const places = mostPlaces([...order.lines, ...quote.lines].map(({ unitPrice = 0 }) => unitPrice))
  return (
    <div className="@container min-w-0 [&_:is(a,button)]:scroll-mb-40 [&_tbody_:is(td,th)]:py-0.5!">
      <NumberTable caption="Lines of the order, then and now" heads={['Part', 'Then', 'Now']}>
        <tbody>
          {order.lines.map((line, index) => (
            <LineRow key={line.productId} line={line} now={quote.lines[index]} places={places} />
          ))}
        </tbody>
      </NumberTable>
    </div>
  )
}

/** Both totals of {@link ThenAndNow}. */
export function TotalsThenAndNow({ order, quote }: ThenAndNowProps) {
  const wrong = quote.lines.filter(({ problem }) => problem !== undefined)
  const right = quote.lines.filter(({ problem }) => problem === undefined)
  return (
    <div className="grid gap-1">
      <dl className="flex flex-wrap items-baseline gap-x-6 tabular-nums">
        <div className="flex items-baseline gap-2">
          <dt className="text-muted text-sm">Total then</dt>
          <dd>{formatTotal(order.totalPrice)}</dd>
        </div>
        <div className="flex items-baseline gap-2">
          <dt className="text-muted text-sm">Total now</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold text-xl">
              <Sum total={right.length === 0 ? undefined : judgeLines(right).totalPrice} />
            </span>
            {quote.orderable && <Difference ordered={order.totalPrice} now={quote.totalPrice} />}
          </dd>
        </div>
      </dl>
      {wrong.length > 0 && (
        <p className="text-pretty text-sm text-wait">
          {right.length > 0 && `for ${linesText(right.length)} that can be ordered. `}
          {wrongLinesText(wrong.length)}
        </p>
      )}
    </div>
  )
}

type AgainLine = AgainQuote['lines'][number]

type LineRowProps = {
  line: OrderLine
  now: AgainLine | undefined
  /** The decimals of the longest price per piece. */
  places: number
}

function LineRow({ line, now, places }: LineRowProps) {
  const { sku, product, quantity, unitPrice, lineTotal } = line
  return (
    <tr>
      <th scope="row" className="min-w-0 text-start font-normal">
        <span className="block text-balance wrap-anywhere">
          <Unbroken text={product} />
        </span>
        <span className="text-muted">{piecesText(quantity)} · </span>
        {now?.problem === 'unknown' ? (
          <span className="font-mono text-muted text-xs wrap-anywhere">{sku}</span>
        ) : (
          <Link to={partPath(sku)} className="font-mono text-xs wrap-anywhere">
            <Unbroken text={sku} />
          </Link>
        )}
        <BuyerWordsLines words={line} />
      </th>
      <td className="whitespace-nowrap ps-4 text-end">
        {formatTotal(lineTotal)}
        <span className="block text-muted text-xs">
          <AlignedPrice price={unitPrice} places={places} />
        </span>
      </td>
      <td className="ps-4 text-end">{now && <NowCell now={now} places={places} />}</td>
    </tr>
  )
}

/** Price and total of today with the difference; in place of a total, why the line cannot be ordered as it was. */
function NowCell({ now, places }: { now: AgainLine; places: number }) {
  const problem = lineProblemText(now)
  const total = problem ? undefined : now.lineTotal
  return (
    <>
      {problem && <span className="block text-balance text-wait text-xs">{problem}</span>}
      {total !== undefined && <Sum total={total} />}
      <span className="flex flex-wrap justify-end gap-x-2">
        {total !== undefined && <Difference ordered={now.then.lineTotal} now={total} />}
        {now.unitPrice !== undefined && (
          <span className="text-muted text-xs">
            <AlignedPrice price={now.unitPrice} places={places} />
            {now.agreed && <YourPrice />}
          </span>
        )}
      </span>
      <Nearest now={now} />
    </>
  )
}

/** In one piece: the texts of its column wrap. */
const Sum = ({ total }: { total: number | undefined }) => (
  <span className="whitespace-nowrap">{total === undefined ? '–' : formatTotal(total)}</span>
)

/** The parts nearest to one that is no longer sold. */
function Nearest({ now: { fixes = [] } }: { now: AgainLine }) {
  const parts = fixes.flatMap((fix) => ('sku' in fix ? [fix] : []))
  if (parts.length === 0) return null
  return (
    <span className="block text-xs">
      <span className="text-muted">Similar part numbers: </span>
      {parts.map(({ sku, name }, index) => (
        <span key={sku}>
          {index > 0 && ', '}
          <Link to={partPath(sku)} title={name} className="font-mono">
            {sku}
          </Link>
        </span>
      ))}
    </span>
  )
}

/** How much more or less something costs now; nothing when it costs the same. */
function Difference({ ordered, now }: { ordered: number; now: number }) {
  const isMore = now > ordered
  if (now === ordered) return null
  return (
    <span className={classNames('font-normal text-xs', isMore ? 'text-wait' : 'text-good')}>
      {`${formatTotal(Math.abs(now - ordered))} ${isMore ? 'more' : 'less'}`}
    </span>
  )
}
