import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import type { SettingsForm } from '../form/use-settings-form.ts'

const KINDS = [
  {
    kind: 'newOrders',
    label: 'New orders',
    about:
      'Orders that were paid; those on hold are not told of until they are. What customers write about an order is told at once, and to the seller’s address if none is named here.',
  },
  {
    kind: 'lowStock',
    label: 'Low stock',
    about: 'Parts that fell to their reorder point or below, once until their stock is above it again.',
  },
] as const

type Kind = (typeof KINDS)[number]['kind']

/** Who of the staff gets which mail. */
export function MailsPart({ form }: { form: SettingsForm }) {
  return (
    <section aria-labelledby="staff-mails">
      <h2 id="staff-mails" className="mb-1 text-lg">
        Mails to the staff
      </h2>
      <p className="mb-4 max-w-prose text-muted text-sm">
        At most one mail of orders and of stock in ten minutes: what happens meanwhile is in the next one.
        Each address gets its own mail. Without an address no mail of orders or of stock is sent.
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {KINDS.map(({ kind, label, about }) => (
          <TextAreaField
            key={kind}
            label={label}
            name={`mails/${kind}`}
            hint={`${about} One e-mail address a line, ten at most.`}
            error={errorOf(form, kind)}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            value={form.draft.mails[kind]}
            onChange={({ target }) => form.edit('mails', { [kind]: target.value }, [kind, `${kind}/`])}
          />
        ))}
      </div>
    </section>
  )
}

/** What is wrong with the addresses; with one of them, which. */
function errorOf({ refused, values }: SettingsForm, kind: Kind): string | null {
  const at = `mails/${kind}`
  const [field, detail] =
    Object.entries(refused).find(([name]) => name === at || name.startsWith(`${at}/`)) ?? []
  if (field === undefined || detail === undefined) return null
  const address = values.mails[kind][Number(field.slice(at.length + 1))]
  return field === at || address === undefined ? detail : `${address}: ${detail}`
}
