import type { ChangeText } from './draft-text.ts'

/** A changed field with its value before, struck through, and after. */
export const ChangeLine = ({ change: { label, from, to } }: { change: ChangeText }) => (
  <li className="line-clamp-2 wrap-anywhere">
    <span className="text-muted">{`${label}: `}</span>
    <del className="text-muted">{from}</del>
    {' → '}
    <ins className="no-underline">{to}</ins>
  </li>
)
