import type { ReactNode } from 'react'
import { Form, useNavigate } from 'react-router'
import { DAYS_OF } from '#features/orders/states.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { OWN_SEARCH } from '#kit/ui/form/use-address-change.ts'
import { useSearchField } from '#kit/ui/form/use-search-field.ts'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { ChosenFilters } from '#kit/ui/list/chosen-filters.tsx'
import { DayRangeFields } from '#kit/ui/list/day-range-fields.tsx'
import type { ViewFilter as Filter } from '../schema.ts'
import {
  chosenFilters,
  dayOfTexts,
  dayRangeLabel,
  dayRanges,
  statusFilters,
  writeSelection,
} from './order-selection.ts'

type Changes = { readonly [Name in keyof Filter]: Filter[Name] | undefined }

type OrderFilterProps = {
  filter: Filter
  /** Orders of companies are shown. */
  hasCompanies: boolean
}

/** Search, days and status of the list; all are kept in the address. The search starts when typing pauses. */
export function OrderFilter({ filter, hasCompanies }: OrderFilterProps) {
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
        className={FIELDS}
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
          className="-mb-9 min-w-0 grow basis-32"
          ref={field}
          onInput={searchSoon}
        />
        <DayRangeFields
          label={dayOfTexts[filter.dayOf ?? 'placed']}
          ranges={rangesWith(filter.days)}
          range={filter.days === undefined ? filter.range : String(filter.days)}
          from={filter.from}
          to={filter.to}
          onChange={({ range, from, to }) => apply({ ...readRangeChoice(range), from, to })}
        />
        {hasDays(filter) && (
          <SelectField
            label="Days of"
            value={filter.dayOf ?? 'placed'}
            onChange={({ target }) => apply({ dayOf: target.value === 'money' ? 'money' : undefined })}
            className="-mb-9 w-44 max-sm:grow"
          >
            {DAYS_OF.map((dayOf) => (
              <option key={dayOf} value={dayOf}>
                {dayOfTexts[dayOf]}
              </option>
            ))}
          </SelectField>
        )}
      </Form>
      <div className={ABOVE_HINTS}>
        <ChoiceLinks
          label="Kinds of orders"
          isDense
          replace={false}
          choices={kindChoices(filter, hasCompanies)}
        />
      </div>
    </div>
  )
}

/** Only orders of companies wait for an approval. */
const kindChoices = (filter: Filter, hasCompanies: boolean) =>
  statusFilters
    .filter(({ status }) => status !== 'waiting' || hasCompanies || filter.status === status)
    .map(({ label, status }) => ({
      label,
      to: { search: writeSelection({ ...filter, status }) },
      isChosen: status === filter.status,
    }))

/** The room for hints of the fields reaches over what is below them. The links scroll by themselves where they are too many. */
const ABOVE_HINTS = 'relative min-w-0'

/** A wide page shows another order instead of the labels, but for those of days. */
const FIELDS =
  'flex flex-wrap items-end gap-x-4 gap-y-3 md:[&>div]:relative md:[&>div:not(:has([type=date]))>div:has(label)]:sr-only'

/** What the days are of is asked for once there are any. */
const hasDays = ({ days, range, from, to, dayOf }: Filter): boolean =>
  (days ?? range ?? from ?? to ?? dayOf) !== undefined

/** A range that ends today is a number of days. */
function readRangeChoice(range: string | undefined): Pick<Changes, 'days' | 'range'> {
  const days = dayRanges.find((each) => String(each.days) === range)?.days
  return { days, range: days === undefined ? range : undefined }
}

/** The ranges that end today; a link may have another one. */
const rangesWith = (days: number | undefined) =>
  [...new Set([...dayRanges.map((range) => range.days), ...(days === undefined ? [] : [days])])].map(
    (each) => ({ value: String(each), label: dayRangeLabel(each) }),
  )

/** What the list is filtered by, with what can be done with the filter. */
export const FilteredBy = ({ filter, children }: { filter: Filter; children: ReactNode }) => (
  <ChosenFilters
    chosen={chosenFilters(filter).map(({ text, without }) => ({ text, search: writeSelection(without) }))}
  >
    {children}
  </ChosenFilters>
)
