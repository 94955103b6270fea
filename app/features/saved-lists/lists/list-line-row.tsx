import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { LONGEST_LINE_NOTE } from '#features/quote/limits.ts'
import { orderableTotalText } from '#features/quote/repairs.ts'
import { lineProblemText } from '#features/quote/texts.ts'
import { LONGEST_OWN_NUMBER } from '#kit/notes/limits.ts'
import { CellField } from '#kit/ui/form/cell-field.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import type { QuotedListLine } from '../schema.ts'
import { listTexts } from '../texts.ts'
import type { DraftLine } from './draft-list.ts'

type ListLineRowProps = {
  line: DraftLine
  /** As the shop last said of it. */
  quoted: QuotedListLine | undefined
  at: number
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<DraftLine>) => void
  onRemove: () => void
}

/** A line of a list with its fields: 48 px high in a wide window, on a phone a card whose fields name themselves. */
export function ListLineRow({ line, quoted, at, errors, onChange, onRemove }: ListLineRowProps) {
  const { sku } = quoted ?? {}
  const name = sku ?? 'a part that is no longer sold'
  const field = (member: 'quantity' | 'own' | 'note', label: string) => ({
    name: `lines/${at}/${member}`,
    'aria-label': label,
    placeholder: label,
    className: 'h-11 lg:h-9 lg:px-2 lg:text-sm lg:placeholder:text-transparent',
    value: line[member],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [member]: target.value }),
    error: errors[`lines/${at}/${member}`] ?? null,
  })
  return (
    <tr aria-label={name} className="list-line">
      <td className="list-part">
        <PartText quoted={quoted} />
      </td>
      <td className="list-pieces">
        <CellField inputMode="numeric" {...field('quantity', 'Pieces')} />
      </td>
      <td className="list-own">
        <CellField maxLength={LONGEST_OWN_NUMBER} {...field('own', listTexts.ownNumber)} />
      </td>
      <td className="list-note">
        <CellField maxLength={LONGEST_LINE_NOTE} {...field('note', listTexts.note)} />
      </td>
      <td className="list-total">{quoted ? orderableTotalText(quoted) : '–'}</td>
      <td className="list-remove">
        <button
          type="button"
          aria-label={`Remove ${name}`}
          title="Remove"
          className="icon-button"
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </td>
    </tr>
  )
}

/** The part in two lines, the second with what is wrong with the quantity. */
function PartText({ quoted }: Pick<ListLineRowProps, 'quoted'>) {
  const { sku, product } = quoted ?? {}
  const problem = quoted && product !== undefined && lineProblemText(quoted)
  return (
    <>
      <span className="list-name" title={product}>
        {product ? <Unbroken text={product} /> : 'This part is no longer sold.'}
      </span>
      <span className="flex min-w-0 gap-x-3 text-[0.8125rem] leading-5">
        {sku && (
          <Link to={partPath(sku)} className="truncate font-mono">
            {sku}
          </Link>
        )}
        {problem && (
          <span className="truncate text-wait" title={problem}>
            {problem}
          </span>
        )}
      </span>
    </>
  )
}
