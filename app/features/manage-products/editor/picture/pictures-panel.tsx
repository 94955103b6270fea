import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { PICTURE_LIMITS } from '#features/catalog/limits.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { PICTURE_TYPES } from '#features/images/client.ts'
import { problemText } from '#kit/browser/client.ts'
import { RowButtons } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notifyUndo, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { changePictures } from '../../client.ts'
import type { Editor } from '../use-editor.ts'
import {
  addPicture,
  isChanged,
  movePicture,
  type Pictures,
  withoutPicture,
  withText,
} from './picture-list.ts'
import { useCrop } from './use-crop.tsx'

/**
 * All pictures of a product in their sequence, with what each shows in words. The first is that of lists. What is changed here is
 * saved by itself, and can be undone; nothing is saved before.
 */
export function PicturesPanel({ editor, isLocked }: { editor: Editor; isLocked: boolean }) {
  const { product } = editor
  const [images, setImages] = useState<Pictures>(product.images)
  const { busy, error, save } = useSaving(editor)
  const changed = isChanged(product.images, images)
  // The picture above is the first one: it has another place for as long as it is not saved.
  const isWaiting = editor.changed.includes('image')
  useUndone(() => void editor.refresh())
  return (
    <section aria-labelledby="pictures" className="min-w-0 max-w-md">
      <h2 id="pictures" className="mb-1 text-lg">
        All pictures
      </h2>
      <p className="mb-3 text-muted text-sm">
        The page of the part shows them in this sequence, lists show the first.
      </p>
      <ol className="mb-3 grid gap-3">
        {images.map((picture, index) => (
          <li key={picture.image} className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-3">
            <PictureRow {...{ images, index, product }} onChange={setImages} />
          </li>
        ))}
      </ol>
      {!isLocked && images.length < PICTURE_LIMITS.pictures && (
        <AddPicture onAdded={(image) => setImages((all) => addPicture(all, image))} />
      )}
      {error !== null && (
        <Notice tone="bad" className="mb-3">
          {problemText(error)}
        </Notice>
      )}
      {changed && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" busy={busy} disabled={isWaiting} onClick={() => void save(images)}>
            Save the pictures
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setImages(product.images)}>
            Discard
          </Button>
          {isWaiting && <span className="text-muted text-sm">Save or discard the picture above first.</span>}
        </div>
      )}
    </section>
  )
}

type PictureRowProps = {
  images: Pictures
  index: number
  product: ManagedProduct
  onChange: (images: Pictures) => void
}

function PictureRow({ images, index, product, onChange }: PictureRowProps) {
  const { image, alt } = images[index] ?? { image: '' }
  const named = `picture ${index + 1}`
  return (
    <>
      <div className="aspect-4/3 overflow-hidden rounded border border-line bg-tint text-xs">
        <ProductPicture product={{ name: alt ?? product.name, image }} width={80} height={60} isLazy />
      </div>
      <div className="min-w-0">
        <Field
          label={index === 0 ? 'What the first picture shows' : `What ${named} shows`}
          value={alt ?? ''}
          maxLength={PICTURE_LIMITS.alt}
          placeholder={product.name}
          autoComplete="off"
          className="-mb-5"
          onChange={({ target }) => onChange(withText(images, index, target.value))}
        />
        <div className="flex gap-1">
          {images.length > 1 && (
            <RowButtons
              named={named}
              index={index}
              count={images.length}
              onMove={(by) => onChange(movePicture(images, index, by))}
              onRemove={() => onChange(withoutPicture(images, index))}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Chosen, cropped and uploaded as the first picture is. */
function AddPicture({ onAdded }: { onAdded: (image: string) => void }) {
  const { open, shown } = useCrop(onAdded)
  return (
    <div className="mb-3">
      <FileButton
        label="Add a picture"
        accept={PICTURE_TYPES}
        size="sm"
        onChoose={({ target }) => {
          const [file] = target.files ?? []
          if (file) void open(file)
          target.value = ''
        }}
      />
      {shown}
    </div>
  )
}

/** Saves the pictures; the toast puts back those that were there. */
function useSaving({ product, refresh }: Editor) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async (images: Pictures) => {
    setBusy(true)
    setError(null)
    try {
      const { revision } = await changePictures(product._id, {
        revision: product.revision,
        images: [...images],
      })
      const path = `/api/product/${encodeURIComponent(product._id)}/pictures`
      const body = { revision, images: product.images }
      notifyUndo({ text: 'Pictures saved', calls: [{ method: 'PUT', path, body }] })
      await refresh()
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, save }
}
