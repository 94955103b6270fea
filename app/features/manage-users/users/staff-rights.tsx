import { type FormEvent, useId, useState } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { whenFresh } from '#features/accounts/own-security.ts'
import { RIGHTS, type Right } from '#features/accounts/rights.ts'
import type { ListedUser } from '#features/accounts/schema.ts'
import { rightTexts } from '#features/accounts/texts.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { listText } from '#kit/text/list-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Modal } from '#kit/ui/overlay/modal.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'

type StaffRightsProps = {
  user: ListedUser
  /** Reloads the list after the rights changed. */
  onChanged: () => Promise<void>
}

/** What a user is in the shop, in words. */
export const standingText = ({ role, rights = [] }: ListedUser): string => {
  if (role === 'admin') return 'Admin'
  return rights.length === 0
    ? 'Customer'
    : `Staff: ${listText(rights.map((right) => rightTexts[right].name))}`
}

/** The rights of somebody who is not an admin, and the button that changes them. */
export function StaffRights({ user, onChanged }: StaffRightsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { rights = [] } = user
  return (
    <>
      {rights.length > 0 && <span className="text-muted text-sm">{standingText(user)}</span>}
      <Button
        variant="secondary"
        size="sm"
        disabled={!user.emailVerified}
        aria-describedby={`user-${user._id}${user.emailVerified ? '' : ` unconfirmed-${user._id}`}`}
        onClick={() => setIsOpen(true)}
      >
        Rights
      </Button>
      {isOpen && <RightsDialog user={user} onChanged={onChanged} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RightsDialog({ user, onChanged, onClose }: StaffRightsProps & { onClose: () => void }) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).getAll('right')
    setBusy(true)
    setError(undefined)
    try {
      const rights = RIGHTS.filter((right) => chosen.includes(right))
      await whenFresh(() => setRights(user.email, rights))
      notify.success(`The rights of ${user.name} are saved`)
      onClose()
      await onChanged()
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) setError(problemText(thrown))
      setBusy(false)
    }
  }
  return (
    <Modal open labelledBy={id} onClose={() => !busy && onClose()}>
      <form onSubmit={save} className="grid gap-4 p-6">
        <h2 id={id} className="wrap-anywhere text-lg">{`What may ${user.name} do?`}</h2>
        <p className="text-muted">The rights apply at once. Only admins make others staff or admins.</p>
        <fieldset className="grid gap-1">
          <legend className="sr-only">Rights</legend>
          {RIGHTS.map((right) => (
            <label key={right} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
              <input
                type="checkbox"
                name="right"
                value={right}
                defaultChecked={user.rights?.includes(right)}
                className="mt-0.5 size-5 shrink-0 accent-brand"
              />
              <span>
                <span className="font-medium">{rightTexts[right].name}</span>
                <span className="block text-muted text-sm">{rightTexts[right].allows}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {error && <Notice tone="bad">{error}</Notice>}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Save rights
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const setRights = (email: string, rights: Right[]) =>
  unwrap(
    accountsClient.user.staff[':email'].$put({
      param: { email: encodeURIComponent(email) },
      json: { rights },
    }),
  )
