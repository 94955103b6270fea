import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { fileText } from '#features/catalog/file-texts.ts'
import { FILE_LIMITS } from '#features/catalog/limits.ts'
import type { Product } from '#features/catalog/schema.ts'
import { isNotFound, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { deleteFile } from '../client.ts'
import { FileForm } from './file-form.tsx'
import type { Editor } from './use-editor.ts'

type PartFile = Product['files'][number]

/** The files of a product, each with a button that deletes it, and a form that adds one. */
export function FilesPanel({ editor: { product, refresh } }: { editor: Editor }) {
  const { files, model } = product
  const { selected, open, dialog } = useFileDeletion(product._id, refresh)
  const isFull = files.length >= FILE_LIMITS.files
  return (
    <section aria-labelledby="files" className="min-w-0">
      <h2 id="files" className="mb-3 text-lg">
        Files
      </h2>
      {'reason' in model && (
        <p className="mb-3 text-muted text-sm">{`No 3-D model. ${model.reason} A STEP file that you add as a model takes its place.`}</p>
      )}
      {files.length > 0 && (
        <ul className="mb-4 grid">
          {files.map((file) => (
            <li
              key={file._id}
              className="flex items-center justify-between gap-3 border-line border-t py-2 last:border-b"
            >
              <div className="min-w-0">
                <a
                  href={file.url}
                  download
                  className="inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-11"
                >
                  {file.title}
                </a>
                <p className="text-muted text-sm">{fileText(file)}</p>
              </div>
              <Button
                variant="danger"
                size="sm"
                aria-label={`Delete the file ${file.title}`}
                onClick={() => open(file)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-muted text-sm">A product can have {FILE_LIMITS.files} files.</p>
      ) : (
        <FileForm productId={product._id} onAdded={refresh} />
      )}
      <ConfirmDialog
        {...dialog}
        title="Delete the file?"
        body={`“${selected?.title}” is gone for good, also where its address is known.`}
        yes="Delete"
        no="Keep"
      />
    </section>
  )
}

/** Asks for a confirmation, then deletes the file. One that another admin has deleted earlier is gone as well. */
function useFileDeletion(productId: string, refresh: () => Promise<void>) {
  const [selected, setSelected] = useState<PartFile>()
  const [isOpen, setIsOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const open = (file: PartFile) => {
    setSelected(file)
    setError(undefined)
    setIsOpen(true)
  }
  const remove = async ({ _id }: PartFile) => {
    setBusy(true)
    setError(undefined)
    try {
      await deleteFile(productId, _id).catch((thrown: unknown) => {
        if (!isNotFound(thrown)) throw thrown
      })
      notify.success('File deleted')
      setIsOpen(false)
      await refresh()
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(problemText(thrown))
    } finally {
      setBusy(false)
    }
  }
  return {
    selected,
    open,
    dialog: {
      open: isOpen,
      busy,
      error,
      onConfirm: () => selected && void remove(selected),
      // A running deletion cannot be cancelled.
      onClose: () => !busy && setIsOpen(false),
    },
  }
}
