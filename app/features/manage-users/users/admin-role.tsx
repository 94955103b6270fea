import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { whenFresh } from '#features/accounts/own-security.ts'
import type { ListedUser } from '#features/accounts/schema.ts'
import { accountTexts } from '#features/accounts/texts.ts'
import { isNotFound, ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { texts } from '#kit/texts.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { PersonIcon } from '#kit/ui/mark/icons.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { StaffRights } from './staff-rights.tsx'

type AdminRoleProps = {
  user: ListedUser
  /** Reloads the list after a role changed. */
  onChanged: () => Promise<void>
}

/**
 * The badge of an admin with the button that takes the role, or the button that gives it, disabled while the address is
 * unconfirmed. The focus moves to this element when one replaces the other.
 */
export function AdminRole({ user, onChanged }: AdminRoleProps) {
  const container = useRef<HTMLSpanElement>(null)
  return (
    <span
      ref={container}
      tabIndex={-1}
      className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1 outline-none"
    >
      {user.role === 'admin' ? (
        <>
          <StatusBadge tone="good" icon={<PersonIcon />}>
            Admin
          </StatusBadge>
          <UnmakeAdmin user={user} container={container} onChanged={onChanged} />
        </>
      ) : (
        <>
          {!user.emailVerified && (
            <span id={`unconfirmed-${user._id}`} className="text-muted text-sm">
              E-mail not confirmed
            </span>
          )}
          <StaffRights user={user} onChanged={onChanged} />
          <MakeAdmin user={user} container={container} onChanged={onChanged} />
        </>
      )}
    </span>
  )
}

type RoleChangeProps = AdminRoleProps & { container: RefObject<HTMLElement | null> }

/** Asks first and names whom: an admin can do everything, also take the role from others. */
function MakeAdmin({ user, container, onChanged }: RoleChangeProps) {
  const [busy, setBusy] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const promote = async () => {
    setBusy(true)
    const isChanged = await makeAdmin(user.email)
    setIsAsked(false)
    if (isChanged) {
      container.current?.focus()
      await onChanged()
    }
    setBusy(false)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={busy && !isAsked}
        disabled={!user.emailVerified}
        onClick={() => setIsAsked(true)}
        aria-describedby={`user-${user._id}${user.emailVerified ? '' : ` unconfirmed-${user._id}`}`}
      >
        Make Admin
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Make ${user.name} an admin?`}
        body={`${user.name} (${user.email}) then sees and changes all orders, products and users, and can make other admins.`}
        yes={texts.confirm.yes}
        no={texts.confirm.no}
        busy={busy}
        onConfirm={() => void promote()}
        onClose={() => !busy && setIsAsked(false)}
      />
    </>
  )
}

/** Can be undone from a toast, but not by an admin who gives up the own role: that asks first. */
function UnmakeAdmin({ user, container, onChanged }: RoleChangeProps) {
  const [busy, setBusy] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const [error, setError] = useState<string>()
  const navigate = useNavigate()
  const isSelf = useSession()?.email === user.email

  const unmake = async () => {
    setBusy(true)
    setError(undefined)
    const refusal = await unmakeAdmin(user.email)
    if (refusal !== undefined) {
      if (isAsked) setError(refusal)
      else notify.error(refusal)
    } else if (isSelf) {
      notify.success('You are no longer an admin')
      await navigate('/dashboard')
    } else {
      notifyUndo({
        text: `${user.name} is no longer an admin`,
        calls: [{ method: 'PUT', path: adminPath(user.email) }],
      })
      keepFocus(container)
      await onChanged()
    }
    setBusy(false)
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={busy && !isAsked}
        onClick={isSelf ? () => setIsAsked(true) : unmake}
        aria-describedby={`user-${user._id}`}
      >
        Remove Admin
      </Button>
      {isSelf && (
        <ConfirmDialog
          open={isAsked}
          title="Give up your own role?"
          body="The pages for admins close at once, in all your sessions. Only another admin can give the role back."
          yes="Give up the role"
          no="Stay admin"
          busy={busy}
          error={error ?? null}
          onConfirm={unmake}
          onClose={() => !busy && setIsAsked(false)}
        />
      )}
    </>
  )
}

function keepFocus({ current }: RefObject<HTMLElement | null>): void {
  if (current?.contains(document.activeElement)) current.focus()
}

const adminPath = (email: string): string => `/api/user/admin/${encodeURIComponent(email)}`

/** Makes the user an admin and shows the result. True when the list has to be reloaded. */
async function makeAdmin(email: string): Promise<boolean> {
  try {
    const { modifiedCount } = await whenFresh(() =>
      unwrap(accountsClient.user.admin[':email'].$put({ param: { email: encodeURIComponent(email) } })),
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

/** Takes the role from the user; resolves to why it was refused. */
async function unmakeAdmin(email: string): Promise<string | undefined> {
  try {
    await whenFresh(() =>
      unwrap(accountsClient.user.admin[':email'].$delete({ param: { email: encodeURIComponent(email) } })),
    )
    return undefined
  } catch (error) {
    signOutIfUnauthorized(error)
    return problemText(error)
  }
}
