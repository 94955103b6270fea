import { Link } from 'react-router'
import { customerPath } from '#features/customers/paths.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import type { ListedUser } from '../schema.ts'
import { AdminRole } from './admin-role.tsx'

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
      cell: (user) => <AdminRole user={user} onChanged={onChanged} />,
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
  <Link id={`user-${_id}`} to={customerPath(_id)}>
    {name}
  </Link>
)

/** The address with a link to the orders of the account. */
function Email({ user: { _id, email } }: { user: ListedUser }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3 @max-[704px]:justify-end">
      {email}
      <Link to={manageOrdersPath({ email })} aria-describedby={`user-${_id}`}>
        Orders
      </Link>
    </span>
  )
}
