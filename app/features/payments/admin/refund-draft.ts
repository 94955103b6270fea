import { useSession } from '#features/accounts/browser-session.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'

/** What is typed into the form of a refund, kept over a reload. */
export function useRefundDraft(orderId: string) {
  const email = useSession()?.email
  const draft = useTypedText(email, {
    kind: `refund kind of ${orderId}`,
    amount: `refund of ${orderId}`,
    pieces: `refund pieces of ${orderId}`,
    delivery: `refund delivery of ${orderId}`,
    reason: `refund reason of ${orderId}`,
    message: `refund message of ${orderId}`,
  })
  const { typed, change } = draft
  const pieces = readPieces(typed.pieces)
  return {
    ...draft,
    pieces,
    isTyped: Object.keys(typed).length > 0,
    isByLine: typed.kind === 'lines',
    isWithDelivery: typed.delivery === 'yes',
    setPieces: (position: number, text: string) =>
      change({ pieces: JSON.stringify({ ...pieces, [position]: text }) }),
  }
}

export type RefundDraft = ReturnType<typeof useRefundDraft>

/** The typed numbers of pieces, by position. They are kept as JSON, since a draft is a text. None of a text that is no JSON. */
function readPieces(text = ''): Readonly<Record<number, string>> {
  try {
    const typed = Object.entries<unknown>(JSON.parse(text))
    return Object.fromEntries(
      typed.flatMap(([position, own]) => (typeof own === 'string' ? [[position, own]] : [])),
    )
  } catch {
    return {}
  }
}
