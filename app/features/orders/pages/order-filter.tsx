import { Form, Link, useSubmit } from 'react-router'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/search-length.ts'
import { Field } from '#kit/ui/field.tsx'
import { OWN_SEARCH } from '#kit/ui/use-address-change.ts'
import { useSearchField } from '#kit/ui/use-search-field.ts'
import type { OrderSelection } from '../client.ts'
import { statusFilters, writeSelection } from '../order-selection.ts'

/** Search and status filter; both are kept in the address. The search starts when typing pauses. */
export function OrderFilter({ selection: { q, status } }: { selection: OrderSelection }) {
  const submit = useSubmit()
  const { field, searchSoon } = useSearchField(q, () =>
    submit(field.current?.form ?? null, { replace: true, preventScrollReset: true, state: OWN_SEARCH }),
  )
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <Form role="search" replace preventScrollReset state={OWN_SEARCH} className="grow basis-60">
        <Field
          label="Search orders"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={MAXIMUM_SEARCH_LENGTH}
          placeholder="Product, customer, town or id"
          className="-mb-9"
          ref={field}
          onInput={searchSoon}
        />
        {status && <input type="hidden" name="status" value={status} />}
      </Form>
      <nav aria-label="Kinds of orders" className="flex flex-wrap rounded border border-edge p-px text-sm">
        {statusFilters.map((filter) => (
          <Link
            key={filter.label}
            to={{ search: writeSelection({ q, status: filter.status }) }}
            replace
            preventScrollReset
            aria-current={filter.status === status ? 'true' : undefined}
            className="grid min-h-10 place-items-center rounded px-3 text-muted no-underline hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link pointer-coarse:min-h-11"
          >
            {filter.label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
