import type { Order } from '#features/orders/schema.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'

type PackingNotesProps = Pick<Order, 'poNumber' | 'note' | 'notes'> & {
  /** What is too long for a line is cut, and where a line is short only the texts of notes are shown. */
  isOneLine?: boolean
}

/** What to know before an order is packed; the customer's note first. Renders nothing for most orders. */
export function PackingNotes({ poNumber, note, notes = [], isOneLine }: PackingNotesProps) {
  const facts = [
    ...(note === undefined ? [] : [{ key: 'note', label: 'Customer’s note', text: note }]),
    ...(poNumber === undefined ? [] : [{ key: 'po', label: 'PO number', text: poNumber }]),
    ...notes.map(({ _id, text }) => ({ key: _id, label: 'Staff’s note', text })),
  ]
  if (facts.length === 0) return null
  return (
    <ul
      aria-label="Before you pack"
      className={isOneLine ? 'relative truncate' : undefined}
      title={isOneLine ? facts.map(({ label, text }) => `${label}: ${text}`).join('\n') : undefined}
    >
      {facts.map(({ key, label, text }) => (
        <li
          key={key}
          className={isOneLine ? 'me-2 inline' : 'max-w-prose whitespace-pre-line text-balance wrap-anywhere'}
        >
          <span
            className={classNames('text-muted', isOneLine && key !== 'po' && '@max-[1300px]:sr-only')}
          >{`${label}: `}</span>
          {text}
        </li>
      ))}
    </ul>
  )
}
