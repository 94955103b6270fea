import { useId } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { SavedAddress } from '../client.ts'

type SavedAddressCardProps = {
  address: SavedAddress
  /** A change of it is being sent. */
  busy: boolean
  onEdit: () => void
  onMakeDefault: () => void
  onDelete: () => void
}

/** An address of the list, with what can be done with it. */
export function SavedAddressCard({ address, busy, onEdit, onMakeDefault, onDelete }: SavedAddressCardProps) {
  const id = useId()
  const { label, isDefault, addressLines, phone, vatId } = address
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="min-w-0" id={id}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
          {label && <span className="min-w-0 font-medium wrap-anywhere">{label}</span>}
          {isDefault && <StatusBadge tone="good">Default</StatusBadge>}
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{addressLines.join('\n')}</p>
        {phone && <p className="text-muted text-sm wrap-anywhere">{phone}</p>}
        {vatId && <p className="text-muted text-sm">{`VAT ID ${vatId}`}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          id={`edit-${address._id}`}
          variant="secondary"
          size="sm"
          aria-describedby={id}
          disabled={busy}
          onClick={onEdit}
        >
          Edit
        </Button>
        {!isDefault && (
          <Button variant="secondary" size="sm" aria-describedby={id} busy={busy} onClick={onMakeDefault}>
            Make default
          </Button>
        )}
        <Button variant="danger" size="sm" aria-describedby={id} busy={busy} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  )
}
