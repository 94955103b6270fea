import type { Amount } from './line-quantity.ts'
import { notOrdered } from './not-ordered.ts'
import type { PartWords } from './part-words.ts'

/** What a line says when it is read in several ways: the only quantity, else all that it may mean. */
export function commonAmount(amounts: readonly Amount[]): Amount {
  const quantities = new Set(
    amounts.flatMap((amount) => (amount && 'quantity' in amount ? amount.quantity : [])),
  )
  const [quantity, ...others] = quantities
  if (others.length > 0) return { offers: [...quantities] }
  if (quantity !== undefined) return { quantity }
  const unclear = amounts.flatMap((amount) => (amount && 'offers' in amount ? [amount] : []))
  return unclear.find(({ offers }) => offers.length > 0) ?? unclear[0]
}

/** The amount as a question: the quantity is what it may be. */
export const asked = (amount: Amount): Amount =>
  amount && 'quantity' in amount ? { offers: [amount.quantity] } : amount

/** The amount of a line; a question when the line says that it may not be ordered, unless the part is called so. */
export function orderedAmount(line: string, amount: Amount, own: PartWords | undefined): Amount {
  const said = amount && notOrdered(line)
  if (said === undefined || said.split(/\s+/).every((word) => own?.has(word))) return amount
  const question = asked(amount)
  return question && 'offers' in question ? { ...question, mayBeNone: true } : amount
}
