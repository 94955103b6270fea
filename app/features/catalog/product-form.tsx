import { type FormEvent, useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/parts.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { draftOf, priceNote, quantityNote, readNewProduct } from '#features/catalog/new-product-form.ts'
import type { NewProduct, Product } from '#features/catalog/schema.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { isPictureAddress } from '#kit/own-path.ts'
import { Button } from '#kit/ui/button.tsx'
import { Field, TextAreaField } from '#kit/ui/field.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import { useCheckedForm } from '#kit/ui/use-checked-form.ts'
import { productTexts } from './texts.ts'

type ProductFormProps = {
  /** Called while typing with what the product would be. */
  onDraft: (draft: Product) => void
  onAdded: () => void
}

const NOTHING_TYPED = { price: '', quantity: '', image: '' }

export function ProductForm({ onDraft, onAdded }: ProductFormProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const { busy, wrong, form } = useCheckedForm(async (field) => {
    await addProduct(readNewProduct(field))
    form.ref.current?.reset()
    setTyped(NOTHING_TYPED)
    form.ref.current?.querySelector('input')?.focus()
    onAdded()
  })
  const sketch = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget)
    const field = (name: string) => String(fields.get(name) ?? '')
    // Half an address is nobody's picture: it is looked at once its field is left.
    const image = event.type === 'blur' ? field('image') : typed.image
    setTyped({ price: field('price'), quantity: field('quantity'), image })
    onDraft(draftOf(field, image))
  }
  return (
    <form
      {...form}
      onInput={(event) => {
        form.onInput(event)
        sketch(event)
      }}
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
      <NumberFields typed={typed} wrong={wrong} />
      <TextAreaField
        label="Description"
        name="description"
        required
        error={wrong.description}
        rows={3}
        className="sm:col-span-2"
      />
      <ImageField address={typed.image} error={wrong.image} />
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

type NumberFieldsProps = { typed: typeof NOTHING_TYPED; wrong: Readonly<Record<string, string>> }

/** Price and quantity, each with how it is read while it is typed. */
function NumberFields({ typed, wrong }: NumberFieldsProps) {
  const price = priceNote(typed.price)
  const quantity = quantityNote(typed.quantity)
  return (
    <>
      <Field
        label="Price"
        name="price"
        required
        error={wrong.price}
        warning={price.warning}
        hint={price.reading ?? 'Dollars, up to 4 decimals.'}
        inputMode="decimal"
        autoComplete="off"
      />
      <Field
        label="Quantity"
        name="quantity"
        required
        error={wrong.quantity}
        warning={quantity.warning}
        hint={quantity.reading ?? 'Pieces in stock.'}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

/** Warns when no picture comes from `address`, what was typed when the field was last left. */
function ImageField({ address, error }: { address: string; error: string | undefined }) {
  const hasNoPicture = useMissingPicture(address)
  return (
    <Field
      label="Image URL"
      name="image"
      required
      error={error}
      warning={hasNoPicture ? 'No picture came from this address. It can be added all the same.' : undefined}
      hint="An https address, or a path of this shop."
      inputMode="url"
      autoComplete="off"
      className="sm:col-span-2"
    />
  )
}

/** Whether the browser got no picture from that address. What is no address is the shop's to refuse. */
function useMissingPicture(address: string): boolean {
  const [missing, setMissing] = useState<string>()
  useEffect(() => {
    if (!isPictureAddress(address.trim())) return
    const picture = new Image()
    picture.onerror = () => setMissing(address)
    picture.src = address.trim()
    return () => {
      picture.onerror = null
    }
  }, [address])
  return missing === address
}

async function addProduct(product: NewProduct): Promise<void> {
  try {
    await unwrap(catalogClient.product.$post({ json: product }))
  } catch (thrown) {
    if (!signOutIfForbidden(thrown)) notify.error(problemText(thrown))
    throw thrown
  }
  notify.success(productTexts.added)
}
