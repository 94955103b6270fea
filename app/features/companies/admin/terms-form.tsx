import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { type ManagedCompany, manageCompany } from '../client.ts'
import { LARGEST_LIMIT, MOST_TERMS_DAYS } from '../limits.ts'

const USUAL_DAYS = 30

type TermsFormProps = { company: ManagedCompany; onSaved: (saved: ManagedCompany) => Promise<void> }

/** On what terms a company orders on account. Orders that are placed keep theirs. */
export function TermsForm({ company, onSaved }: TermsFormProps) {
  const { _id, name, revision, terms } = company
  const [isOn, setIsOn] = useState(terms !== undefined)
  const [days, setDays] = useState(String(terms?.days ?? USUAL_DAYS))
  const [credit, setCredit] = useState(terms === undefined ? '' : String(terms.credit))
  const { form, busy, error, errors } = useCheckedForm(async () => {
    try {
      const given = isOn ? { days: Number(days), credit: Number(credit) } : null
      const saved = await manageCompany(_id, { terms: given, revision })
      const body = { terms: terms ?? null, revision: saved.revision }
      notifyUndo({
        text: `Terms of ${name} saved`,
        calls: [{ method: 'PUT', path: `/api/companies/${_id}`, body }],
      })
      await onSaved(saved)
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) throw thrown
    }
  })
  return (
    <form {...form} aria-label={`Terms of ${name}`}>
      <CheckboxField
        label="On account: it orders without paying, and pays its invoices"
        name="onAccount"
        checked={isOn}
        onChange={({ target }) => setIsOn(target.checked)}
        className="mb-3"
      />
      {isOn && (
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Field
            label="Days to pay an invoice"
            name="terms/days"
            type="number"
            min={1}
            max={MOST_TERMS_DAYS}
            value={days}
            onChange={({ target }) => setDays(target.value)}
            required
            error={errors['terms/days'] ?? null}
          />
          <Field
            label="Credit"
            name="terms/credit"
            type="number"
            min={0}
            max={LARGEST_LIMIT}
            step={0.01}
            value={credit}
            onChange={({ target }) => setCredit(target.value)}
            required
            hint="What its open orders and invoices may come to."
            error={errors['terms/credit'] ?? null}
          />
        </div>
      )}
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <Button type="submit" variant="secondary" busy={busy}>
        Save terms
      </Button>
    </form>
  )
}
