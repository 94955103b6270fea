import { tooLong } from '#kit/contact-rules.ts'
import { Field, TextAreaField } from '#kit/ui/field.tsx'
import { NOTE, PO_NUMBER } from '../purchase-rules.ts'
import { orderTexts } from '../texts.ts'

type PurchaseFieldsProps = {
  poNumber: string
  note: string
  onChange: (part: { poNumber?: string; note?: string }) => void
  errors: Partial<Record<string, string>>
}

/** What the customer may add to an order: a PO number and a note. */
export function PurchaseFields({ poNumber, note, onChange, errors }: PurchaseFieldsProps) {
  return (
    <>
      <Field
        label="PO number"
        name="poNumber"
        value={poNumber}
        onChange={(event) => onChange({ poNumber: event.target.value })}
        hint={orderTexts.poNumberHint}
        error={tooLong(poNumber, PO_NUMBER) ?? errors.poNumber}
      />
      <TextAreaField
        label="Note"
        name="note"
        rows={2}
        value={note}
        onChange={(event) => onChange({ note: event.target.value })}
        error={tooLong(note, NOTE) ?? errors.note}
      />
    </>
  )
}
