import type { MouseEvent, ReactNode } from 'react'
import { createPath, Link, type Path, useNavigate } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { attributeText } from '#features/catalog/texts.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { partsText } from '#kit/list-position.ts'
import { formatPrice, mostPlaces } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { moveBetweenCells } from './cell-keys.ts'
import type { GridCell, GridSection, GridTable, PartCell, PartsGrid } from './parts-grid.ts'

type Axes = Pick<GridSection, 'rows' | 'columns' | 'isRowFirst'>

/** The address of the table of the parts with these values besides what is chosen. */
type TableOf = (values: Readonly<Record<string, string>>) => Partial<Path>

type GridViewProps = { grid: PartsGrid; name: string; tableOf: TableOf }

/** The parts by two sizes: a section for each material, with links to all of them when there are several. */
export function GridView({ grid, name, tableOf }: GridViewProps) {
  const { sections, others } = grid
  const places = mostPlaces(pricesOf(sections))
  const navigate = useNavigate()
  // One handler for all cells: hundreds of links of the router take several times as long to render.
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('td, .grid-others li')?.querySelector('a')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    navigate(link.pathname + link.search)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter clicks a link.
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what one clicks.
    <div className="parts-grid" onClick={follow}>
      {sections.length > 1 && <Contents sections={sections} />}
      {sections.map((section, index) => (
        <SectionOfGrid
          key={section.title ?? ''}
          id={idOf(index)}
          title={section.title ?? name}
          section={section}
          note={index === 0 && <GridNote grid={grid} tableOf={tableOf} />}
          {...{ places, tableOf }}
        />
      ))}
      {others.length > 0 && <Others parts={others} />}
    </div>
  )
}

/** What the cells say, and which parts are in none. */
const GridNote = ({ grid: { without }, tableOf }: Pick<GridViewProps, 'grid' | 'tableOf'>) => (
  <p className="grid-note">
    Price per piece at the minimum, and pieces in stock.
    {without > 0 && (
      <>
        {' '}
        <Link to={tableOf({})}>{`${partsText({ total: without })} more in the table`}</Link>
      </>
    )}
  </p>
)

/** Each with what sets it apart. */
const Others = ({ parts }: { parts: PartsGrid['others'] }) => (
  <section aria-labelledby="grid-others" className="grid-section">
    <h2 id="grid-others">
      Others <span>{partsText({ total: parts.length })}</span>
    </h2>
    <ul className="grid-others">
      {parts.map(({ title, sizes, cell }) => (
        <li key={cell.sku}>
          <a href={partPath(cell.sku)}>{`${sizes}, ${title}`}</a>
          <span>
            {formatPrice(cell.price)} <Stock part={cell} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const pricesOf = (sections: PartsGrid['sections']): number[] =>
  sections.flatMap(({ tables }) =>
    tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.price ?? []))),
  )

const idOf = (index: number): string => `grid-${index + 1}`

/** Links to the sections. */
const Contents = ({ sections }: Pick<PartsGrid, 'sections'>) => (
  <nav aria-label="Sections" className="grid-contents">
    <ul className="scroll-hint">
      {sections.map(({ title, count }, index) => (
        <li key={title}>
          <a href={`#${idOf(index)}`}>{title}</a> <span className="text-muted">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  </nav>
)

type SectionProps = {
  id: string
  title: string
  section: GridSection
  note: ReactNode
  places: number
  tableOf: TableOf
}

function SectionOfGrid({ id, title, section, note, places, tableOf }: SectionProps) {
  const { tables, values, count, image, rows, columns, isRowFirst } = section
  return (
    <section aria-labelledby={id} className="grid-section">
      <div className="grid-head">
        <span className="grid-picture">
          {/* The title beside it says the same. */}
          <ProductPicture product={{ name: '', image }} width={160} height={120} isLazy />
        </span>
        <h2 id={id} tabIndex={-1}>
          {title} <span>{`${partsText({ total: count })}: ${sizesText(section)}`}</span>
        </h2>
        {note}
      </div>
      {tables.map((table) => (
        <TableOfGrid
          key={table.rows[0]?.value}
          table={table}
          caption={`${title}, ${rangeText(rows, table)}`}
          {...{ places, rows, columns, isRowFirst }}
          severalAt={(row, column) =>
            tableOf({ ...values, [rows.key]: String(row), [columns.key]: String(column) })
          }
        />
      ))}
    </section>
  )
}

/** "length down, thread across" */
const sizesText = ({ rows, columns }: Axes): string =>
  `${rows.label.toLowerCase()} down, ${columns.label.toLowerCase()} across`

/** "Length 5 mm to 14 mm" */
function rangeText({ label, unit }: Axes['rows'], { rows }: GridTable): string {
  const ends = [...new Set([rows[0]?.value ?? '', rows.at(-1)?.value ?? ''])]
  return `${label} ${ends.map((value) => attributeText({ value, unit })).join(' to ')}`
}

type TableProps = Axes & {
  table: GridTable
  caption: string
  places: number
  severalAt: (row: string | number, column: string | number) => Partial<Path>
}

function TableOfGrid({ table, caption, places, rows, columns, isRowFirst, severalAt }: TableProps) {
  return (
    <div className="grid-scroller scroll-hint">
      <table onKeyDown={moveBetweenCells}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              {rows.label}
              {rows.unit && <span> {rows.unit}</span>}
            </th>
            {table.columns.map((value) => (
              <th key={value} scope="col">
                {attributeText({ value, unit: columns.unit })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ value, cells }) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              {cells.map((cell, index) => (
                <Cell
                  key={table.columns[index]}
                  cell={cell}
                  name={(isRowFirst ? [value, table.columns[index]] : [table.columns[index], value]).join(
                    ' × ',
                  )}
                  places={places}
                  several={() => severalAt(value, table.columns[index] ?? '')}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = { cell: GridCell; name: string; places: number; several: () => Partial<Path> }

function Cell({ cell, name, places, several }: CellProps) {
  if (!cell) return <td />
  const isOne = 'sku' in cell
  return (
    <td>
      <a href={isOne ? partPath(cell.sku) : createPath(several())}>
        <span className="sr-only">{`${name}, ${isOne ? '' : 'from '}`}</span>
        <AlignedPrice price={cell.price} places={places} />{' '}
        {isOne ? (
          <Stock part={cell} />
        ) : (
          <span className="cell-stock">{partsText({ total: cell.count })}</span>
        )}
      </a>
    </td>
  )
}

/** In words, since a colour alone says nothing to many. */
function Stock({ part: { quantity, stock } }: { part: PartCell }) {
  if (stock === 'none') return <span className="cell-stock text-bad">{priceTexts.soldOut}</span>
  return (
    <span className={stock ? 'cell-stock text-wait' : 'cell-stock'}>
      {stock && 'only '}
      {formatCount(quantity)}
      <span className="sr-only"> in stock</span>
    </span>
  )
}
