import type { Order } from '../schema.ts'

type PackingNotesProps = Pick<Order, 'poNumber' | 'note' | 'notes'> & {
  /** What is too long for a line is cut. */
  isOneLine?: boolean
}

/** What to know before an order is packed; the customer's note first. Renders nothing for most orders. */
export function PackingNotes({ poNumber, note, notes = [], isOneLine }: PackingNotesProps) {
  const facts = [
    ...(note === undefined ? [] : [{ key: 'note', label: 'Customer’s note', text: note }]),
    ...(poNumber === undefined ? [] : [{ key: 'po', label: 'PO number', text: poNumber }]),
    ...notes.map(({ _id, text }) => ({ key: _id, label: 'Admin’s note', text })),
  ]
  if (facts.length === 0) return null
  return (
    <ul
      aria-label="Before you pack"
      className={isOneLine ? 'truncate' : undefined}
      title={isOneLine ? facts.map(({ label, text }) => `${label}: ${text}`).join('\n') : undefined}
    >
      {facts.map(({ key, label, text }) => (
        <li
          key={key}
          className={isOneLine ? 'me-2 inline' : 'max-w-prose whitespace-pre-line text-balance wrap-anywhere'}
        >
          <span className="text-muted">{label}: </span>
          {text}
        </li>
      ))}
    </ul>
  )
}
