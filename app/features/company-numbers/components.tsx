import { useState } from 'react'
import { Link } from 'react-router'
import { signOutIfUnauthorized, signOutWhereForbidden } from '#features/accounts/components.tsx'
import { partPath } from '#features/catalog/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { OWN_NUMBER } from '#kit/notes/buyer-words-texts.ts'
import { countText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { fetchOwnNumbers } from './client.ts'
import { ReplaceForm } from './page/replace-form.tsx'
import type { OwnNumber } from './schema.ts'

const fetchPage = signOutWhereForbidden(fetchOwnNumbers)

const COLUMNS: Column<OwnNumber>[] = [
  { key: 'own', header: OWN_NUMBER, cell: ({ own }) => <span className="wrap-anywhere">{own}</span> },
  {
    key: 'sku',
    header: 'Our part number',
    cell: ({ sku }) => (
      <Link to={partPath(sku)} className="font-mono text-[0.8125rem]">
        {sku}
      </Link>
    ),
  },
]

/** What the company calls parts: for all members to read, for managers to replace. */
export function OwnNumbers({ isManager }: { isManager: boolean }) {
  // The page has a search of its orders too.
  const search = useListSearch('number')
  const list = usePagedList(fetchPage, search.q)
  const { shown } = list
  const isEmpty = shown?.total === 0 && shown.q === ''
  return (
    <Section
      title={shown && !shown.q ? `Own part numbers: ${countText(shown)}` : 'Own part numbers'}
      lead={
        <SearchOutcome list={list}>
          Searches and pasted lists of your company understand them, and orders and papers say them.
        </SearchOutcome>
      }
      action={!isEmpty && <ListSearchField label="Search own part numbers" search={search} />}
    >
      <div className="grid grid-cols-1 gap-6">
        <PagedRows
          list={list}
          what="own part numbers"
          skeleton={<SkeletonRows className="h-11 w-full" />}
          empty={
            <EmptyState title={shown?.q ? `Nothing found for “${shown.q}”` : 'No own part numbers yet'}>
              {shown?.q
                ? 'A part number or an own one has to contain it.'
                : 'With the numbers that your company has for our parts, everybody in it searches, pastes lists and reads orders, invoices and packing slips by them.'}
            </EmptyState>
          }
        >
          {(rows) => (
            <DataTable
              caption="Own part numbers"
              columns={COLUMNS}
              rows={[...rows]}
              rowKey={({ own }) => own}
            />
          )}
        </PagedRows>
        {!isEmpty && <Download />}
        {isManager && <ReplaceForm onChanged={list.refresh} />}
      </div>
    </Section>
  )
}

function Download() {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { saveOwnNumbers } = await import('./page/save-numbers.ts')
      await saveOwnNumbers()
    } catch (error) {
      if (!signOutIfUnauthorized(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button variant="secondary" size="sm" busy={busy} onClick={() => void save()}>
        Download as CSV
      </Button>
    </div>
  )
}
