import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { orderableTotalText } from '#features/quote/repairs.ts'
import { lineProblemText } from '#features/quote/texts.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { LONGEST_LINE_NOTE, LONGEST_OWN_NUMBER } from '../limits.ts'
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

/** A line of a list with its fields. */
export function ListLineRow({ line, quoted, at, errors, onChange, onRemove }: ListLineRowProps) {
  const { sku, product } = quoted ?? {}
  const problem = quoted && lineProblemText(quoted)
  const name = sku ?? 'a part that is no longer sold'
  const field = (member: 'quantity' | 'ownNumber' | 'note') => ({
    name: `lines/${at}/${member}`,
    value: line[member],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [member]: target.value }),
    error: errors[`lines/${at}/${member}`] ?? null,
  })
  return (
    <li
      aria-label={name}
      className="grid gap-x-4 border-line border-b py-3 lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="mb-2 min-w-0 lg:col-span-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="min-w-0 wrap-anywhere">
            {product ? <Unbroken text={product} /> : 'This part is no longer sold.'}{' '}
            {sku && (
              <Link to={partPath(sku)} className="font-mono text-sm">
                <Unbroken text={sku} />
              </Link>
            )}
          </p>
          <p className="tabular-nums">{quoted ? orderableTotalText(quoted) : '–'}</p>
        </div>
        {problem && product && <p className="text-sm text-wait">{problem}</p>}
      </div>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 lg:grid-cols-[8rem_12rem_minmax(0,1fr)]">
        <Field label="Pieces" inputMode="numeric" {...field('quantity')} />
        <Field label={listTexts.ownNumber} maxLength={LONGEST_OWN_NUMBER} {...field('ownNumber')} />
        <Field
          label={listTexts.note}
          maxLength={LONGEST_LINE_NOTE}
          className="max-lg:col-span-2"
          {...field('note')}
        />
      </div>
      <Button
        variant="quiet"
        aria-label={`Remove ${name}`}
        className="justify-self-end lg:mt-6 lg:h-11"
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  )
}
