import type { ReactNode } from 'react'

/** Facts as a table; its children are `Fact`s. */
export const FactTable = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <table className="w-full">
    <caption className="sr-only">{caption}</caption>
    <tbody>{children}</tbody>
  </table>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <tr className="border-line border-b first:border-t">
    <th scope="row" className="w-2/5 py-2 pe-4 text-start font-normal text-muted">
      {label}
    </th>
    <td className="py-2">{children}</td>
  </tr>
)
