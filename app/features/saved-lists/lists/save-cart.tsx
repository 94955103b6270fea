import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { useCart } from '#features/cart/cart-store.ts'
import { problemText } from '#kit/browser/client.ts'
import { linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { addList } from '../client.ts'
import { LONGEST_LIST_NAME } from '../limits.ts'
import { savedListPath } from '../paths.ts'

/** Keeps what is in the cart as a list. The cart stays as it is. */
export function SaveCart() {
  const { lines } = useCart()
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const { form, errors, error, busy } = useCheckedForm(
    async () => {
      try {
        const list = await addList({ name: name.trim(), lines: [...lines] })
        notify.success(`${linesText(list.lineCount)} saved as “${list.name}”`)
        await navigate(savedListPath(list._id))
      } catch (thrown) {
        if (!signOutIfForbidden(thrown)) throw thrown
      }
    },
    () => (name.trim() === '' ? [{ pointer: '#/name', detail: 'The name is required.' }] : []),
  )
  if (lines.length === 0) return null
  return (
    <form {...form} aria-label="Save the cart as a list" className="rounded border border-line p-4 md:p-6">
      <h2 className="mb-3 text-lg">Save the cart as a list</h2>
      <div className="flex flex-wrap items-start gap-x-4">
        <Field
          label="Name of the list"
          name="name"
          value={name}
          maxLength={LONGEST_LIST_NAME}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          error={errors.name ?? null}
          className="min-w-0 max-w-md flex-1 basis-64"
        />
        <Button type="submit" busy={busy} className="mt-6 h-11">
          {`Save ${linesText(lines.length)}`}
        </Button>
      </div>
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
    </form>
  )
}
