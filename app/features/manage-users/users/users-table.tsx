import { Link } from 'react-router'
import { MAY_READ_ORDERS } from '#features/accounts/rights.ts'
import type { ListedUser } from '#features/accounts/schema.ts'
import { ForRight, LinkForRight, may } from '#features/accounts/staff-access.tsx'
import { customerPath } from '#features/customers/paths.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { AdminRole } from './admin-role.tsx'
import { EndSessions } from './end-sessions.tsx'
import { standingText } from './staff-rights.tsx'

type UsersTableProps = {
  users: readonly ListedUser[]
  /** Reloads the list after a role changed. */
  onChanged: () => Promise<void>
}

export function UsersTable({ users, onChanged }: UsersTableProps) {
  const columns: Column<ListedUser>[] = [
    ...COLUMNS,
    {
      key: 'role',
      header: 'Make Admin',
      align: 'end',
      cell: (user) =>
        may('admin') ? (
          <AdminRole user={user} onChanged={onChanged} />
        ) : (
          <span className="text-muted">{standingText(user)}</span>
        ),
    },
  ]
  return <DataTable caption="Users" columns={columns} rows={[...users]} rowKey={(user) => user._id} />
}

export function LoadingUsers() {
  const columns = [...COLUMNS, { key: 'role', header: 'Make Admin', align: 'end' as const, cell: () => null }]
  return <DataTable caption="Users" columns={columns} rows={[]} rowKey={(user) => user._id} loadingRows={8} />
}

const COLUMNS: Column<ListedUser>[] = [
  { key: 'index', header: '#', cell: (_, index) => index + 1 },
  { key: 'name', header: 'Name', cell: (user) => <Name user={user} /> },
  {
    key: 'email',
    header: 'Email',
    className: '@max-[704px]:col-span-full',
    cell: (user) => <Email user={user} />,
  },
  {
    key: 'designation',
    header: 'Designation',
    cell: (user) => user.designation ?? <span className="text-muted">Not given yet</span>,
  },
]

const Name = ({ user: { _id, name } }: { user: ListedUser }) => (
  <LinkForRight right={MAY_READ_ORDERS} id={`user-${_id}`} to={customerPath(_id)}>
    {name}
  </LinkForRight>
)

/** The address with links to the orders of the account, and to what happened to it. */
function Email({ user }: { user: ListedUser }) {
  const { _id, email, role } = user
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-1 @max-[704px]:justify-end [&>a]:min-h-6">
      {email}
      <ForRight right={MAY_READ_ORDERS}>
        <Link to={manageOrdersPath({ email })} aria-describedby={`user-${_id}`}>
          Orders
        </Link>
      </ForRight>
      {(role !== 'admin' || may('admin')) && (
        <ForRight right="people">
          <Link to={`/dashboard/user-events/${encodeURIComponent(email)}`} aria-describedby={`user-${_id}`}>
            Security events
          </Link>
          <EndSessions user={user} />
        </ForRight>
      )}
    </span>
  )
}
