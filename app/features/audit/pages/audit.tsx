import { type FormEvent, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { type FetchPage, usePagedList } from '#kit/browser/paged-list.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { DayRangeFields } from '#kit/ui/list/day-range-fields.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { AuditTable, LoadingAudit } from '../admin/audit-table.tsx'
import { type AuditFilter, fetchAudit, readFilter, writeFilter } from '../admin/client.ts'
import { auditListTexts, auditTexts } from '../admin/texts.ts'
import type { AuditEntry } from '../schema.ts'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = () => privateMeta(auditListTexts.heading)

const fetchEntries: FetchPage<AuditEntry> = signOutWhereForbidden(fetchAudit)

export default function AuditPage() {
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)
  const list = usePagedList(fetchEntries, writeFilter(filter))
  const isFiltered = writeFilter(filter) !== ''
  return (
    <>
      <PageHeading title={auditListTexts.heading} lead={auditListTexts.lead} />
      <Filter
        // Days have fields that follow the address themselves, and keep the focus.
        key={writeFilter({ ...filter, from: undefined, to: undefined, range: undefined })}
        filter={filter}
        onChange={(changed) => setParams(writeFilter(changed), { preventScrollReset: true })}
      />
      <PagedRows
        list={list}
        what="changes"
        skeleton={<LoadingAudit />}
        empty={
          isFiltered ? (
            <EmptyState
              title="No change matches"
              action={<Link to="/dashboard/audit">Show all changes</Link>}
            >
              {filter.by
                ? 'The person is found by the whole e-mail address.'
                : 'Try other words, another kind or other days.'}
            </EmptyState>
          ) : (
            <EmptyState title="No changes yet" art={<EmptyDrawing />}>
              {auditListTexts.empty}
            </EmptyState>
          )
        }
      >
        {(entries) => <AuditTable entries={entries} />}
      </PagedRows>
    </>
  )
}

/** The kinds by their groups, in the sequence of the texts. */
const GROUPS = [...Map.groupBy(Object.entries(auditTexts), ([, { group }]) => group)]

type Days = Pick<AuditFilter, 'from' | 'to' | 'range'>

type FilterProps = { filter: AuditFilter; onChange: (filter: AuditFilter) => void }

/** Kept in the address: a kind and days are applied when they are chosen, words and a person when the form is sent. */
function Filter({ filter, onChange }: FilterProps) {
  const form = useRef<HTMLFormElement>(null)
  const apply = (days: Days = filter) => {
    const { by, kind, q } = Object.fromEntries(new FormData(form.current ?? undefined))
    const typed = new URLSearchParams({ by: String(by), kind: String(kind), q: String(q) })
    onChange({ ...readFilter(typed), from: days.from, to: days.to, range: days.range })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <search>
      <form ref={form} onSubmit={submit} className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Field
          label="Words"
          name="q"
          type="search"
          defaultValue={filter.words}
          maxLength={MAXIMUM_SEARCH_LENGTH}
          autoComplete="off"
          placeholder="Part, order, change"
          className="-mb-9 grow basis-40"
        />
        <Field
          label="Person"
          name="by"
          type="search"
          defaultValue={filter.by}
          maxLength={LONGEST_EMAIL}
          autoComplete="off"
          placeholder="E-mail address"
          className="-mb-9 grow basis-40"
        />
        <SelectField
          label="Kind"
          name="kind"
          defaultValue={filter.kind}
          onChange={() => apply()}
          className="-mb-9 grow basis-40"
        >
          <option value="">All changes</option>
          {GROUPS.map(([group, kinds]) => (
            <optgroup key={group} label={group}>
              {kinds.map(([kind, { text }]) => (
                <option key={kind} value={kind}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <DayRangeFields
          label="Made"
          range={filter.range}
          from={filter.from}
          to={filter.to}
          onChange={apply}
        />
        <Button type="submit" variant="secondary" className="h-11">
          Filter
        </Button>
      </form>
    </search>
  )
}
