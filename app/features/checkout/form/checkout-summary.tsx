import type { CartLine } from '#features/cart/cart-store.ts'
import { LineTable } from '#features/order-page/components.tsx'
import type { OrderLine } from '#features/orders/schema.ts'
import type { Quote, QuoteLine } from '#features/quote/schema.ts'
import { lineProblemText } from '#features/quote/texts.ts'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { linesText, piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { changedCharges, sumOf } from './checkout-texts.ts'
import { type ChangedLine, changedLines, partOf } from './quoted-line.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import type { OrderQuote } from './use-order-quote.ts'

type CheckoutSummaryProps = {
  quoted: OrderQuote
  /** The lines of the cart, with the words of the buyer. */
  lines?: readonly CartLine[]
  /** How many lines of the cart are not ordered. */
  leftOutCount?: number
  /** Undefined where the lines are not those of the cart. */
  onLeaveOut?: ((productIds: readonly string[]) => void) | undefined
}

/** What is ordered and for how much; what has changed since the buyer saw it; what cannot be ordered. */
export function CheckoutSummary({ quoted, lines = [], leftOutCount = 0, onLeaveOut }: CheckoutSummaryProps) {
  const { quote, before, error, retry } = quoted
  // What the shop refuses of a field is said there.
  const failure = error !== undefined && Object.keys(fieldErrors(error)).length === 0 && (
    <FailureState title="The prices could not be loaded" detail={problemText(error)} onRetry={retry} />
  )
  if (!quote) return failure || <SkeletonRows className="h-10 w-full" />
  const right = quote.lines
    .filter(({ problem }) => problem === undefined)
    .map((line) => ({ ...lines.find(({ productId }) => productId === line.productId), ...toOrderLine(line) }))
  return (
    <>
      {failure}
      {before && <Changes before={before} now={quote} />}
      <WrongLines quote={quote} onLeaveOut={onLeaveOut} />
      {right.length > 0 && <Lines lines={right} />}
      {quote.lines.some(({ agreed }) => agreed) && (
        <p className="text-good text-sm">With the prices that are agreed with your company.</p>
      )}
      {leftOutCount > 0 && (
        <p className="text-muted text-sm">
          {`${linesText(leftOutCount)} left out: not ordered, and still in the cart.`}
        </p>
      )}
    </>
  )
}

/** More lines are folded at first. */
const OPEN_LINES = 3

/** What is ordered: how many lines there are, which open by a click. */
const Lines = ({ lines }: { lines: readonly OrderLine[] }) => (
  <details open={lines.length <= OPEN_LINES}>
    <summary className="min-h-8 w-fit cursor-pointer py-1 text-sm pointer-coarse:min-h-11 pointer-coarse:py-3">
      {`${linesText(lines.length)}, ${piecesText(lines.reduce((sum, { quantity }) => sum + quantity, 0))}`}
    </summary>
    <LineTable lines={lines} />
  </details>
)

const toOrderLine = (line: QuoteLine): OrderLine => {
  const { sku = '', product = sku, quantity = 0, unitPrice = 0, lineTotal = 0 } = line
  return { productId: partOf(line), sku, product, quantity, unitPrice, lineTotal }
}

/** Why nothing was placed: each line and each charge that is not as the buyer saw it, then and now. */
function Changes({ before, now }: { before: Quote; now: Quote }) {
  const lines = changedLines(before, now)
  const charges = changedCharges(before, now)
  const [sum, newSum] = [sumOf(before), sumOf(now)]
  if (lines.length === 0 && sum === newSum)
    return <RefusalNotice>Nothing was ordered: the parts are changing. Place the order again.</RefusalNotice>
  return (
    <RefusalNotice>
      <p className="font-medium">{`Nothing was ordered: ${changeHeading(lines.length)}`}</p>
      <ul className="mt-2 grid gap-2 text-sm empty:hidden">
        {lines.map((change) => (
          <li key={partOf(change.now)}>
            <span className="block">
              <Unbroken text={change.before.product ?? ''} />
            </span>
            <span className="block">{changeText(change)}</span>
          </li>
        ))}
        {charges.map((charge) => (
          <li key={charge.what}>
            {`${charge.what}: then ${formatTotal(charge.before)}, now ${formatTotal(charge.now)}`}
          </li>
        ))}
      </ul>
      {now.orderable && (
        <p className="mt-2 text-sm">
          {`The total was ${formatTotal(sum)} and is ${formatTotal(newSum)}. Place the order if that is right.`}
        </p>
      )}
    </RefusalNotice>
  )
}

function changeHeading(lines: number): string {
  if (lines === 0) return 'the total has changed.'
  return lines === 1 ? 'a line has changed.' : `${linesText(lines)} have changed.`
}

/** "Then $50.00, now $55.00", or why the line cannot be ordered any more. */
function changeText({ before, now }: ChangedLine): string {
  const problem = lineProblemText(now)
  const then = `Then ${moneyText(before)}`
  return problem === undefined ? `${then}, now ${moneyText(now)}` : `${then}. ${problem}`
}

const moneyText = ({ lineTotal }: QuoteLine): string =>
  lineTotal === undefined ? '–' : formatTotal(lineTotal)

const wayOut = (what: string, canLeaveOut: boolean): string =>
  canLeaveOut ? `Change ${what} in the cart, or leave ${what} out.` : `Change ${what} in the list.`

/** The lines that cannot be ordered as they are. They stay in the cart when they are left out. */
function WrongLines({ quote, onLeaveOut }: { quote: Quote; onLeaveOut: CheckoutSummaryProps['onLeaveOut'] }) {
  const wrong = quote.lines.filter(({ problem }) => problem !== undefined)
  if (wrong.length === 0) return null
  const count = linesText(wrong.length)
  return (
    <Notice
      tone="waiting"
      action={
        onLeaveOut &&
        wrong.length < quote.lines.length && (
          <Button variant="secondary" size="sm" onClick={() => onLeaveOut(wrong.map(partOf))}>
            {`Leave out ${count}`}
          </Button>
        )
      }
    >
      <p className="font-medium">{`${count} cannot be ordered like this. ${wayOut(wrong.length === 1 ? 'it' : 'them', onLeaveOut !== undefined)}`}</p>
      <ul className="mt-2 grid gap-1 text-sm">
        {wrong.map((line) => (
          <li key={partOf(line)}>{`${line.sku ?? 'A part'}: ${lineProblemText(line)}`}</li>
        ))}
      </ul>
    </Notice>
  )
}
