import { type FormEvent, useRef } from 'react'
import { endDeadSession } from '#features/accounts/parts.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { draftOf, readNewProduct } from '#features/catalog/new-product-form.ts'
import type { NewProduct, Product } from '#features/catalog/schema.ts'
import { fieldErrors, problemText, unwrap } from '#kit/http/client.ts'
import { texts } from '#kit/texts.ts'
import { Button } from '#kit/ui/button.tsx'
import { Field, TextAreaField } from '#kit/ui/field.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import { useFocusOnWrong } from '#kit/ui/use-focus-on-wrong.ts'
import { useFormDeed } from '#kit/ui/use-form-deed.ts'

type ProductFormProps = {
  /** Called while typing with what the product would be. */
  onDraft: (draft: Product) => void
  onAdded: () => void
}

export function ProductForm({ onDraft, onAdded }: ProductFormProps) {
  const { busy, error, onSubmit } = useFormDeed(async (field) => {
    await addProduct(readNewProduct(field))
    form.current?.reset()
    image.current = ''
    form.current?.querySelector('input')?.focus()
    onAdded()
  })
  const form = useFocusOnWrong(error)
  const wrong = fieldErrors(error)
  const image = useRef('')

  const sketch = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget)
    const field = (name: string) => String(fields.get(name) ?? '')
    // Half an address is nobody's picture: it is looked at once its field is left.
    if (event.type === 'blur') image.current = field('image')
    onDraft(draftOf(field, image.current))
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onInput={sketch}
      onBlur={sketch}
      className="grid grid-cols-1 sm:grid-cols-2 sm:gap-x-4"
    >
      <Field
        label="Name"
        name="name"
        required
        error={wrong.name}
        autoComplete="off"
        className="sm:col-span-2"
      />
      <Field
        label="Price"
        name="price"
        required
        error={wrong.price}
        hint="Dollars, up to 4 decimals."
        inputMode="decimal"
        autoComplete="off"
      />
      <Field
        label="Quantity"
        name="quantity"
        required
        error={wrong.quantity}
        hint="Pieces in stock."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextAreaField
        label="Description"
        name="description"
        required
        error={wrong.description}
        rows={3}
        className="sm:col-span-2"
      />
      <Field
        label="Image URL"
        name="image"
        required
        error={wrong.image}
        hint="An https address, or a path of this shop."
        inputMode="url"
        autoComplete="off"
        className="sm:col-span-2"
      />
      <Field
        label="Part number"
        name="sku"
        error={wrong.sku}
        hint="Optional; without one the shop makes one."
        autoComplete="off"
        className="sm:col-span-2"
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        Add Product
      </Button>
    </form>
  )
}

async function addProduct(product: NewProduct): Promise<void> {
  try {
    await unwrap(catalogClient.product.$post({ json: product }))
  } catch (thrown) {
    if (!endDeadSession(thrown, [401, 403])) notify.error(problemText(thrown))
    throw thrown
  }
  notify.success(texts.product.added)
}
