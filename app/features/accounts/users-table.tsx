import { useRef, useState } from 'react'
import { ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { Button } from '#kit/ui/button.tsx'
import { type Column, DataTable } from '#kit/ui/data-table.tsx'
import { PersonIcon } from '#kit/ui/icons.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import { accountsClient } from './client.ts'
import { signOutIfUnauthorized } from './components.tsx'
import type { ListedUser } from './schema.ts'
import { accountTexts } from './texts.ts'

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
      cell: (user) => <Role user={user} onChanged={onChanged} />,
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
  { key: 'name', header: 'Name', cell: (user) => <span id={`user-${user._id}`}>{user.name}</span> },
  { key: 'email', header: 'Email', className: '@max-[704px]:col-span-full', cell: (user) => user.email },
  {
    key: 'designation',
    header: 'Designation',
    cell: (user) => user.designation ?? <span className="text-muted">Not given yet</span>,
  },
]

type RoleProps = { user: ListedUser; onChanged: UsersTableProps['onChanged'] }

/**
 * The badge of an admin, or the button that makes one, disabled while the address is unconfirmed. The focus moves to
 * this element when the badge replaces the button.
 */
function Role({ user, onChanged }: RoleProps) {
  const [busy, setBusy] = useState(false)
  const container = useRef<HTMLSpanElement>(null)
  const promote = async () => {
    setBusy(true)
    if (await makeAdmin(user.email)) {
      if (container.current?.contains(document.activeElement)) container.current.focus()
      await onChanged()
    }
    setBusy(false)
  }
  return (
    <span
      ref={container}
      tabIndex={-1}
      className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1 outline-none"
    >
      {user.role === 'admin' ? (
        <StatusBadge tone="good" icon={<PersonIcon />}>
          Admin
        </StatusBadge>
      ) : (
        <>
          {!user.emailVerified && (
            <span id={`unconfirmed-${user._id}`} className="text-muted text-sm">
              E-mail not confirmed
            </span>
          )}
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            disabled={!user.emailVerified}
            onClick={promote}
            aria-describedby={`user-${user._id}${user.emailVerified ? '' : ` unconfirmed-${user._id}`}`}
          >
            Make Admin
          </Button>
        </>
      )}
    </span>
  )
}

/** Makes the user an admin and shows the result. True when the list has to be reloaded. */
async function makeAdmin(email: string): Promise<boolean> {
  try {
    const { modifiedCount } = await unwrap(
      accountsClient.user.admin[':email'].$put({ param: { email: encodeURIComponent(email) } }),
    )
    if (modifiedCount > 0) notify.success(accountTexts.users.promoted)
    else notify.blank('This user is an admin already.')
    return true
  } catch (error) {
    if (signOutIfUnauthorized(error)) return false
    const isForbidden = error instanceof ProblemError && error.status === 403
    notify.error(isForbidden ? accountTexts.users.promotionFailed : problemText(error))
    return isNotFound(error)
  }
}
