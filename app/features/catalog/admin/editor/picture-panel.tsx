import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { type FileDrop, useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ProductPicture } from '../../product-picture.tsx'
import { ProductInput } from '../product-input.tsx'
import { fieldProps } from './facts-form.tsx'
import { type OpenedPicture, openPicture } from './picture-file.ts'
import type { Editor } from './use-editor.ts'

// With the library that crops.
const CropDialog = lazy(() => import('./crop-dialog.tsx'))

const TYPES = 'image/png,image/jpeg,image/webp,image/avif'

/** The picture of a product: dropped, pasted, chosen, photographed, or named by its address. */
export function PicturePanel({ editor, isLocked }: { editor: Editor; isLocked: boolean }) {
  const { draft, edit } = editor
  const [picture, setPicture] = useState<OpenedPicture>()
  const [error, setError] = useState<string>()
  const open = async (file: File) => {
    if (isLocked) return
    setError(undefined)
    try {
      setPicture(await openPicture(file))
    } catch {
      setError('This is not a picture that can be used: a PNG, JPEG, WebP or AVIF file is needed.')
    }
  }
  usePastedFile(open)
  const { isOver, target, onChoose } = useFileDrop(open)
  return (
    <section aria-labelledby="picture" className="max-w-md">
      <h2 id="picture" className="mb-3 text-lg">
        Picture
      </h2>
      <div
        className={classNames(
          'aspect-4/3 overflow-hidden rounded border bg-tint text-sm',
          isOver ? 'border-brand outline-2 outline-brand' : 'border-line',
        )}
        {...target}
      >
        <ProductPicture
          product={{ name: draft.name ?? '', image: draft.image ?? '' }}
          width={400}
          height={300}
        />
      </div>
      {!isLocked && (
        <>
          <p className="mt-2 mb-3 text-muted text-sm">Drop a picture here, or paste one with Ctrl V.</p>
          <PictureButtons onChoose={onChoose} />
        </>
      )}
      {error !== undefined && (
        <Notice tone="bad" className="mb-3">
          {error}
        </Notice>
      )}
      <ProductInput {...fieldProps(editor, 'image')} form="edit" />
      {picture && (
        <Suspense>
          <CropDialog
            picture={picture}
            onClose={() => setPicture(undefined)}
            onDone={(image) => {
              edit({ image })
              setPicture(undefined)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The camera is offered only where the pointer is a finger: elsewhere it would be the same dialog. */
const PictureButtons = ({ onChoose }: Pick<FileDrop, 'onChoose'>) => (
  <div className="mb-3 flex flex-wrap gap-2">
    <FileButton label="Choose a picture" accept={TYPES} size="sm" onChoose={onChoose} />
    <div className="hidden pointer-coarse:block">
      <FileButton label="Take a photo" accept={TYPES} capture size="sm" onChoose={onChoose} />
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
