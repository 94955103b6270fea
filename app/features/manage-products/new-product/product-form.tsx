import { type ReactNode, useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import type { ProductFieldName } from '#features/catalog/fields.ts'
import { type Draft, readTyped } from '#features/catalog/fields.ts'
import type { Category, ManagedProduct, NewProduct } from '#features/catalog/schema.ts'
import { productTexts } from '#features/catalog/texts.ts'
import { imageIdOf } from '#features/images/paths.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { AttributeFields, CategoryField } from '../editor/category-fields.tsx'
import { breaksOf, withBreaks } from '../editor/draft.ts'
import { categoryOf } from '../editor/editor-form.ts'
import { PicturePanel } from '../editor/picture/picture-panel.tsx'
import { PriceBreaksEditor } from '../editor/price-breaks-editor.tsx'
import type { ProductFields } from '../editor/use-editor.ts'
import { ProductInput } from '../fields/product-input.tsx'
import {
  isFolded,
  NOT_FOR_SALE,
  optionalNames,
  readNewProduct,
  requiredNames,
  withFirstBreak,
} from './new-product-form.ts'

type ProductFormProps = {
  categories: readonly Category[]
  draft: Draft
  onType: (draft: Draft) => void
  /** Called while typing with what the preview shows. */
  onPreview: (draft: Draft) => void
  onAdded: (product: ManagedProduct) => void
}

const NOTHING_TYPED: Draft = {}

export function ProductForm(props: ProductFormProps) {
  const { categories, draft } = props
  const { fields, type, isPictureMissing, busy, form, leave } = useProductForm(props)
  const { errors } = fields
  const inputOf = (name: ProductFieldName) => (
    <ProductInput
      key={name}
      name={name}
      form="add"
      value={draft[name] ?? ''}
      error={errors[name] ?? (name === 'price' ? errors['prices/0/price'] : undefined)}
      warning={readTyped(name, draft[name] ?? '').warning}
      onChange={({ target }) => type({ [name]: target.value })}
    />
  )
  const warning = isPictureMissing ? PICTURE_WARNING : undefined
  return (
    <form {...form} onBlur={leave} className="grid grid-cols-1 sm:grid-cols-2 sm:gap-x-4">
      {requiredNames.map((name) =>
        name === 'image' ? (
          <PicturePanel key={name} editor={fields} form="add" warning={warning} />
        ) : (
          inputOf(name)
        ),
      )}
      <Folded draft={draft} hasError={Object.keys(errors).some(isFolded)}>
        <CategoryField fields={fields} categories={categories} />
        <AttributeFields fields={fields} categories={categories} />
        {optionalNames.map(inputOf)}
        <div className="mb-4 sm:col-span-2">
          <PriceBreaksEditor editor={fields} form="add" />
        </div>
        <ForSaleField
          isForSale={!draft[NOT_FOR_SALE]}
          onChange={(isForSale) => type({ [NOT_FOR_SALE]: isForSale ? '' : 'yes' })}
        />
      </Folded>
      <Button type="submit" busy={busy} className="justify-self-start">
        Add Product
      </Button>
    </form>
  )
}

/** What is typed into the form, its picture, and adding the product. */
function useProductForm({ categories, draft, onType, onPreview, onAdded }: ProductFormProps) {
  // While typing, the picture keeps its last address: a part of an address has no picture.
  const [image, setImage] = useState(draft.image ?? '')
  const isPictureMissing = useMissingPicture(image)
  const show = (typed: Draft, shownImage: string) => {
    onType(typed)
    setImage(shownImage)
    onPreview({ ...typed, image: shownImage })
  }
  const { busy, errors, form, clearError } = useCheckedForm(async () => {
    const added = await addProduct(readNewProduct(draft, categoryOf(draft, categories)))
    // The blur of the field that loses the focus reads what was typed, so the form is emptied after it.
    form.ref.current?.querySelector('input')?.focus()
    show(NOTHING_TYPED, '')
    onAdded(added)
  })
  const edit = (part: Draft) => {
    for (const name of Object.keys(errors)) if ((name.split('/', 1)[0] ?? name) in part) clearError(name)
    show({ ...draft, ...part }, imageIdOf(part.image ?? '') ? (part.image ?? '') : image)
  }
  const fields: ProductFields = {
    draft: withFirstBreak(draft),
    errors,
    edit,
    check: () => undefined,
    removePriceBreak: (index) =>
      edit(withBreaks(breaksOf(withFirstBreak(draft)).filter((_, at) => at !== index))),
  }
  return {
    fields,
    isPictureMissing,
    busy,
    form,
    /** The form itself clears the error of a field that is typed into. */
    type: (part: Draft) => show({ ...draft, ...part }, image),
    leave: () => {
      setImage(draft.image ?? '')
      onPreview(draft)
    },
  }
}

type FoldedProps = { draft: Draft; hasError: boolean; children: ReactNode }

/** What the specification's form does not have. It is open when something in it was typed before, or is wrong. */
function Folded({ draft, hasError, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(() =>
    Object.entries(draft).some(([name, text]) => isFolded(name) && text !== ''),
  )
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="mb-4 rounded border border-line sm:col-span-2"
    >
      <summary className="min-h-11 cursor-pointer px-4 py-2 font-medium">
        More about this part
        <span className="block font-normal text-muted text-sm">
          Category, part number, price breaks, for sale or not
        </span>
      </summary>
      <div className="grid grid-cols-1 border-line border-t p-4 sm:grid-cols-2 sm:gap-x-4">{children}</div>
    </details>
  )
}

type ForSaleFieldProps = { isForSale: boolean; onChange: (isForSale: boolean) => void }

const ForSaleField = ({ isForSale, onChange }: ForSaleFieldProps) => (
  <CheckboxField
    label="Put it up for sale at once"
    hint="Otherwise only staff see it, until it is put up for sale on its own page."
    className="sm:col-span-2"
    checked={isForSale}
    onChange={({ target }) => onChange(target.checked)}
  />
)

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

async function addProduct(json: NewProduct): Promise<ManagedProduct> {
  try {
    const product = await unwrap(catalogClient.product.$post({ json }))
    notify.success(productTexts.added)
    return product
  } catch (thrown) {
    if (!signOutIfForbidden(thrown)) notify.error(problemText(thrown))
    throw thrown
  }
}
