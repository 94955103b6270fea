import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { catalogClient } from '../../client.ts'
import { type Draft, readTyped } from '../../fields/typed-fields.ts'
import type { NewProduct, Product } from '../../schema.ts'
import { productTexts } from '../../texts.ts'
import { ProductInput } from '../product-input.tsx'
import { inputNames, readNewProduct } from './new-product-form.ts'

type ProductFormProps = {
  /** Called while typing with what the preview shows. */
  onPreview: (draft: Draft) => void
  onAdded: (product: Product) => void
}

const NOTHING_TYPED: Draft = {}

export function ProductForm({ onPreview, onAdded }: ProductFormProps) {
  const [draft, setDraft] = useState(NOTHING_TYPED)
  // While typing, the picture keeps its last address: a part of an address has no picture.
  const [image, setImage] = useState('')
  const isPictureMissing = useMissingPicture(image)
  const change = (typed: Draft, shownImage: string) => {
    setDraft(typed)
    setImage(shownImage)
    onPreview({ ...typed, image: shownImage })
  }
  const { busy, errors, form } = useCheckedForm(async () => {
    const added = await addProduct(readNewProduct(draft))
    // The blur of the field that loses the focus reads what was typed, so the form is emptied after it.
    form.ref.current?.querySelector('input')?.focus()
    change(NOTHING_TYPED, '')
    onAdded(added)
  })
  const warningOf = (name: string): string | undefined =>
    name === 'image' && isPictureMissing ? PICTURE_WARNING : readTyped(name, draft[name] ?? '').warning
  return (
    <form
      {...form}
      onBlur={() => change(draft, draft.image ?? '')}
      className="grid grid-cols-1 sm:grid-cols-2 sm:gap-x-4"
    >
      {inputNames.map((name) => (
        <ProductInput
          key={name}
          name={name}
          form="add"
          value={draft[name] ?? ''}
          error={errors[name]}
          warning={warningOf(name)}
          onChange={({ target }) => change({ ...draft, [name]: target.value }, image)}
        />
      ))}
      <Button type="submit" busy={busy} className="justify-self-start">
        Add Product
      </Button>
    </form>
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
