import { useEffect, useId, useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { fileKindTexts, sizeText } from '#features/catalog/file-texts.ts'
import { FILE_LIMITS } from '#features/catalog/limits.ts'
import type { FileKind } from '#features/catalog/states.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field, Note } from '#kit/ui/form/field.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { addFile } from '../client.ts'

const TYPES = '.step,.stp,.p21,.stl,.dxf,.pdf,.png'

/** These refusals are about the file as a whole. */
const OF_FILE = new Set(['too_large', 'unsupported_media_type', 'too_many'])

const atFile = (detail: string, status = 422, code = 'invalid'): ProblemError =>
  new ProblemError(status, code, detail, { errors: [{ pointer: '#/file', detail }] })

/** What files with such a name usually are, so that a STEP file becomes the model of its part. */
function usualKind(name: string): FileKind {
  if (/\.(step|stp|p21|stl)$/i.test(name)) return 'model'
  return /\.dxf$/i.test(name) ? 'drawing' : 'certificate'
}

type FileFormProps = { productId: string; onAdded: () => Promise<void> }

/** The form with the chosen file. `share`: how much of it was sent, from 0 to 1; undefined while none is being sent. */
function useFileForm({ productId, onAdded }: FileFormProps) {
  const [file, setFile] = useState<File>()
  const [kind, setKind] = useState<FileKind>()
  const [share, setShare] = useState<number>()
  const current = useRef(new AbortController())
  useEffect(() => () => current.current.abort(), [])
  const { busy, error, errors, clearError, form } = useCheckedForm(async (field) => {
    if (!file) throw atFile('Choose a file first.')
    if (file.size > FILE_LIMITS.bytes) throw atFile(`The file is larger than ${sizeText(FILE_LIMITS.bytes)}.`)
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    setShare(0)
    try {
      const given = { file, kind: field('kind'), title: field('title') }
      await addFile(productId, given, { signal, onProgress: setShare })
    } catch (thrown) {
      if (signal.aborted || signOutIfForbidden(thrown)) return
      if (thrown instanceof ProblemError && OF_FILE.has(thrown.code))
        throw atFile(thrown.detail, thrown.status, thrown.code)
      throw thrown
    } finally {
      setShare(undefined)
    }
    notify.success('File added')
    form.ref.current?.reset()
    setFile(undefined)
    setKind(undefined)
    await onAdded()
  })
  const choose = (chosen: File) => {
    if (busy) return
    setFile(chosen)
    clearError('file')
  }
  return {
    file,
    kind: kind ?? usualKind(file?.name ?? ''),
    setKind,
    share,
    busy,
    error,
    errors,
    form,
    choose,
    cancel: () => current.current.abort(),
  }
}

/** Adds a file that is chosen, or dropped onto the form. */
export function FileForm(props: FileFormProps) {
  const { file, kind, setKind, share, busy, error, errors, form, choose, cancel } = useFileForm(props)
  const { isOver, target, onChoose } = useFileDrop(choose)
  const noteId = useId()
  return (
    <form
      {...form}
      {...target}
      aria-label="Add a file"
      className={classNames(
        'grid rounded border border-dashed p-4',
        isOver ? 'border-link bg-tint' : 'border-edge',
      )}
    >
      <div>
        <FileButton
          label="Choose a file"
          accept={TYPES}
          size="sm"
          name="file"
          disabled={busy}
          isInvalid={errors.file !== undefined}
          describedBy={noteId}
          onChoose={onChoose}
        />
        <Note
          id={noteId}
          hint={
            <span className="wrap-anywhere" role="status">
              {file ? `${file.name}, ${sizeText(file.size)}` : 'Or drop it here: STEP, STL, DXF, PDF or PNG.'}
            </span>
          }
          error={errors.file ?? null}
        />
      </div>
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        onChange={(event) => setKind(event.target.value as FileKind)}
        error={errors.kind ?? null}
      >
        {Object.entries(fileKindTexts).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </SelectField>
      <Field
        label="Title"
        name="title"
        autoComplete="off"
        hint="The name of the file, if it is left out."
        error={errors.title ?? null}
      />
      {error !== null && (
        <Notice tone="bad" className="mb-3">
          {problemText(error)}
        </Notice>
      )}
      {share !== undefined && <Progress share={share} onCancel={cancel} />}
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Add the file
      </Button>
    </form>
  )
}

function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const isSent = share >= 1
  return (
    <div className="mb-3 grid justify-items-start gap-2">
      <progress
        aria-label={isSent ? 'Reading the file' : 'Sending the file'}
        className="h-2 w-full accent-brand"
        {...(!isSent && { value: share })}
      />
      <p role="status" className="text-muted text-sm">
        {isSent ? 'Reading the file…' : `Sending, ${Math.round(share * 100)} %`}
      </p>
      <Button variant="quiet" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
