import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { readTextFile } from '#kit/browser/read-text-file.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { fetchAllOwnNumbers, previewFile, replaceByFile, replaceOwnNumbers } from '../client.ts'
import { LARGEST_LIST } from '../limits.ts'
import type { OwnNumbers, Replaced } from '../schema.ts'
import { toFile } from './pasted-file.ts'
import { replacedText } from './replaced-text.ts'

type ReplaceFormProps = { onChanged: () => Promise<void> }

/** A list by file or pasted takes the place of the present one: what would change is shown before, and can be taken back after. */
export function ReplaceForm({ onChanged }: ReplaceFormProps) {
  const list = useReplacing(onChanged)
  const { text, preview, saved, error, busy } = list
  const drop = useFileDrop((file) => void list.read(file))
  return (
    <div className="grid max-w-xl grid-cols-1 gap-3" {...drop.target}>
      <TextAreaField
        label="New list"
        hint="Two columns: our part number, then yours. It takes the place of the whole present list."
        rows={5}
        value={text}
        onChange={({ target }) => list.write(target.value)}
        spellCheck={false}
        autoComplete="off"
      />
      {error !== undefined && <Wrong error={error} />}
      {preview && <Notice tone="waiting">{replacedText(preview)}</Notice>}
      {saved && (
        <Notice
          tone="good"
          action={
            <Button variant="secondary" size="sm" busy={busy} onClick={() => void list.undo()}>
              Undo
            </Button>
          }
        >
          {`Saved: ${replacedText(saved.replaced)}`}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {preview ? (
          <>
            <Button busy={busy} onClick={() => void list.save()}>
              Replace the list
            </Button>
            <Button variant="quiet" onClick={() => list.write('')}>
              Keep as it was
            </Button>
          </>
        ) : (
          <>
            <Button busy={busy} disabled={text.trim() === ''} onClick={() => void list.check()}>
              Check the list
            </Button>
            <FileButton
              label="Choose a CSV file"
              accept=".csv,.txt,text/csv,text/plain"
              onChoose={drop.onChoose}
            />
          </>
        )}
      </div>
    </div>
  )
}

interface Saved {
  readonly replaced: Replaced
  readonly before: OwnNumbers
}

function useReplacing(onChanged: () => Promise<void>) {
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<Replaced>()
  const [saved, setSaved] = useState<Saved>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const write = (typed: string) => {
    setText(typed)
    setPreview(undefined)
    setError(undefined)
  }
  const check = (typed = text) => run(async () => setPreview(await previewFile(toFile(typed))))
  return {
    text,
    preview,
    saved,
    error,
    busy,
    write,
    check: () => check(),
    read: (file: File) =>
      run(async () => {
        const read = await readTextFile(file, LARGEST_LIST.bytes)
        if ('problem' in read) throw new ProblemError(0, 'unreadable', read.problem)
        write(read.text)
        await check(read.text)
      }),
    save: () =>
      run(async () => {
        const before = await fetchAllOwnNumbers()
        setSaved({ before, replaced: await replaceByFile(toFile(text)) })
        setText('')
        setPreview(undefined)
        await onChanged()
      }),
    undo: () =>
      run(async () => {
        if (saved) await replaceOwnNumbers(saved.before)
        setSaved(undefined)
        await onChanged()
      }),
  }
}

/** More wrong rows are not shown. */
const SHOWN = 20

function Wrong({ error }: { error: unknown }) {
  const rows = error instanceof ProblemError ? error.errors.slice(0, SHOWN) : []
  return (
    <Notice tone="bad">
      {problemText(error)}
      {rows.length > 1 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {rows.map(({ pointer, detail }) => (
            <li key={pointer} className="wrap-anywhere">
              {detail}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
