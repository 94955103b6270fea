import type { OrderQuote } from '#features/checkout/components.tsx'
import { countedDelivery, sumOf } from '#features/checkout/components.tsx'
import { arrivesText } from '#features/delivery/texts.ts'
import { type ChargedOrder, chargesOf } from '#features/orders/charges.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { NumberTable } from '#kit/ui/list/number-table.tsx'

const NUMBER = 'ps-4 text-end whitespace-nowrap'

type SumsProps = { order: OrderDetails; quoted: OrderQuote }

/** What the order comes to as it is and with the edited lines: goods, delivery, tax and what is paid. */
export function SumsThenAndNow({ order, quoted: { quote, isSettled } }: SumsProps) {
  const isKnown = quote?.orderable === true && quote.noDelivery === undefined
  const next = isKnown
    ? {
        totalPrice: quote.totalPrice,
        payable: sumOf(quote),
        delivery: countedDelivery(quote),
        tax: quote.tax,
      }
    : undefined
  const rows = chargesThenAndNow(order, next)
  const arrives = next?.delivery?.arrives
  return (
    <div className="grid gap-2">
      <NumberTable caption="What the order comes to" heads={['', 'As it is', 'Changed']}>
        <tbody>
          {rows.map(({ text, was, now }) => (
            <tr key={text}>
              <th scope="row" className="text-start font-normal text-muted wrap-anywhere">
                {text}
              </th>
              <td className={NUMBER}>{was}</td>
              <td className={NUMBER}>{now}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold text-base">
          <tr className="border-b-0!">
            <th scope="row" className="text-start">
              Total
            </th>
            <td className={NUMBER}>{formatTotal(order.payable)}</td>
            <td className={`${NUMBER} ${isSettled ? '' : 'text-muted'}`}>
              <output>{next ? formatTotal(next.payable) : '–'}</output>
            </td>
          </tr>
        </tfoot>
      </NumberTable>
      <p role="status" className="text-muted text-sm empty:hidden">
        {quote && !isSettled ? 'Being updated…' : arrives && arrivesText(arrives)}
      </p>
    </div>
  )
}

/** The sums that make what is paid, those of both in one sequence; "–" where one of them has none. */
function chargesThenAndNow(order: ChargedOrder, next: ChargedOrder | undefined) {
  const [was, now] = [chargesOf(order), next ? chargesOf(next) : []]
  const texts = [...new Set([...was, ...now].map(({ text }) => text))]
  const valueIn = (charges: typeof was, text: string) =>
    charges.find((charge) => charge.text === text)?.value ?? '–'
  return texts.map((text) => ({ text, was: valueIn(was, text), now: valueIn(now, text) }))
}
