import { type FormEvent, useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field, TextAreaField } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { catalogClient } from '../../client.ts'
import type { ProductFieldName } from '../../fields/product-fields.ts'
import type { NewProduct, Product } from '../../schema.ts'
import { productTexts } from '../../texts.ts'
import { draftOf, feedbackOn, readNewProduct, sortedInputs } from './new-product-form.ts'

type ProductFormProps = {
  /** Called while typing with the product for the preview. */
  onDraft: (draft: Product) => void
  onAdded: (product: Product) => void
}

type TypedTexts = Readonly<Partial<Record<ProductFieldName, string>>>

const NOTHING_TYPED: TypedTexts = {}

export function ProductForm({ onDraft, onAdded }: ProductFormProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const { busy, errors, form } = useCheckedForm(async (field) => {
    const added = await addProduct(readNewProduct(field))
    form.ref.current?.reset()
    setTyped(NOTHING_TYPED)
    form.ref.current?.querySelector('input')?.focus()
    onAdded(added)
  })
  const updateDraft = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget)
    const texts: TypedTexts = Object.fromEntries(
      sortedInputs.map(({ name, input }) => {
        // While typing, the picture keeps its last address: a part of an address has no picture.
        const isUnfinished = input.type === 'picture' && event.type !== 'blur'
        return [name, isUnfinished ? (typed[name] ?? '') : String(fields.get(name) ?? '')]
      }),
    )
    setTyped(texts)
    onDraft(draftOf((name) => texts[name] ?? ''))
  }
  return (
    <form
      {...form}
      onInput={(event) => {
        form.onInput(event)
        updateDraft(event)
      }}
      onBlur={updateDraft}
      className="grid grid-cols-1 sm:grid-cols-2 sm:gap-x-4"
    >
      {sortedInputs.map(({ name, input }) => (
        <ProductInput key={name} name={name} input={input} text={typed[name] ?? ''} error={errors[name]} />
      ))}
      <Button type="submit" busy={busy} className="justify-self-start">
        Add Product
      </Button>
    </form>
  )
}

type ProductInputProps = (typeof sortedInputs)[number] & { text: string; error: string | undefined }

/** One field, with the feedback on its text. The field of the picture warns when the address has none. */
function ProductInput({ name, input, text, error }: ProductInputProps) {
  const feedback = feedbackOn(name, text)
  const isPictureMissing = useMissingPicture(input.type === 'picture' ? text : '')
  const shared = {
    label: input.label,
    name,
    required: !input.isOptional,
    error,
    className: input.isHalfWide ? undefined : 'sm:col-span-2',
  }
  if (input.type === 'lines') return <TextAreaField {...shared} rows={3} />
  return (
    <Field
      {...shared}
      warning={isPictureMissing ? PICTURE_WARNING : feedback.warning}
      hint={feedback.reading ?? input.hint}
      inputMode={input.inputMode}
      autoComplete="off"
    />
  )
}

const PICTURE_WARNING = 'No picture came from this address. It can be added all the same.'

/** Whether the browser could not load a picture from that address. The server refuses invalid addresses. */
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

async function addProduct(json: NewProduct): Promise<Product> {
  try {
    const product = await unwrap(catalogClient.product.$post({ json }))
    notify.success(productTexts.added)
    return product
  } catch (thrown) {
    if (!signOutIfForbidden(thrown)) notify.error(problemText(thrown))
    throw thrown
  }
}
