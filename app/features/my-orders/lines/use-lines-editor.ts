import { useRef, useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { countedDelivery, sumOf, useOrderQuote } from '#features/checkout/components.tsx'
import type { AskedChange, ChangeLines } from '#features/order-changes/schema.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { withQuantity } from '#features/quote/repairs.ts'
import type { Quote, QuoteLine } from '#features/quote/schema.ts'
import {
  addedText,
  compareLines,
  type EditedLine,
  editedOf,
  isChanged,
  keepLinesDraft,
  readLinesDraft,
  wantedLines,
  withLine,
  withPart,
} from './edited-lines.ts'

/** The calls of the editor, which are those of payments. */
export interface LinesCalls {
  quote(orderId: string, asked: AskedChange): Promise<Quote>
  save(orderId: string, change: ChangeLines): Promise<OrderDetails>
}

export interface LinesEditorProps {
  order: OrderDetails
  calls: LinesCalls
  onClose: () => void
  onSaved: (order: OrderDetails) => void
  /** The order has changed since the page loaded it. */
  onRefused: () => Promise<void>
}

/** The lines of an unpaid order while they are edited, with what the shop says of them. */
export function useLinesEditor({ order, calls, onClose, onSaved, onRefused }: LinesEditorProps) {
  const { edited, edit, forget } = useEditedLines(order)
  const [delivery, setDelivery] = useState<string>()
  const lines = compareLines(order, edited)
  const wanted = wantedLines(lines)
  const asked = { lines: wanted, ...(delivery !== undefined && { delivery }) }
  const [ask] = useState(() => (body: string) => calls.quote(order._id, JSON.parse(body)))
  const body = wanted.length === 0 ? undefined : JSON.stringify(asked)
  const quoted = useOrderQuote(body, wanted.map(({ productId }) => productId).join(), ask)
  const saving = useSaving()
  const known = quotedLines(quoted.quote)
  const save = () =>
    saving.run(async () => {
      const { quote } = quoted
      if (!quote || !quoted.isSettled) return
      try {
        const changed = await calls.save(order._id, {
          ...asked,
          totalPrice: quote.totalPrice,
          payable: sumOf(quote),
        })
        forget()
        onSaved(changed)
      } catch (error) {
        void quoted.refresh()
        void onRefused()
        throw error
      }
    })
  return {
    lines: lines.map((line) => {
      const quote = known.get(line.productId)
      return { ...line, quoted: quote && withQuantity(quote, line.quantity) }
    }),
    quoted,
    delivery: quoted.quote && countedDelivery(quoted.quote),
    isOtherDelivery: delivery !== undefined,
    chooseDelivery: setDelivery,
    isChanged: isChanged(lines) || delivery !== undefined,
    busy: saving.busy,
    error: saving.error,
    change: (productId: string, change: Partial<EditedLine>) =>
      edit(withLine(allOf(lines), productId, change)),
    /** Adds a part, and says so. */
    add: (part: QuoteLine): string => {
      edit(withPart(allOf(lines), part))
      return addedText(allOf(lines), part)
    },
    save,
    close: () => {
      forget()
      onClose()
    },
  }
}

export type LinesEditing = ReturnType<typeof useLinesEditor>

const quotedLines = (quote: Quote | undefined): ReadonlyMap<string, QuoteLine> =>
  new Map(
    quote?.lines.flatMap((line) =>
      typeof line.given === 'object' && line.given.productId ? [[line.given.productId, line]] : [],
    ),
  )

/** Also those that are shown because another tab added them. */
const allOf = (lines: ReturnType<typeof compareLines>): EditedLine[] =>
  lines.map(({ quantity: _, was: __, ...line }) => line)

/** The lines as they are typed, which a reload keeps. */
function useEditedLines(order: OrderDetails) {
  const [edited, setEdited] = useState(() => readLinesDraft(order) ?? order.lines.map(editedOf))
  return {
    edited,
    edit: (next: EditedLine[]) => {
      setEdited(next)
      keepLinesDraft(order, next)
    },
    forget: () => keepLinesDraft(order, undefined),
  }
}

function useSaving() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isRunning = useRef(false)
  const run = async (call: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setError(undefined)
    try {
      await call()
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) setError(thrown)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { busy, error, run }
}
