import { useState } from 'react'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { type FetchPage, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { countText } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { UndoToasts, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { ManagedCompanyPanel } from '../admin/managed-company.tsx'
import { companiesClient, type ListedCompany } from '../client.ts'
import type { Route } from './+types/companies.ts'

export const meta: Route.MetaFunction = ({ location }) => privateMeta(searchTitle('Companies', location))

const fetchCompanies: FetchPage<ListedCompany> = signOutWhereForbidden((query, signal) =>
  unwrapPage(companiesClient.companies.$get({ query }, { init: { signal } })),
)

export default function Companies() {
  const search = useListSearch()
  const list = usePagedList(fetchCompanies, search.q)
  const [undone, setUndone] = useState(0)
  useUndone(() => {
    setUndone((count) => count + 1)
    void list.refresh()
  })
  const count = list.shown ? countText(list.shown) : '…'
  return (
    <>
      <UndoToasts />
      <PageHeading title="Companies" />
      <Section
        title={search.q ? `Companies found: ${count}` : `Companies: ${count}`}
        lead={<SearchOutcome list={list}>Newest first.</SearchOutcome>}
        action={<ListSearchField label="Search companies" search={search} />}
      >
        <PagedRows
          list={list}
          what="companies"
          skeleton={<SkeletonRows className="h-14 w-full" />}
          empty={
            <EmptyState
              title={list.shown?.q ? `Nothing found for “${list.shown.q}”` : 'No companies yet'}
              art={<EmptyDrawing />}
            >
              Customers create a company in their account, and invite the others who order for it.
            </EmptyState>
          }
        >
          {(companies) => (
            <ul aria-label="Companies" className="border-line border-t">
              {companies.map((company) => (
                <CompanyRow key={`${company._id} ${undone}`} company={company} onChanged={list.refresh} />
              ))}
            </ul>
          )}
        </PagedRows>
      </Section>
    </>
  )
}

type CompanyRowProps = { company: ListedCompany; onChanged: () => Promise<unknown> }

function CompanyRow({ company, onChanged }: CompanyRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { _id, name, memberCount, blocked, createdAt } = company
  return (
    <li className="border-line border-b py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>{' '}
          {blocked && <StatusBadge tone="bad">Blocked</StatusBadge>}
          <span className="block text-muted text-sm">
            {`${memberCount} ${memberCount === 1 ? 'member' : 'members'}, since `}
            <DateTime iso={createdAt} />
          </span>
        </p>
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Open'}
        </Button>
      </div>
      {isOpen && <ManagedCompanyPanel id={_id} onChanged={onChanged} />}
    </li>
  )
}
