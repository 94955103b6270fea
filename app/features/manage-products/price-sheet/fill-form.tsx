import { type FormEvent, useState } from 'react'
import type { Product } from '#features/catalog/schema.ts'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ChooseAll } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { columnsOf, type PriceColumn, valueAt } from './cells.ts'
import { FORMULA_RULE, readFormula } from './formula.ts'
import type { Sheet } from './use-sheet.ts'

type FillFormProps = { sheet: Sheet; list: PagedList<Product>; chosen: Chosen }

/** So many products can be shown at once to change the prices of all. */
const MOST_SHOWN = 1000

/** Changes the prices of all products shown, or of those chosen, in the cells: nothing is saved yet. */
export function FillForm({ sheet, list, chosen }: FillFormProps) {
  const [formula, setFormula] = useState('')
  const [column, setColumn] = useState<PriceColumn>()
  const [error, setError] = useState<string | null>(null)
  const products = list.shown?.rows ?? []
  const changed = chosen.ids.size > 0 ? products.filter(({ _id }) => chosen.ids.has(_id)) : products
  const prices = columnsOf(products).filter((each) => each !== 'stock')
  const fill = (event: FormEvent) => {
    event.preventDefault()
    const read = readFormula(formula)
    if (read === undefined || 'problem' in read) return setError(FORMULA_RULE)
    setError(null)
    sheet.fill(changed, formula.trim(), column && [column])
  }
  return (
    <form aria-label="Change prices" onSubmit={fill} className="mb-4 grid gap-2">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Field
          label="Change prices by"
          value={formula}
          maxLength={40}
          autoComplete="off"
          placeholder="+4%"
          hint="+4%, *1.04 or -0.002, from the saved price."
          error={error}
          className="w-full sm:w-80"
          onChange={({ target }) => setFormula(target.value)}
        />
        {prices.length > 1 && (
          <SelectField
            label="Which prices"
            value={column ?? ''}
            className="w-full sm:w-48"
            onChange={({ target }) => setColumn(prices.find((each) => each === target.value))}
          >
            <option value="">All price breaks</option>
            {prices.map((each, index) => (
              <option key={each} value={each}>{`Only price ${formatCount(index + 1)}`}</option>
            ))}
          </SelectField>
        )}
        <Button
          type="submit"
          variant="secondary"
          className="h-11 sm:mt-6"
          disabled={sheet.progress !== undefined}
        >
          {fillText(changed, chosen, column)}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <ChooseAll chosen={chosen} shown={products.length} />
        <ShowAll list={list} />
      </div>
    </form>
  )
}

/** "Change 12 products", or "Change 3 chosen". */
function fillText(changed: readonly Product[], chosen: Chosen, column: PriceColumn | undefined): string {
  const count = changed.filter(
    (product) => column === undefined || valueAt(product, column) !== undefined,
  ).length
  if (chosen.ids.size > 0) return `Change ${formatCount(count)} chosen`
  return `Change ${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
}

/** Shows the rest of a list, so that all of it can be changed. */
function ShowAll({ list }: { list: PagedList<Product> }) {
  const { shown } = list
  if (shown?.next === undefined) return null
  const rest = Math.min(shown.total, MOST_SHOWN) - shown.rows.length
  if (rest <= 0) return null
  return (
    <Button variant="quiet" size="sm" busy={list.busy === 'more'} onClick={() => void list.showMore(rest)}>
      {`Show ${formatCount(rest)} more`}
    </Button>
  )
}
