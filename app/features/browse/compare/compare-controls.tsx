import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '#features/catalog/schema.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { interpretedPieces, readPieces } from '#kit/text/read-number.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { formQuery, OWN_SEARCH, useAddressChange } from '#kit/ui/form/use-address-change.ts'
import type { CompareAddress } from './address.ts'

type ControlsProps = { parts: readonly Product[]; address: CompareAddress }

/** The part numbers that stay in the address when a form is submitted. */
const KeptParts = ({ parts }: Pick<ControlsProps, 'parts'>) =>
  parts.map(({ _id, sku }) => <input key={_id} type="hidden" name="sku" value={sku} />)

/** Navigates to the address of a form, as the browser does without scripts, but without a load of the document. */
function useFormAddress() {
  const navigate = useNavigate()
  return (form: HTMLFormElement, options: { replace: boolean; state?: typeof OWN_SEARCH }) => {
    navigate({ pathname: '/compare', search: formQuery(form) }, { ...options, preventScrollReset: true })
  }
}

/** The quantity for all parts, and whether to hide what is the same. Both change the table at once. */
export function CompareOptions({ parts, address, quantity }: ControlsProps & { quantity: number }) {
  const form = useRef<HTMLFormElement>(null)
  const show = useFormAddress()
  useAddressChange(() => form.current?.reset())
  const isRead = address.quantity === '' || readPieces(address.quantity) !== undefined
  const showNow = (replace: boolean) => {
    if (form.current) show(form.current, { replace, state: OWN_SEARCH })
  }
  return (
    <form
      ref={form}
      action="/compare"
      aria-label="Comparison"
      onSubmit={(event) => {
        event.preventDefault()
        showNow(true)
      }}
      className="flex flex-wrap items-start gap-x-6 print:hidden"
    >
      <KeptParts parts={parts} />
      <Field
        label="Pieces of each part"
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        defaultValue={address.quantity || String(quantity)}
        onInput={() => showNow(true)}
        hint={interpretedPieces(address.quantity) ?? 'For the prices below'}
        warning={isRead ? undefined : `No whole number of pieces. Shown: ${formatCount(quantity)}.`}
        className="w-40"
      />
      {parts.length > 1 && (
        <CheckboxField
          label="Only differences"
          name="differences"
          value="1"
          defaultChecked={address.onlyDifferences}
          onChange={() => showNow(false)}
          className="mt-6"
        />
      )}
      {/* With scripts the table follows the form at once. */}
      <noscript>
        <Button type="submit" variant="secondary" className="mt-6 h-11">
          Show
        </Button>
      </noscript>
    </form>
  )
}

/** Adds a part by its number. */
export function AddPart({ parts, address }: ControlsProps) {
  const show = useFormAddress()
  return (
    <form
      action="/compare"
      aria-label="Another part"
      onSubmit={(event) => {
        event.preventDefault()
        show(event.currentTarget, { replace: false })
      }}
      className="flex flex-wrap items-start gap-x-3 print:hidden"
    >
      <KeptParts parts={parts} />
      {address.quantity && <input type="hidden" name="quantity" value={address.quantity} />}
      {address.onlyDifferences && <input type="hidden" name="differences" value="1" />}
      <Field
        key={parts.length}
        label="Add a part number"
        name="sku"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        className="min-w-0 flex-1 basis-40 sm:max-w-64"
      />
      <Button type="submit" variant="secondary" className="mt-6 h-11">
        Add
      </Button>
    </form>
  )
}
