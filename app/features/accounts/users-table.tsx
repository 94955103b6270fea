import { useRef, useState } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import type { ListedUser } from '#features/accounts/schema.ts'
import { ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { Button } from '#kit/ui/button.tsx'
import { type Column, DataTable } from '#kit/ui/data-table.tsx'
import { PersonIcon } from '#kit/ui/icons.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import { signOutIfUnauthorized } from './components.tsx'
import { accountTexts } from './texts.ts'

type UsersTableProps = {
  users: readonly ListedUser[]
  /** Loads the list anew after somebody's role changed. */
  onChanged: () => Promise<void>
}

export function UsersTable({ users, onChanged }: UsersTableProps) {
  const columns: Column<ListedUser>[] = [
    ...FACTS,
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
  const columns = [...FACTS, { key: 'role', header: 'Make Admin', align: 'end' as const, cell: () => null }]
  return <DataTable caption="Users" columns={columns} rows={[]} rowKey={(user) => user._id} loadingRows={8} />
}

const FACTS: Column<ListedUser>[] = [
  { key: 'place', header: '#', cell: (_, index) => index + 1 },
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
 * An admin's badge, or the button that makes one, which is off while nobody has proved to read the address. The focus
 * stays on this place when the one becomes the other.
 */
function Role({ user, onChanged }: RoleProps) {
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const promote = async () => {
    setBusy(true)
    if (await makeAdmin(user.email)) {
      if (place.current?.contains(document.activeElement)) place.current.focus()
      await onChanged()
    }
    setBusy(false)
  }
  return (
    <span
      ref={place}
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

/** Whether the list is another now. Says what came of it. */
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
