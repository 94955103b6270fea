import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { OWN_SEARCH } from '#kit/ui/form/use-address-change.ts'
import { useSearchField } from '#kit/ui/form/use-search-field.ts'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import type { ViewFilter as Filter } from '../../schema.ts'
import { chosenFilters, dayRanges, statusFilters, writeSelection } from './order-selection.ts'

type Changes = { readonly [Name in keyof Filter]: Filter[Name] | undefined }

/** Search, days and status of the list; all are kept in the address. The search starts when typing pauses. */
export function OrderFilter({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const { field, searchSoon, cancel } = useSearchField(filter.q ?? '', () => apply({}, true))
  const apply = (changes: Changes, isReplacing = false) => {
    cancel()
    const search = writeSelection({ ...filter, q: field.current?.value.trim(), ...changes })
    if (search !== writeSelection(filter))
      navigate({ search }, { replace: isReplacing, preventScrollReset: true, state: OWN_SEARCH })
  }
  return (
    <div className="grid gap-3">
      <Form
        role="search"
        aria-label="Orders"
        className="flex flex-wrap gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          apply({})
        }}
      >
        <Field
          label="Search orders"
          name="q"
          type="search"
          autoComplete="off"
          defaultValue={filter.q}
          maxLength={MAXIMUM_SEARCH_LENGTH}
          placeholder="Number, PO number, part, customer"
          className="-mb-9 grow basis-full sm:basis-40"
          ref={field}
          onInput={searchSoon}
        />
        <DayFields filter={filter} onChange={apply} />
      </Form>
      <ChoiceLinks
        label="Kinds of orders"
        replace={false}
        choices={statusFilters.map(({ label, status }) => ({
          label,
          to: { search: writeSelection({ ...filter, status }) },
          isChosen: status === filter.status,
        }))}
      />
    </div>
  )
}

const BETWEEN = 'between'

type DaysProps = { filter: Filter; onChange: (changes: Changes) => void }

/** When the orders were placed: a range that ends today, or two days. Days are in UTC, as the shop counts them. */
function DayFields({ filter, onChange }: DaysProps) {
  const { days, from, to } = filter
  const inAddress = from || to ? BETWEEN : String(days ?? '')
  const [shown, setShown] = useState({ filter, choice: inAddress })
  if (shown.filter !== filter) {
    // Choosing the days begins without any.
    const isChoosing = shown.choice === BETWEEN && days === undefined
    setShown({ filter, choice: isChoosing ? BETWEEN : inAddress })
  }
  const choose = (choice: string) => {
    setShown({ filter, choice })
    const range = choice === '' || choice === BETWEEN ? undefined : Number(choice)
    onChange({ days: range, from: undefined, to: undefined })
  }
  const isPreset = days === undefined || dayRanges.some((range) => range.days === days)
  return (
    <>
      <SelectField
        label="Placed"
        value={shown.choice}
        onChange={({ target }) => choose(target.value)}
        className="-mb-9 w-44"
      >
        <option value="">Any day</option>
        {dayRanges.map((range) => (
          <option key={range.days} value={range.days}>
            {range.label}
          </option>
        ))}
        {!isPreset && <option value={days}>{`Last ${days} days`}</option>}
        <option value={BETWEEN}>Between two days</option>
      </SelectField>
      {shown.choice === BETWEEN && (
        <>
          <DayField label="From (UTC)" value={from} onChange={(day) => onChange({ from: day })} />
          <DayField label="To (UTC)" value={to} onChange={(day) => onChange({ to: day })} />
        </>
      )}
    </>
  )
}

type DayFieldProps = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

const TYPING_PAUSE_MS = 600

/** The first digits of a typed year are the year of a day too. */
const FIRST_DAY = '2000-01-01'

function DayField({ label, value, onChange }: DayFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value ?? ''
  }, [value])
  return (
    <label className="grid basis-36 content-start gap-1 text-sm max-sm:grow">
      <span className="font-medium">{label}</span>
      <input
        ref={input}
        type="date"
        defaultValue={value}
        min={FIRST_DAY}
        className="h-11 w-full rounded border border-edge bg-paper px-2 text-base hover:border-ink"
        onChange={({ target }) => {
          clearTimeout(timer.current)
          const day = target.value
          if (day === '' || day >= FIRST_DAY)
            timer.current = setTimeout(() => onChange(day || undefined), TYPING_PAUSE_MS)
        }}
      />
    </label>
  )
}

type ChosenFiltersProps = {
  filter: Filter
  /** What can be done with the filter. */
  children: ReactNode
}

/** What the list is filtered by; each is a link to the list without it. Nothing for the whole list. */
export function ChosenFilters({ filter, children }: ChosenFiltersProps) {
  const chosen = chosenFilters(filter)
  if (chosen.length === 0) return null
  return (
    <div className="-my-1 flex flex-wrap items-center gap-2 text-sm">
      <ul aria-label="Chosen filters" className="contents">
        {chosen.map(({ text, without }) => (
          <li key={text}>
            <Link to={{ search: writeSelection(without) }} preventScrollReset className="chip">
              <span className="sr-only">Without </span>
              {text}
              <CloseIcon />
            </Link>
          </li>
        ))}
      </ul>
      {chosen.length > 1 && (
        <Link to={{ search: '' }} preventScrollReset className="px-1 py-1">
          Clear all
        </Link>
      )}
      {children}
    </div>
  )
}
