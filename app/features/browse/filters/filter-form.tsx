import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { partsText } from '#kit/list-position.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { OWN_SEARCH, useAddressChange } from '#kit/ui/form/use-address-change.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import type { PartsList } from '../category/category-page.ts'
import type { Filter, FilterOption } from './filters.ts'
import { addressOfForm, pathOf, rangeFields } from './selection.ts'

const PANEL = 'filters'

/** More options than this are shown on request. */
const FIRST_OPTIONS = 8

/** Opens the filters on a screen where they are not beside the table. */
export const FilterButton = ({ chosen }: Pick<PartsList, 'chosen'>) => (
  <button type="button" popoverTarget={PANEL} className="button filter-button">
    <span>{chosen.length > 0 ? `Filters (${chosen.length})` : 'Filters'}</span>
  </button>
)

/** The filters of the parts: beside the table on a desktop, else a popover. */
export function FilterPanel({ list, isGrid }: { list: PartsList; isGrid: boolean }) {
  const { selection, filters, found } = list
  const panel = useRef<HTMLElement>(null)
  const form = useFilterForm(selection.category, () => close(panel.current))
  useEffect(() => {
    // A tablet that was turned: open, the panel would stay above the table and not beside it.
    const wide = matchMedia(BESIDE_TABLE)
    const closeWhereWide = () => {
      if (wide.matches) close(panel.current)
    }
    wide.addEventListener('change', closeWhereWide)
    return () => wide.removeEventListener('change', closeWhereWide)
  }, [])
  return (
    <aside ref={panel} id={PANEL} popover="auto" aria-label="Filters" className="filters">
      <form {...form} action={pathOf(selection)} className="grid gap-5">
        <div className="filters-head">
          <p className="font-semibold">Filters</p>
          <button
            type="button"
            popoverTarget={PANEL}
            popoverTargetAction="hide"
            aria-label="Close the filters"
            className="grid size-11 cursor-pointer place-items-center"
          >
            <CloseIcon size={20} />
          </button>
        </div>
        {selection.q && <input type="hidden" name="q" value={selection.q} />}
        {selection.view && <input type="hidden" name="view" value={selection.view} />}
        {!isGrid && <SortSelect options={list.sorts} sort={selection.sort} />}
        {filters.map((filter) => (
          <FilterFields key={filter.key} filter={filter} />
        ))}
        <div className="filters-foot">
          <Button type="submit" className="w-full">
            {found.total === 0 ? 'Show no parts' : `Show ${partsText(found)}`}
          </Button>
        </div>
      </form>
    </aside>
  )
}

/** The width at which browse.css shows the filters beside the table. */
const BESIDE_TABLE = '(width >= 992px)'

function close(panel: HTMLElement | null): void {
  if (panel?.matches(':popover-open')) panel.hidePopover()
}

type SortSelectProps = { options: PartsList['sorts']; sort: string | undefined }

/** The order, where the table has no head to choose it. It is part of the form everywhere. */
function SortSelect({ options, sort = '' }: SortSelectProps) {
  const id = useId()
  return (
    <div className="filters-sort">
      <label htmlFor={id} className="mb-1 font-medium text-sm">
        Sort
      </label>
      <select key={sort} id={id} name="sort" defaultValue={sort} className="filter-field h-11">
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

function FilterFields({ filter }: { filter: Filter }) {
  const { key, label, unit, options, range } = filter
  const first = options.length > FIRST_OPTIONS + 1 ? options.slice(0, FIRST_OPTIONS) : options
  const rest = options.slice(first.length)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-sm">
        {label}
        {range && unit && <span className="font-normal text-muted"> {unit}</span>}
      </legend>
      <Options name={key} options={first} />
      {rest.length > 0 && <RestOptions name={key} options={rest} count={options.length} />}
      {range && <RangeFields name={key} label={label} range={range} />}
    </fieldset>
  )
}

type OptionsProps = { name: string; options: readonly FilterOption[] }

const Options = ({ name, options }: OptionsProps) => (
  <div className="grid">
    {options.map(({ value, text, count, isChosen }) => (
      <label key={value} className={classNames('filter-option', count === 0 && 'text-muted')}>
        <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
        <span className="min-w-0">{text}</span>
        {count !== undefined && <span className="ms-auto text-muted text-xs">{formatCount(count)}</span>}
      </label>
    ))}
  </div>
)

/** Open at first when one of them is chosen; afterwards only the reader opens and closes it. */
function RestOptions({ name, options, count }: OptionsProps & { count: number }) {
  const [isOpen] = useState(() => options.some(({ isChosen }) => isChosen))
  return (
    <details open={isOpen} className="filter-rest">
      <summary>
        <span className="closed">Show all {formatCount(count)}</span>
        <span className="opened">Show fewer</span>
      </summary>
      <Options name={name} options={options} />
    </details>
  )
}

type RangeFieldsProps = { name: string; label: string; range: NonNullable<Filter['range']> }

function RangeFields({ name, label, range }: RangeFieldsProps) {
  const fields = rangeFields(name)
  return (
    <div className="flex items-center gap-2">
      <NumberField name={fields.from} label={`${label}, from`} value={range.from} limit={range.minimum} />
      <span className="text-muted">to</span>
      <NumberField name={fields.to} label={`${label}, to`} value={range.to} limit={range.maximum} />
    </div>
  )
}

type NumberFieldProps = { name: string; label: string; value: string; limit: number }

const NumberField = ({ name, label, value, limit }: NumberFieldProps) => (
  <input
    name={name}
    aria-label={label}
    inputMode="decimal"
    autoComplete="off"
    maxLength={20}
    defaultValue={value}
    placeholder={String(limit)}
    className="filter-field h-9"
  />
)

const TYPING_PAUSE_MS = 400

/**
 * The handlers of the filters' form: a changed filter is in the address at once, a typed number after a pause. Its fields
 * are uncontrolled, so that quick changes are never lost; they show the address again when another one is opened.
 */
function useFilterForm(category: string | undefined, onSubmitted: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // While it is true, the newest history entry is of this typing and is replaced.
  const isTyping = useRef(false)
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => () => clearTimeout(timer.current), [])
  useAddressChange(() => {
    clearTimeout(timer.current)
    isTyping.current = false
    form.current?.reset()
  })

  const apply = (whileTyping: boolean) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const address = addressOfForm(category, new FormData(form.current))
    if (createPath(address) !== location.pathname + location.search) {
      navigate(address, { replace: isTyping.current, preventScrollReset: true, state: OWN_SEARCH })
      showFirstRows()
    }
    isTyping.current = whileTyping
  }

  return {
    ref: form,
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if (!isNumberField(target)) return apply(false)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => apply(true), TYPING_PAUSE_MS)
    },
    onBlur: () => {
      isTyping.current = false
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      apply(false)
      onSubmitted()
    },
  }
}

/** A filter far down is changed where the table was scrolled; the filters stay where they are. */
function showFirstRows(): void {
  const bar = document.querySelector('.browse-bar')
  if (bar && bar.getBoundingClientRect().top < 0) bar.scrollIntoView()
}

const isNumberField = (field: Element): boolean => field.matches('input[inputmode=decimal]')
