import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { may } from '#features/accounts/staff-access.tsx'
import { OpenItems } from '#features/my-orders/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckboxField, TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { fetchManagedCompany, type ManagedCompany, manageCompany } from '../client.ts'
import { LONGEST_COMPANY_NOTE } from '../limits.ts'
import { limitsText } from '../members/limits-text.ts'
import { creditText } from '../members/terms-text.ts'
import { roleTexts } from '../texts.ts'
import { TermsForm } from './terms-form.tsx'

type ManagedCompanyProps = { id: string; onChanged: () => Promise<unknown> }

/** What is known of a company, and what the staff sets of it. */
export function ManagedCompanyPanel({ id, onChanged }: ManagedCompanyProps) {
  const [loaded, setLoaded] = useState<{ company?: ManagedCompany; error?: unknown }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches it again.
  useEffect(() => {
    let isOver = false
    fetchManagedCompany(id).then(
      (company) => {
        if (!isOver) setLoaded({ company })
      },
      (error: unknown) => {
        if (!isOver && !signOutIfForbidden(error)) setLoaded({ error })
      },
    )
    return () => {
      isOver = true
    }
  }, [id, attempt])
  const again = () => setAttempt((count) => count + 1)
  const onSaved = async (saved: ManagedCompany) => {
    setLoaded({ company: saved })
    await onChanged()
  }
  const { company, error } = loaded
  if (error !== undefined)
    return (
      <FailureState title="The company could not be loaded" detail={problemText(error)} onRetry={again} />
    )
  if (!company) return <SkeletonRows className="h-11 w-full" />
  return (
    <div className="grid gap-x-12 gap-y-6 py-3 lg:grid-cols-2">
      <div className="grid content-start gap-6">
        <CompanyFacts company={company} />
        {may('money') && company.terms && <OpenItems companyId={id} />}
      </div>
      <div className="grid gap-6" key={company.revision}>
        {may('people') && <ManageForm company={company} onSaved={onSaved} />}
        {may('money') && <TermsForm company={company} onSaved={onSaved} />}
      </div>
    </div>
  )
}

const CompanyFacts = ({
  company: { billToLines, vatId, terms, credit, members },
}: {
  company: ManagedCompany
}) => (
  <FactList
    facts={[
      { label: 'Billing address', value: billToLines.join('\n') },
      { label: 'VAT ID', value: vatId },
      { label: 'On account', value: terms && credit && creditText(terms, credit) },
      {
        label: 'Members',
        value:
          members
            .map(
              ({ name, email, role, limits = {} }) =>
                `${name}, ${email}: ${roleTexts[role].name}, ${limitsText(limits)}`,
            )
            .join('\n') || 'None any more',
      },
    ]}
  />
)

type ManageFormProps = { company: ManagedCompany; onSaved: (saved: ManagedCompany) => Promise<void> }

function ManageForm({ company, onSaved }: ManageFormProps) {
  const { _id, name, revision } = company
  const [isBlocked, setIsBlocked] = useState(company.blocked === true)
  const [note, setNote] = useState(company.note ?? '')
  const { form, busy, error, errors } = useCheckedForm(async () => {
    try {
      const saved = await manageCompany(_id, { blocked: isBlocked, note: note.trim(), revision })
      const body = { blocked: company.blocked === true, note: company.note ?? '', revision: saved.revision }
      notifyUndo({ text: `${name} saved`, calls: [{ method: 'PUT', path: `/api/companies/${_id}`, body }] })
      await onSaved(saved)
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) throw thrown
    }
  })
  return (
    <form {...form} aria-label={`What the shop says of ${name}`}>
      <CheckboxField
        label="Blocked: it orders nothing, and reads everything"
        name="blocked"
        checked={isBlocked}
        onChange={({ target }) => setIsBlocked(target.checked)}
        className="mb-3"
      />
      <TextAreaField
        label="Note"
        name="note"
        rows={3}
        maxLength={LONGEST_COMPANY_NOTE}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        hint="Only the staff reads it."
        error={errors.note ?? null}
      />
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
}
