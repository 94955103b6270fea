import { lazy, Suspense, useState } from 'react'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { type OpenedPicture, openPicture } from './picture-file.ts'

// With the library that crops.
const CropDialog = lazy(() => import('./crop-dialog.tsx'))

/** Crops and uploads a picture from a file, and says when it is none. `shown` is to be rendered. */
export function useCrop(onDone: (image: string) => void) {
  const [picture, setPicture] = useState<OpenedPicture>()
  const [isUnusable, setIsUnusable] = useState(false)
  const open = async (file: File) => {
    setIsUnusable(false)
    try {
      setPicture(await openPicture(file))
    } catch {
      setIsUnusable(true)
    }
  }
  const shown = (
    <>
      {isUnusable && (
        <Notice tone="bad" className="my-2">
          This is not a picture that can be used: a PNG, JPEG, WebP or AVIF file is needed.
        </Notice>
      )}
      {picture && (
        <Suspense>
          <CropDialog
            picture={picture}
            onClose={() => setPicture(undefined)}
            onDone={(image) => {
              onDone(image)
              setPicture(undefined)
            }}
          />
        </Suspense>
      )}
    </>
  )
  return { open, shown }
}
