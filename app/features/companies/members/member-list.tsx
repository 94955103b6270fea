import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { changeMember, removeMember } from '../client.ts'
import type { Company, Member } from '../schema.ts'
import { roleTexts } from '../texts.ts'
import { limitsText } from './limits-text.ts'
import { limitsOf, MemberFields, memberTextsOf } from './member-fields.tsx'

type MemberListProps = { company: Company; onChanged: () => Promise<void> }

/** The members with their roles and limits, which managers change. */
export function MemberList({ company, onChanged }: MemberListProps) {
  return (
    <ul aria-label="Members" className="border-line border-t">
      {company.members.map((member) => (
        <MemberRow key={member._id} company={company} member={member} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function MemberRow({ company, member, onChanged }: MemberListProps & { member: Member }) {
  const [isOpen, setIsOpen] = useState(false)
  const isSelf = member._id === company.memberId
  const isManager = company.role === 'manager'
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-3 md:grid-cols-[minmax(0,1fr)_8rem_minmax(0,14rem)_auto] md:items-center">
      <p className="min-w-0">
        <span className="font-medium">{member.name}</span>
        {isSelf && <span className="text-muted"> (you)</span>}
        <span className="block text-muted text-sm wrap-anywhere">{member.email}</span>
      </p>
      <p>{roleTexts[member.role].name}</p>
      <p className="text-muted text-sm">{member.limits && limitsText(member.limits)}</p>
      <div className="flex flex-wrap gap-2">
        {isManager && (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isOpen}
            aria-label={`Change ${member.name}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            Change
          </Button>
        )}
        {(isManager || isSelf) && (
          <RemoveButton isSelf={isSelf} company={company} member={member} onChanged={onChanged} />
        )}
      </div>
      {isOpen && <MemberForm member={member} onChanged={onChanged} onClose={() => setIsOpen(false)} />}
    </li>
  )
}

type MemberFormProps = { member: Member; onChanged: () => Promise<void>; onClose: () => void }

function MemberForm({ member, onChanged, onClose }: MemberFormProps) {
  const [texts, setTexts] = useState(() => memberTextsOf(member.role, member.limits))
  const { form, busy, error, errors } = useCheckedForm(async () => {
    try {
      await changeMember(member._id, { role: texts.role, limits: limitsOf(texts) })
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) throw thrown
      return
    }
    notifyUndo({
      text: `${member.name} changed`,
      calls: [
        {
          method: 'PUT',
          path: `/api/company/member/${encodeURIComponent(member._id)}`,
          body: { role: member.role, limits: member.limits ?? {} },
        },
      ],
    })
    onClose()
    await onChanged()
  })
  return (
    <form {...form} aria-label={`Role and limits of ${member.name}`} className="max-w-md pt-2 md:col-span-4">
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          Save member
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep as it was
        </Button>
      </div>
    </form>
  )
}

function RemoveButton({
  isSelf,
  company,
  member,
  onChanged,
}: MemberListProps & { isSelf: boolean; member: Member }) {
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const remove = async () => {
    setIsBusy(true)
    setError(null)
    try {
      await removeMember(member._id)
      setIsAsked(false)
      await onChanged()
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) setError(problemText(thrown))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="danger"
        size="sm"
        aria-label={isSelf ? `Leave ${company.name}` : `Remove ${member.name}`}
        onClick={() => setIsAsked(true)}
      >
        {isSelf ? 'Leave' : 'Remove'}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={isSelf ? `Leave ${company.name}?` : `Remove ${member.name} from ${company.name}?`}
        body={
          isSelf
            ? 'Your account and the orders that you placed stay. You lose access to everything else of the company.'
            : 'The account and the orders that this person placed stay. Access to everything else of the company ends until a new invitation.'
        }
        yes={isSelf ? 'Leave' : 'Remove'}
        no="Keep"
        busy={isBusy}
        error={error}
        onConfirm={() => void remove()}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}
