import { useEffect, useState } from 'react'
import { Form, useNavigate, useSearchParams } from 'react-router'
import { signOutIfForbidden, signOutWhereForbidden } from '#features/accounts/components.tsx'
import { ForRight } from '#features/accounts/staff-access.tsx'
import { type FetchPage, type PagedList, usePagedList } from '#kit/browser/paged-list.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { countText } from '#kit/text/count-text.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { OWN_SEARCH } from '#kit/ui/form/use-address-change.ts'
import { useSearchField } from '#kit/ui/form/use-search-field.ts'
import { ChosenFilters } from '#kit/ui/list/chosen-filters.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { readSelection, writeSelection } from '../admin/customer-selection.ts'
import { CustomerTable, LoadingCustomers } from '../admin/customer-table.tsx'
import { fetchCustomers, fetchTags } from '../client.ts'
import { NEW_CUSTOMER_PATH } from '../paths.ts'
import type { CustomerFilter, ListedCustomer, UsedTag } from '../schema.ts'
import { customerTexts } from '../texts.ts'
import type { Route } from './+types/customers.ts'

export const meta: Route.MetaFunction = ({ location }) => privateMeta(searchTitle('Customers', location))

/** The search of the list is its whole filter. */
const fetchList: FetchPage<ListedCustomer> = signOutWhereForbidden(({ q: selection, limit, after }, signal) =>
  fetchCustomers({ ...readSelection(new URLSearchParams(selection)), limit, after }, signal),
)

export default function Customers() {
  const [params] = useSearchParams()
  const filter = readSelection(params)
  const list = usePagedList(fetchList, writeSelection(filter))
  return (
    <WidePage>
      <PageHeading title="Customers" actions={<Actions filter={filter} />} />
      <div className="grid grid-cols-1 gap-4">
        <CustomerFields filter={filter} />
        <Chosen filter={filter} />
        <Outcome list={list} />
        <PagedRows
          list={list}
          what="customers"
          skeleton={<LoadingCustomers filter={filter} />}
          empty={<NoCustomers filter={filter} />}
        >
          {(customers) => <CustomerTable customers={customers} filter={filter} />}
        </PagedRows>
      </div>
    </WidePage>
  )
}

const Actions = ({ filter }: { filter: CustomerFilter }) => (
  <>
    <ExportButton
      path={() => `/api/customers.csv${writeSelection(filter)}`}
      onFailure={signOutIfForbidden}
      shortcut={{ keys: 'e', label: 'Export the customers that match' }}
    >
      Export
    </ExportButton>
    <ForRight right="orders">
      <ButtonLink to={NEW_CUSTOMER_PATH}>New customer</ButtonLink>
    </ForRight>
  </>
)

/** How many there are, also for screen readers after a search. */
const Outcome = ({ list: { shown, isStale, error } }: { list: PagedList<ListedCustomer> }) => (
  <p role="status" className="min-h-6 text-muted text-sm">
    {shown &&
      !isStale &&
      error === undefined &&
      `${countText(shown)} ${shown.total === 1 ? 'customer' : 'customers'}, without the staff`}
  </p>
)

/** Search and tag; both are kept in the address. The search starts when typing pauses. */
function CustomerFields({ filter }: { filter: CustomerFilter }) {
  const navigate = useNavigate()
  const tags = useTags()
  const { field, searchSoon, cancel } = useSearchField(filter.q ?? '', () => apply({}, true))
  const apply = (changes: { tag?: string | undefined }, isReplacing = false) => {
    cancel()
    const search = writeSelection({ ...filter, q: field.current?.value.trim(), ...changes })
    if (search !== writeSelection(filter))
      navigate({ search }, { replace: isReplacing, preventScrollReset: true, state: OWN_SEARCH })
  }
  const listed = tags.some(({ tag }) => tag === filter.tag) || !filter.tag
  return (
    <Form
      role="search"
      aria-label="Customers"
      className="flex flex-wrap gap-x-4 gap-y-3 [--note-height:0px]"
      onSubmit={(event) => {
        event.preventDefault()
        apply({})
      }}
    >
      <Field
        label="Search customers"
        name="q"
        type="search"
        autoComplete="off"
        defaultValue={filter.q}
        maxLength={MAXIMUM_SEARCH_LENGTH}
        placeholder="Name, e-mail, company, phone, order"
        className="grow basis-full sm:basis-40"
        ref={field}
        onInput={searchSoon}
      />
      {(tags.length > 0 || filter.tag) && (
        <SelectField
          label="Tag"
          value={filter.tag ?? ''}
          onChange={({ target }) => apply({ tag: target.value || undefined })}
          className="w-full sm:w-56"
        >
          <option value="">All</option>
          {!listed && <option value={filter.tag}>{filter.tag}</option>}
          {tags.map(({ tag, customers }) => (
            <option key={tag} value={tag}>
              {`${tag} (${customers})`}
            </option>
          ))}
        </SelectField>
      )}
    </Form>
  )
}

/** None until they are loaded, and when that fails: the list is of use without them. */
function useTags(): readonly UsedTag[] {
  const [tags, setTags] = useState<readonly UsedTag[]>([])
  useEffect(() => {
    const abort = new AbortController()
    fetchTags(abort.signal).then(setTags, signOutIfForbidden)
    return () => abort.abort()
  }, [])
  return tags
}

const Chosen = ({ filter }: { filter: CustomerFilter }) => (
  <ChosenFilters
    chosen={[
      ...(filter.q ? [{ text: `“${filter.q}”`, search: writeSelection({ ...filter, q: '' }) }] : []),
      ...(filter.tag
        ? [{ text: `Tag ${filter.tag}`, search: writeSelection({ ...filter, tag: undefined }) }]
        : []),
    ]}
  />
)

const NoCustomers = ({ filter: { q, tag } }: { filter: CustomerFilter }) =>
  q || tag ? (
    <EmptyState title={customerTexts.noneFound} art={<EmptyDrawing />}>
      {customerTexts.noneFoundHint}
    </EmptyState>
  ) : (
    <EmptyState title={customerTexts.none} art={<EmptyDrawing />}>
      {customerTexts.noneHint}
    </EmptyState>
  )
