import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { chosenRepair, repairsText, sumUp } from '#features/quote/repairs.ts'
import { repairAllText, tooMuchText, wrongLinesText } from '#features/quote/texts.ts'
import { addTotals, centsToDollars, formatTotal, MAXIMUM_TOTAL_CENTS } from '#kit/money.ts'
import { formatCount, linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { EstimatedTotal } from '../estimate/estimated-total.tsx'
import { leaveOut } from '../ordered-parts.ts'
import type { QuantityChanges } from './quantity-changes.ts'
import { UnconfirmedLimit } from './unconfirmed-limit.tsx'
import { type PricedLine, setQuantities, type usePricedCart } from './use-priced-cart.ts'

type Cart = ReturnType<typeof usePricedCart>

/** What is to be done about all lines, the total, and the way on: pinned beside the lines, on a phone below them. */
export function CartSum({ cart, changes }: { cart: Cart; changes: QuantityChanges }) {
  const lines = cart.lines.flatMap(({ quoted }) => quoted ?? [])
  const sum = sumUp(lines)
  const isKnown = lines.length === cart.lines.length
  return (
    <>
      <CartRepairs cart={cart} sum={sum} changes={changes} />
      <UnconfirmedLimit total={sum.rightTotal} />
      <div className="cart-sum bottom-bar">
        <EstimatedTotal lines={cart.lines} sum={isKnown ? sum : undefined} />
        <CheckOut cart={cart} sum={sum} isKnown={isKnown} unread={changes.unread} />
      </div>
    </>
  )
}

type SumProps = { cart: Cart; sum: ReturnType<typeof sumUp> }

type CheckOutProps = SumProps & { isKnown: boolean; unread: QuantityChanges['unread'] }

/**
 * Only what the shop has said of the present lines leads to the checkout: a click soon after a change waits for that, and
 * counts only when it says the same.
 */
function CheckOut({ cart, sum, isKnown, unread }: CheckOutProps) {
  const navigate = useNavigate()
  const { wrong, right, rightTotal } = sum
  const isTooMuch = rightTotal > centsToDollars(MAXIMUM_TOTAL_CENTS)
  const checkOut = () => {
    leaveOut(cart.lines.filter(isWrong).map(({ productId }) => productId))
    navigate('/checkout')
  }
  const label = wrong.length === 0 ? 'Check out' : `Leave out ${linesText(wrong.length)} and check out`
  const [asked, setAsked] = useState<string>()
  const hasFailed = cart.quote.error !== undefined
  const goOn = useEffectEvent(() => {
    setAsked(undefined)
    if (cart.isSettled && asked === `${label} ${rightTotal}`) checkOut()
  })
  useEffect(() => {
    if (asked !== undefined && (cart.isSettled || hasFailed)) goOn()
  }, [asked, cart.isSettled, hasFailed])
  return (
    <>
      <Button
        className="mt-2 w-full whitespace-normal text-balance py-1"
        busy={asked !== undefined}
        disabled={!isKnown || right.length === 0 || isTooMuch || hasFailed}
        aria-describedby="check-out-note"
        onClick={() => {
          // A quantity that cannot be read is mended first: the cart has another one than its field.
          const mend = cart.lines.map(({ productId }) => unread.get(productId)).find(Boolean)
          if (mend) mend()
          else setAsked(`${label} ${rightTotal}`)
        }}
      >
        {label}
      </Button>
      <p id="check-out-note" className="mt-2 text-muted text-sm empty:hidden">
        {noteOf(sum, isTooMuch)}
      </p>
    </>
  )
}

const isWrong = ({ quoted }: PricedLine): boolean => quoted?.problem !== undefined

function noteOf({ wrong, right }: SumProps['sum'], isTooMuch: boolean): string {
  if (isTooMuch) return tooMuchText()
  if (wrong.length === 0) return ''
  return right.length === 0 ? 'No line can be ordered as it is.' : 'What is left out stays in the cart.'
}

/** Repairs and advice for all lines at once, and what the last repair changed. */
function CartRepairs({ cart, sum, changes }: SumProps & { changes: QuantityChanges }) {
  const [changed, setChanged] = useState<{
    note: string
    state: string
    before: ReadonlyMap<string, number>
  }>()
  const { wrong, repairable, advised } = sum
  const state = JSON.stringify(cart.lines.map(({ productId, quantity }) => [productId, quantity]))
  const change = (quantities: ReadonlyMap<string, number>, note: string) => {
    const before = new Map(cart.lines.map(({ productId, quantity }) => [productId, quantity]))
    const after = cart.lines.map(({ productId, quantity }) => [
      productId,
      quantities.get(productId) ?? quantity,
    ])
    if (changes.take(cart.lines, quantities)) setChanged({ note, before, state: JSON.stringify(after) })
  }
  const repair = () => {
    const chosen = cart.lines.flatMap(({ productId, quoted }) => {
      const quantity = quoted && chosenRepair(quoted)
      return quantity === undefined ? [] : [{ productId, quantity, problem: quoted?.problem }]
    })
    change(new Map(chosen.map((one) => [one.productId, one.quantity])), `Fixed: ${repairsText(chosen)}`)
  }
  const saved = addTotals(advised.flatMap(({ advice }) => advice?.saves ?? []))
  const takeAdvice = () => {
    const quantities = advised.flatMap(({ productId = '', advice }) =>
      advice ? [[productId, advice.quantity] as const] : [],
    )
    change(new Map(quantities), `Changed ${linesText(quantities.length)}: ${formatTotal(saved)} less in all.`)
  }
  return (
    <div className="cart-repairs">
      {wrong.length > 0 && (
        <p className="flex items-start gap-1 text-sm text-wait">
          <AlertIcon className="mt-0.5" />
          {wrongLinesText(wrong.length)}
        </p>
      )}
      {repairable.length > 0 && (
        <Button variant="warning" className="w-full" onClick={repair}>
          {repairAllText(repairable.length)}
        </Button>
      )}
      {advised.length > 1 && (
        <Button variant="success" className="w-full whitespace-normal" onClick={takeAdvice}>
          {`Take the ${formatCount(advised.length)} better quantities · ${formatTotal(saved)} less`}
        </Button>
      )}
      <div role="status" className="empty:hidden">
        {changed?.state === state && (
          <p className="flex flex-wrap items-center gap-x-2 text-good text-sm">
            <span>{changed.note}</span>
            <Button variant="quiet" size="sm" onClick={() => setQuantities(changed.before)}>
              Undo
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
