import { useEffect, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { OWN_SEARCH } from '#kit/ui/form/use-address-change.ts'
import { useSearchField } from '#kit/ui/form/use-search-field.ts'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { DayRangeFields } from '#kit/ui/list/day-range-fields.tsx'
import { hasUnpaid } from './client.ts'
import { type InvoiceFilter, NO_DAYS, NOT_PAID, writeFilter } from './selection.ts'

/** Search and days of the list, and whether only what is not paid; all are kept in the address. */
export function InvoiceFilterFields({ filter }: { filter: InvoiceFilter }) {
  const { q, range, from, to, isOpen } = filter
  const navigate = useNavigate()
  const isAnyOpen = useIsAnyOpen()
  const { field, searchSoon, cancel } = useSearchField(q ?? '', () => apply({}, true))
  const apply = (changes: Partial<InvoiceFilter>, isReplacing = false) => {
    cancel()
    const search = writeFilter({ ...filter, q: field.current?.value.trim(), ...changes })
    if (search !== writeFilter(filter))
      navigate({ search }, { replace: isReplacing, preventScrollReset: true, state: OWN_SEARCH })
  }
  return (
    <div className="grid gap-3">
      <Form
        role="search"
        aria-label="Invoices"
        className="flex flex-wrap gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          apply({})
        }}
      >
        <Field
          label="Search invoices"
          name="q"
          type="search"
          autoComplete="off"
          defaultValue={q}
          maxLength={MAXIMUM_SEARCH_LENGTH}
          placeholder="Number, order, customer, company"
          className="-mb-9 grow basis-full sm:basis-40"
          ref={field}
          onInput={searchSoon}
        />
        <DayRangeFields
          label="Issued"
          range={range}
          from={from}
          to={to}
          onChange={({ range: name, ...days }) => apply({ ...NO_DAYS, ...days, range: name })}
        />
      </Form>
      {(isAnyOpen || isOpen) && (
        <ChoiceLinks
          label="Kinds of invoices"
          replace={false}
          choices={[
            { label: 'All', to: { search: writeFilter({ ...filter, isOpen: false }) }, isChosen: !isOpen },
            {
              label: NOT_PAID,
              to: { search: writeFilter({ ...filter, isOpen: true }) },
              isChosen: isOpen === true,
            },
          ]}
        />
      )}
    </div>
  )
}

/** Whether there is an invoice that is not paid: elsewhere nobody is asked whether to see only those. */
function useIsAnyOpen(): boolean {
  const [isAny, setIsAny] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    hasUnpaid(abort.signal).then(setIsAny, signOutIfForbidden)
    return () => abort.abort()
  }, [])
  return isAny
}
