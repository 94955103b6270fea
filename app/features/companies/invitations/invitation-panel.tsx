import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { inviteMember, withdrawInvitation } from '../client.ts'
import { INVITATION_DAYS } from '../limits.ts'
import { limitsText } from '../members/limits-text.ts'
import { limitsOf, MemberFields, memberTextsOf } from '../members/member-fields.tsx'
import type { Invitation } from '../schema.ts'
import { roleTexts } from '../texts.ts'

type InvitationsProps = { invitations: readonly Invitation[]; onChanged: () => Promise<void> }

/** Inviting somebody, and the invitations that nobody has used yet. */
export function InvitationPanel({ invitations, onChanged }: InvitationsProps) {
  return (
    <>
      <InviteForm onChanged={onChanged} />
      {invitations.length > 0 && (
        <>
          <h3 className="mt-6 mb-2">Open invitations</h3>
          <ul aria-label="Open invitations" className="border-line border-t">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation._id} invitation={invitation} onChanged={onChanged} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function InviteForm({ onChanged }: { onChanged: () => Promise<void> }) {
  const [email, setEmail] = useState('')
  const [texts, setTexts] = useState(() => memberTextsOf('buyer'))
  const { form, busy, error, errors } = useCheckedForm(async () => {
    try {
      const invited = await inviteMember({ email: email.trim(), role: texts.role, limits: limitsOf(texts) })
      notify.success(`Invitation sent to ${invited.email}`)
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) throw thrown
      return
    }
    setEmail('')
    await onChanged()
  })
  return (
    <form {...form} aria-label="Invite somebody" className="max-w-md">
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        required
        hint={`Only this address can use the link in the mail, for ${INVITATION_DAYS} days.`}
        error={errors.email ?? null}
      />
      <MemberFields
        texts={texts}
        onChange={(part) => setTexts((before) => ({ ...before, ...part }))}
        errors={errors}
      />
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <Button type="submit" busy={busy}>
        Send invitation
      </Button>
    </form>
  )
}

function InvitationRow({
  invitation,
  onChanged,
}: {
  invitation: Invitation
  onChanged: () => Promise<void>
}) {
  const { _id, email, role, limits, expiresAt } = invitation
  const [isBusy, setIsBusy] = useState(false)
  const withdraw = async () => {
    setIsBusy(true)
    try {
      await withdrawInvitation(_id)
      notify.success(`The invitation of ${email} is withdrawn.`)
      await onChanged()
    } catch (error) {
      if (!signOutIfUnauthorized(error)) notify.error(problemText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-b py-3">
      <p className="min-w-0">
        <span className="font-medium wrap-anywhere">{email}</span>
        <span className="block text-muted text-sm">
          {`${roleTexts[role].name}, ${limitsText(limits)}, until `}
          <DateTime iso={expiresAt} />
        </span>
      </p>
      <Button
        variant="danger"
        size="sm"
        aria-label={`Withdraw the invitation of ${email}`}
        busy={isBusy}
        onClick={() => void withdraw()}
      >
        Withdraw
      </Button>
    </li>
  )
}
