import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import type { ListedUser } from '#features/accounts/schema.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'

/** Signs a user out on every device, after a question. Nobody does it to oneself here: the page Security has that. */
export function EndSessions({ user }: { user: ListedUser }) {
  const [isAsked, setIsAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  if (useSession()?.email === user.email) return null
  const end = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { deletedCount } = await endSessions(user.email)
      notify.success(
        deletedCount === 0
          ? `${user.name} was signed in nowhere`
          : `${user.name} is signed out of ${formatCount(deletedCount)} ${deletedCount === 1 ? 'session' : 'sessions'}`,
      )
      setIsAsked(false)
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) setError(problemText(thrown))
    }
    setBusy(false)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="-mx-3"
        onClick={() => {
          setError(undefined)
          setIsAsked(true)
        }}
        aria-describedby={`user-${user._id}`}
      >
        End sessions
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Sign ${user.name} out everywhere?`}
        body={`${user.name} (${user.email}) is signed out on every device at once, gets a mail that says so, and has to sign in again.`}
        yes="Sign out"
        no="Cancel"
        busy={busy}
        error={error ?? null}
        onConfirm={() => void end()}
        onClose={() => !busy && setIsAsked(false)}
      />
    </>
  )
}

const endSessions = (email: string) =>
  unwrap(accountsClient.user[':email'].session.$delete({ param: { email: encodeURIComponent(email) } }))
