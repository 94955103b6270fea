import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ForRight, may } from '#features/accounts/staff-access.tsx'
import { AgreedPanel } from '#features/agreed-prices/admin/agreed-panel.tsx'
import { OpenItems } from '#features/my-orders/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
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
      <div className="grid content-start gap-6" key={company.revision}>
        {may('people') && <ManageForm company={company} onSaved={onSaved} />}
        {may('money') && <TermsForm company={company} onSaved={onSaved} />}
      </div>
      <ForRight right="products">
        <section aria-labelledby={`agreed-${id}`} className="lg:col-span-2">
          <h3 id={`agreed-${id}`} className="mb-3 text-lg">
            Agreed prices
          </h3>
          <AgreedPanel company={company} />
        </section>
      </ForRight>
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
            .join('\n') || 'No members',
      },
    ]}
  />
)

type ManageFormProps = { company: ManagedCompany; onSaved: (saved: ManagedCompany) => Promise<void> }

function ManageForm({ company, onSaved }: ManageFormProps) {
  const { _id, name, revision } = company
  const [isBlocked, setIsBlocked] = useState(company.blocked === true)
  const [note, setNote] = useState(company.note ?? '')
  const before = company.discount ?? 0
  const [discount, setDiscount] = useState(String(before))
  const { form, busy, error, errors } = useCheckedForm(async () => {
    try {
      const saved = await manageCompany(_id, {
        blocked: isBlocked,
        discount: readDiscount(discount),
        note: note.trim(),
        revision,
      })
      const body = {
        blocked: company.blocked === true,
        discount: before,
        note: company.note ?? '',
        revision: saved.revision,
      }
      notifyUndo({ text: `${name} saved`, calls: [{ method: 'PUT', path: `/api/companies/${_id}`, body }] })
      await onSaved(saved)
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) throw thrown
    }
  })
  return (
    <form {...form} aria-label={`Settings of ${name}`}>
      <CheckboxField
        label="Blocked: members cannot order, but still see everything"
        name="blocked"
        checked={isBlocked}
        onChange={({ target }) => setIsBlocked(target.checked)}
        className="mb-3"
      />
      <DiscountField
        before={before}
        value={discount}
        onChange={setDiscount}
        error={errors.discount ?? null}
      />
      <TextAreaField
        label="Note"
        name="note"
        rows={3}
        maxLength={LONGEST_COMPANY_NOTE}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        hint="Only staff see it."
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

/** The percent that was typed, with a comma or a point; what is no number is left for the shop to refuse. */
const readDiscount = (text: string): number => Number(text.trim().replace(',', '.'))

type DiscountFieldProps = {
  before: number
  /** As it is typed. */
  value: string
  onChange: (text: string) => void
  error: string | null
}

const DiscountField = ({ before, value, onChange, error }: DiscountFieldProps) => (
  <Field
    label="Discount in percent"
    name="discount"
    inputMode="decimal"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    hint={
      readDiscount(value) === before
        ? 'Off the list, where no price is agreed.'
        : `Off the list, where no price is agreed: ${before}% → ${value.trim() || 0}%`
    }
    error={error}
    className="mb-4"
  />
)
