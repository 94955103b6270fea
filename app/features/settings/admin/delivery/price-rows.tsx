import { useRef } from 'react'
import { MAXIMUM_RATES } from '#features/delivery/limits.ts'
import { moneySign, moneyUnit } from '#kit/identity/shop-currency.ts'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RowButtons } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { CellField } from '#kit/ui/form/cell-field.tsx'
import { addRow, changeRow, moveRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import type { PriceDraft } from '../form/draft.ts'

type PriceRowsProps = {
  errors: Readonly<Record<string, string>>
  /** Where the shop finds errors of the rows, such as `delivery/methods/0/rates`. */
  path: string
  /** The method, in the labels of the fields. */
  named: string
  rates: readonly PriceDraft[]
  /** Takes the errors at `paths` of the method away. */
  onChange: (rates: readonly PriceDraft[], paths: readonly string[]) => void
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]'

const COLUMNS = [
  { field: 'uptoKg', head: 'Up to kg', label: 'Up to kg', isMoney: false },
  { field: 'uptoTotal', head: 'Up to', label: 'Up to a sum in', isMoney: true },
  { field: 'price', head: 'Price in', label: 'Price in', isMoney: true },
] as const

/** The prices of a method: the first row whose bounds fit holds. */
export function PriceRows({ errors, path, named, rates, onChange }: PriceRowsProps) {
  const add = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">Prices</legend>
      <p className="mb-3 text-muted text-sm">
        The first row that fits holds. An empty field is no bound; without a row that fits the method is not
        offered.
      </p>
      {errors[path] && <p className="mb-3 text-bad text-sm">{errors[path]}</p>}
      <div aria-hidden="true" className={classNames(ROW, 'mb-1 text-end text-muted text-sm')}>
        {COLUMNS.map(({ field, head, isMoney }) => (
          <span key={field}>{isMoney ? `${head} ${moneySign().trim()}` : head}</span>
        ))}
        <span className="hidden w-35 sm:block" />
      </div>
      <ol className="mb-3 grid gap-2">
        {rates.map((rate, index) => (
          <PriceRow
            key={rate.row}
            errors={errors}
            path={`${path}/${index}`}
            named={named}
            rate={rate}
            index={index}
            count={rates.length}
            onType={(field, value) =>
              onChange(changeRow(rates, rate.row, { [field]: value }), [
                `rates/${index}`,
                `rates/${index}/${field}`,
              ])
            }
            onMove={(by) => onChange(moveRow(rates, rate.row, by), ['rates/'])}
            onRemove={() => {
              onChange(removeRow(rates, rate.row), ['rates', 'rates/'])
              // The button of a removed row would take the focus with it.
              add.current?.focus()
            }}
          />
        ))}
      </ol>
      <Button
        ref={add}
        variant="secondary"
        size="sm"
        disabled={rates.length >= MAXIMUM_RATES}
        onClick={() => onChange(addRow(rates, { uptoKg: '', uptoTotal: '', price: '' }), ['rates'])}
      >
        <PlusIcon />
        {`Add a price${named && ` to ${named}`}`}
      </Button>
    </fieldset>
  )
}

type PriceRowProps = Pick<PriceRowsProps, 'errors' | 'path' | 'named'> & {
  rate: PriceDraft
  index: number
  count: number
  onType: (field: (typeof COLUMNS)[number]['field'], value: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function PriceRow({ errors, path, named, rate, index, count, onType, onMove, onRemove }: PriceRowProps) {
  const row = `price ${index + 1} of ${named}`
  return (
    <li className={ROW}>
      {COLUMNS.map(({ field, label, isMoney }, column) => (
        <CellField
          key={field}
          aria-label={`${isMoney ? `${label} ${moneyUnit()}` : label}, ${row}`}
          name={`${path}/${field}`}
          inputMode="decimal"
          value={rate[field]}
          // What is wrong with the whole row is said at its first field.
          error={errors[`${path}/${field}`] ?? (column === 0 ? errors[path] : undefined) ?? null}
          onChange={({ target }) => onType(field, target.value)}
        />
      ))}
      <div className="col-span-3 flex justify-end gap-1 sm:col-span-1">
        <RowButtons named={row} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
    </li>
  )
}
