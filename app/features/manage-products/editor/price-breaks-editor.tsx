import { type ClipboardEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { readProductPrice } from '#features/catalog/fields.ts'
import { MAXIMUM_PRICE_BREAKS } from '#features/catalog/limits.ts'
import { lineTotal } from '#features/pricing/price-line.ts'
import { minimumOf } from '#features/pricing/price-terms.ts'
import { moneyUnit } from '#kit/identity/shop-currency.ts'
import { formatTotal } from '#kit/money.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { CellField } from '#kit/ui/form/cell-field.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { ProductInput } from '../fields/product-input.tsx'
import { breaksOf, type Draft, type PriceBreakDraft, sortedBreaks, withBreaks } from './draft.ts'
import { fieldProps } from './field-props.ts'
import { pasteBreaks, readPastedBreaks } from './pasted-breaks.ts'
import type { ProductFields } from './use-editor.ts'

type PriceBreaksEditorProps = {
  editor: ProductFields
  /** Add Product has the first price in a field of its own. */
  form?: 'add' | 'edit'
}

/**
 * Minimum, step and the price breaks, which are sorted when the focus leaves them. Price breaks that were copied from a
 * spreadsheet can be pasted into one.
 */
export function PriceBreaksEditor({ editor, form = 'edit' }: PriceBreaksEditorProps) {
  const { draft, edit, removePriceBreak } = editor
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const breaks = breaksOf(draft)
  const shown = [...breaks.keys()].slice(form === 'add' ? 1 : 0)
  const isFull = breaks.length >= MAXIMUM_PRICE_BREAKS
  const change = (index: number, part: Partial<PriceBreakDraft>) =>
    edit(withBreaks(breaks.map((priceBreak, at) => (at === index ? { ...priceBreak, ...part } : priceBreak))))
  // The focus is moved once the changed rows are rendered.
  const add = () => {
    flushSync(() => edit(withBreaks([...breaks, { from: '', price: '' }])))
    document.getElementById(`${id}-from-${breaks.length}`)?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => removePriceBreak(index))
    addButton.current?.focus()
  }
  const paste = (event: ClipboardEvent, index: number) => {
    const text = event.clipboardData.getData('text/plain')
    const pasted = readPastedBreaks(text)
    if (!pasted) return
    event.preventDefault()
    const after = pasteBreaks(breaks, index, pasted, minimumOf(termsOf(draft)))
    edit(withBreaks(after.slice(0, MAXIMUM_PRICE_BREAKS)))
    if (after.length > MAXIMUM_PRICE_BREAKS) notify.error(`At most ${MAXIMUM_PRICE_BREAKS} price breaks.`)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold text-lg">Prices</legend>
      <div className="grid grid-cols-2 gap-x-4">
        <ProductInput {...fieldProps(editor, 'minimum')} form={form} />
        <ProductInput {...fieldProps(editor, 'step')} form={form} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only sorts what is in its fields. */}
      <div
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) edit(withBreaks(sortedBreaks(breaks)))
        }}
      >
        {shown.length > 0 && <BreakHeads />}
        <ol className="mb-3 grid gap-2">
          {shown.map((index) => (
            <PriceBreakFields
              key={index}
              editor={editor}
              priceBreak={breaks[index] ?? NO_BREAK}
              index={index}
              fromId={`${id}-from-${index}`}
              onChange={(part) => change(index, part)}
              onRemove={() => remove(index)}
              onPaste={(event) => paste(event, index)}
            />
          ))}
        </ol>
        <Button ref={addButton} variant="secondary" size="sm" disabled={isFull} onClick={add}>
          <span className="inline-flex items-center gap-2">
            <PlusIcon /> Add a price break
          </span>
        </Button>
        {shown.length > 0 && <BreakNote isFull={isFull} />}
      </div>
    </fieldset>
  )
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-start gap-x-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem_2.75rem]'

const BreakHeads = () => (
  <div aria-hidden="true" className={classNames(ROW, 'mb-1 font-medium text-sm')}>
    <span>From pieces</span>
    <span>Price per piece</span>
    <span className="hidden text-end sm:block">Costs</span>
  </div>
)

const BreakNote = ({ isFull }: { isFull: boolean }) => (
  <p className="mt-2 text-muted text-sm">
    {isFull
      ? `At most ${MAXIMUM_PRICE_BREAKS} price breaks.`
      : 'Rows of quantities and prices that were copied from a spreadsheet can be pasted into one.'}
  </p>
)

const NO_BREAK: PriceBreakDraft = { from: '', price: '' }

/** Minimum and step as far as they can be read. */
const termsOf = ({ minimum = '', step = '' }: Draft) => ({
  minimum: readPieces(minimum),
  step: readPieces(step),
})

type PriceBreakFieldsProps = {
  editor: ProductFields
  priceBreak: PriceBreakDraft
  index: number
  fromId: string
  onChange: (part: Partial<PriceBreakDraft>) => void
  onRemove: () => void
  onPaste: (event: ClipboardEvent) => void
}

function PriceBreakFields({ editor, priceBreak, index, fromId, ...on }: PriceBreakFieldsProps) {
  const { draft, errors, check } = editor
  const { onChange, onRemove, onPaste } = on
  const fields = { from: `prices/${index}/from`, price: `prices/${index}/price` }
  const from = index === 0 ? (draft.minimum ?? '') : priceBreak.from
  const name = `price break ${index + 1}`
  return (
    <li className={ROW} onPaste={onPaste}>
      <CellField
        id={fromId}
        aria-label={`From pieces, ${name}`}
        name={fields.from}
        value={from}
        inputMode="numeric"
        // The first price break begins with the minimum.
        disabled={index === 0}
        error={errors[fields.from] ?? null}
        onChange={({ target }) => onChange({ from: target.value })}
        onBlur={() => check(fields.from)}
      />
      <CellField
        aria-label={`Price per piece in ${moneyUnit()}, ${name}`}
        name={fields.price}
        value={priceBreak.price}
        inputMode="decimal"
        error={errors[fields.price] ?? null}
        onChange={({ target }) => onChange({ price: target.value })}
        onBlur={() => check(fields.price)}
      />
      <p className="hidden pt-2.5 text-end text-muted sm:block">{totalText(from, priceBreak.price)}</p>
      {index > 0 && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
          className="grid size-11 cursor-pointer place-items-center rounded text-muted hover:text-ink"
        >
          <CloseIcon />
        </button>
      )}
    </li>
  )
}

/** What the fewest pieces of a price break cost. */
function totalText(from: string, price: string): string {
  const pieces = readPieces(from)
  const { value } = readProductPrice(price.trim())
  if (pieces === undefined || value === undefined) return ''
  const total = lineTotal({ prices: [{ from: pieces, price: value }] }, pieces)
  return formatTotal(total)
}
