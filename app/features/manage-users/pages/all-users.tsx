import { accountsClient } from '#features/accounts/client.ts'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import type { ListedUser } from '#features/accounts/schema.ts'
import { type FetchPage, unwrapPage, usePagedList } from '#kit/browser/paged-list.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { LoadingUsers, UsersTable } from '../users/users-table.tsx'
import type { Route } from './+types/all-users.ts'

export const meta: Route.MetaFunction = ({ location }) => privateMeta(searchTitle('All User', location))

const fetchUsers: FetchPage<ListedUser> = signOutWhereForbidden((query, signal) =>
  unwrapPage(accountsClient.user.$get({ query }, { init: { signal } })),
)

export default function AllUsers() {
  const search = useListSearch()
  const list = usePagedList(fetchUsers, search.q)
  useUndone(() => void list.refresh())
  const count = list.shown ? formatCount(list.shown.total) : '…'
  return (
    <>
      <PageHeading title="All User" />
      <Section
        title={search.q ? `Users found: ${count}` : `Total Users: ${count}`}
        lead={<SearchOutcome list={list}>Newest first.</SearchOutcome>}
        action={<ListSearchField label="Search users" search={search} />}
      >
        <PagedRows
          list={list}
          what="users"
          skeleton={<LoadingUsers />}
          empty={
            <EmptyState title={`Nobody found for “${list.shown?.q}”`} art={<EmptyDrawing />}>
              The search looks for every word in names, e-mail addresses and companies: fewer or shorter words
              find more.
            </EmptyState>
          }
        >
          {(users) => <UsersTable users={users} onChanged={list.refresh} />}
        </PagedRows>
      </Section>
    </>
  )
}
