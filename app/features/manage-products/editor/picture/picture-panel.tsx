import { useEffect, useEffectEvent } from 'react'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { PICTURE_TYPES } from '#features/images/client.ts'
import { imageIdOf } from '#features/images/paths.ts'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { type FileDrop, useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ProductInput } from '../../fields/product-input.tsx'
import { fieldProps } from '../field-props.ts'
import type { ProductFields } from '../use-editor.ts'
import { useCrop } from './use-crop.tsx'

/** The picture of a product: dropped, pasted, chosen, photographed, or named by its address. */
type PicturePanelProps = {
  editor: ProductFields
  isLocked?: boolean
  form?: 'add' | 'edit'
  warning?: string | undefined
}

export function PicturePanel({ editor, isLocked = false, form = 'edit', warning }: PicturePanelProps) {
  const { draft, edit } = editor
  const crop = useCrop((image) => edit({ image }))
  const open = (file: File) => {
    if (!isLocked) void crop.open(file)
  }
  usePastedFile(open)
  // The card beside Add Product shows a picture that is named by its address.
  const isShown = form === 'edit' || imageIdOf(draft.image ?? '') !== undefined
  const { isOver, target, onChoose } = useFileDrop(open)
  const address = <ProductInput {...fieldProps(editor, 'image')} form={form} warning={warning} />
  return (
    <section aria-label="Picture" className={classNames(form === 'add' ? 'sm:col-span-2' : 'max-w-md')}>
      {form === 'add' ? address : <h2 className="mb-3 text-lg">Picture</h2>}
      <div
        className={classNames(
          'overflow-hidden rounded border bg-tint text-sm',
          isShown && 'aspect-4/3',
          isOver ? 'border-brand outline-2 outline-brand' : 'border-line',
        )}
        {...target}
      >
        {isShown ? (
          <ProductPicture
            product={{ name: draft.name ?? '', image: draft.image ?? '' }}
            width={400}
            height={300}
          />
        ) : (
          <p className="p-4 text-muted">{DROP_HINT}</p>
        )}
      </div>
      {!isLocked && (
        <>
          {isShown && <p className="mt-2 text-muted text-sm">{DROP_HINT}</p>}
          <PictureButtons onChoose={onChoose} />
        </>
      )}
      {crop.shown}
      {form === 'edit' && address}
    </section>
  )
}

const DROP_HINT = 'Drop a picture here, or paste one with Ctrl V.'

/** The camera is offered only where the pointer is a finger: elsewhere it would be the same dialog. */
const PictureButtons = ({ onChoose }: Pick<FileDrop, 'onChoose'>) => (
  <div className="my-3 flex flex-wrap gap-2">
    <FileButton label="Choose a picture" accept={PICTURE_TYPES} size="sm" onChoose={onChoose} />
    <div className="hidden pointer-coarse:block">
      <FileButton label="Take a photo" accept={PICTURE_TYPES} capture size="sm" onChoose={onChoose} />
    </div>
  </div>
)

/** Takes a picture that is pasted anywhere on the page. A pasted text stays one. */
function usePastedFile(onFile: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { files, types } = event.clipboardData ?? {}
    const [file] = files ?? []
    if (!file || types?.includes('text/plain')) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
