import type { ReactNode } from 'react'

type NumberTableProps = {
  /** For screen readers. */
  caption: string
  /** The first column has texts, the others numbers. */
  heads: readonly [first: string, ...numbers: string[]]
  /** Bodies and foot. */
  children: ReactNode
}

/** A small table with numbers at the end of its rows. */
export const NumberTable = ({ caption, heads: [first, ...numbers], children }: NumberTableProps) => (
  <table className="w-full text-sm tabular-nums [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top [&_tr]:border-line [&_tr]:border-b">
    <caption className="sr-only">{caption}</caption>
    <thead className="text-muted [&_th]:font-medium">
      <tr>
        {first === '' ? (
          <td />
        ) : (
          <th scope="col" className="text-start">
            {first}
          </th>
        )}
        {numbers.map((name) => (
          <th key={name} scope="col" className="ps-4 text-end">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    {children}
  </table>
)
