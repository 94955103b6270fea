import { useId } from 'react'
import { notBackOfOrder, wholePieces } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, OrderLine } from '#features/orders/schema.ts'
import { quantityProblem } from '#features/pricing/line-quantities.ts'
import { taxRateText } from '#features/tax/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import type { RefundDraft } from './refund-draft.ts'

const NUMBER = 'ps-4 text-end whitespace-nowrap tabular-nums @max-lg:hidden'

type RefundLinesProps = {
  order: OrderDetails
  draft: RefundDraft
  error: string | undefined
  onType: () => void
}

/** The lines of which something is left to refund, each with the pieces to refund of it, and the delivery. */
export function RefundLines({ order, draft, error, onType }: RefundLinesProps) {
  const { lines = [], delivery = 0 } = order.refundable ?? {}
  const left = new Map(lines.map((line) => [line.position, line]))
  const notBack = notBackOfOrder(order)
  const shown = [...order.lines.entries()].filter(
    ([position]) => left.has(position) || Boolean(draft.pieces[position]?.trim()),
  )
  return (
    <div className="@container mb-3 grid min-w-0 grid-cols-1 gap-3">
      <table className="w-full text-sm [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top [&_tr]:border-line [&_tr]:border-b">
        <caption className="sr-only">Pieces to refund</caption>
        <thead className="text-muted [&_th]:font-medium">
          <tr>
            <th scope="col" className="text-start">
              Part
            </th>
            {['Ordered', 'Shipped', 'Left'].map((name) => (
              <th key={name} scope="col" className={NUMBER}>
                {name}
              </th>
            ))}
            <th scope="col" className="ps-4 text-end">
              Refund
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([position, line], index) => (
            <LineRow
              key={position}
              line={line}
              shipped={wholePieces(line) - (line.restocked ?? 0) - (notBack.get(position) ?? 0)}
              left={left.get(position) ?? { quantity: 0, amount: 0 }}
              text={draft.pieces[position] ?? ''}
              isInvalid={index === 0 && error !== undefined}
              onType={(text) => {
                onType()
                draft.setPieces(position, text)
              }}
            />
          ))}
        </tbody>
      </table>
      {delivery > 0 && (
        <CheckboxField
          label={`Delivery, ${formatTotal(delivery)}`}
          checked={draft.isWithDelivery}
          onChange={({ target }) => {
            onType()
            draft.change({ delivery: target.checked ? 'yes' : '' })
          }}
        />
      )}
      {order.tax?.kind === 'added' && (
        <p className="text-muted text-sm">{`Amounts are with ${taxRateText(order.tax)}.`}</p>
      )}
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
    </div>
  )
}

type LineRowProps = {
  line: OrderLine
  shipped: number
  left: { readonly quantity: number; readonly amount: number }
  text: string
  isInvalid: boolean
  onType: (text: string) => void
}

function LineRow({ line, shipped, left, text, isInvalid, onType }: LineRowProps) {
  const id = useId()
  const problem = quantityProblem(text, left.quantity)
  const numbers = [line.quantity, shipped, left.quantity].map(formatCount)
  return (
    <tr>
      <td className="min-w-0">
        <label htmlFor={id}>
          <span className="sr-only">Pieces to refund of </span>
          <span className="block font-mono text-xs wrap-anywhere">{line.sku}</span>
          <span className="block text-balance wrap-anywhere">
            <Unbroken text={line.product} />
          </span>
        </label>
        <span className="block text-muted @lg:hidden">
          {`${numbers[0]} ordered · ${numbers[1]} shipped · ${numbers[2]} left`}
        </span>
      </td>
      {numbers.map((number, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same.
        <td key={index} className={NUMBER}>
          {number}
        </td>
      ))}
      <td className="ps-4">
        <span className="flex flex-wrap items-center justify-end gap-2">
          <input
            id={id}
            name="pieces"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            maxLength={15}
            aria-invalid={problem !== undefined || isInvalid || undefined}
            aria-describedby={`${id}-left`}
            onChange={({ target }) => onType(target.value)}
            onFocus={({ target }) => target.select()}
            className="h-9 w-20 rounded border border-edge bg-paper px-2 text-end text-base hover:border-ink aria-invalid:border-bad pointer-coarse:h-11"
          />
          <Button variant="quiet" size="sm" onClick={() => onType(String(left.quantity))}>
            All<span className="sr-only">{` ${formatCount(left.quantity)} left of ${line.sku}`}</span>
          </Button>
        </span>
        <span
          id={`${id}-left`}
          className={problem ? 'block text-end text-bad' : 'block text-end text-muted tabular-nums'}
        >
          {problem ?? `${formatTotal(left.amount)} left`}
        </span>
      </td>
    </tr>
  )
}
