import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Neighbour, Neighbours } from '#features/catalog/catalog.ts'
import { partPath } from '#features/catalog/paths.ts'
import { attributeText } from '#features/catalog/texts.ts'
import { formatPrice } from '#kit/money.ts'
import { listText } from '#kit/text/list-text.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'

type NeighbourGridProps = {
  /** The part number of the part that the page shows. */
  sku: string
  neighbours: Neighbours
}

/** The parts in the next sizes as a table: by two sizes a matrix of prices, by one a list. */
export function NeighbourGrid({ sku, neighbours }: NeighbourGridProps) {
  const { rows, columns, cells, different } = neighbours
  const box = useCurrentInView(sku)
  const title = different.length === 0 ? 'The same part in other sizes' : 'Similar parts in other sizes'
  return (
    <Section title={title} lead={<Unbroken text={leadOf(neighbours)} />}>
      <div ref={box} className="neighbours scroll-hint relative overflow-x-auto">
        <table className="text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            {columns && (
              <tr>
                <td />
                <th scope="colgroup" colSpan={columns.values.length}>
                  {labelOf(columns)}
                </th>
              </tr>
            )}
            <tr>
              <th scope="col">{labelOf(rows)}</th>
              {columns?.values.map((value) => (
                <th key={value} scope="col">
                  {value}
                </th>
              )) ?? <th scope="col">Per piece</th>}
            </tr>
          </thead>
          <tbody>
            {rows.values.map((value, row) => (
              <tr key={value}>
                <th scope="row">{value}</th>
                {cells[row]?.map((part, column) => (
                  <Cell key={columns?.values[column] ?? value} part={part} isCurrent={part?.sku === sku} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

/** Scrolls the box sideways to the part that the page shows, where its table is wider than a phone. */
function useCurrentInView(sku: string) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const cell = sku && box.current?.querySelector<HTMLElement>('td[aria-current]')
    if (cell && box.current) box.current.scrollLeft = cell.offsetLeft - box.current.clientWidth / 2
  }, [sku])
  return box
}

const labelOf = ({ label, unit }: Neighbours['rows']): string => (unit ? `${label}, ${unit}` : label)

/** What the prices are, what all parts share, and in what they differ. */
function leadOf({ same, different }: Neighbours): string {
  const shared = same.length === 0 ? '' : ` All are ${listText(same.map(attributeText))}.`
  const other = listText(different.map(({ label }) => label.toLowerCase()))
  return `Price per piece at the minimum.${shared}${other && ` They can differ in ${other}.`}`
}

function Cell({ part, isCurrent }: { part: Neighbour | null; isCurrent: boolean }) {
  if (!part) return <td className="text-muted">–</td>
  if (isCurrent)
    return (
      <td aria-current="page">
        {formatPrice(part.price)}
        <span className="sr-only"> (this part)</span>
      </td>
    )
  return (
    <td>
      <Link to={partPath(part.sku)} title={part.name}>
        {formatPrice(part.price)}
        <span className="sr-only"> {part.name}</span>
      </Link>
    </td>
  )
}
