import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { importPath } from '../paths.ts'
import { addImport } from './client.ts'

/** How far an upload is: a share of the file from 0 to 1, after which the shop reads it. */
interface Running {
  readonly name: string
  readonly share: number
}

interface Failure {
  readonly file: File
  readonly detail: string
}

/** Uploads one file at a time and leads to its change set. */
function useUpload() {
  const navigate = useNavigate()
  const [running, setRunning] = useState<Running>()
  const [failure, setFailure] = useState<Failure>()
  const current = useRef(new AbortController())
  useEffect(() => () => current.current.abort(), [])

  const start = async (file: File) => {
    current.current.abort()
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    setFailure(undefined)
    setRunning({ name: file.name, share: 0 })
    try {
      const onProgress = (share: number) => setRunning({ name: file.name, share })
      const { _id } = await addImport(file, { signal, onProgress })
      await navigate(importPath(_id))
    } catch (error) {
      if (signal.aborted) return
      if (!signOutIfForbidden(error)) setFailure({ file, detail: problemText(error) })
    }
    setRunning(undefined)
  }
  const cancel = () => {
    current.current.abort()
    setRunning(undefined)
  }
  return { running, failure, start, cancel }
}

type UploadPanelProps = {
  /** The rows of the file that the shop has read so far. */
  rowsRead: number
  /** A file is being sent or read. */
  onRunning(isRunning: boolean): void
}

/** The field for a CSV file: dropped onto it, or chosen. */
export function UploadPanel({ rowsRead, onRunning }: UploadPanelProps) {
  const { running, failure, start, cancel } = useUpload()
  const isRunning = running !== undefined
  const { isOver, target, onChoose } = useFileDrop((file) => {
    if (!isRunning) void start(file)
  })
  useEffect(() => onRunning(isRunning), [onRunning, isRunning])
  return (
    <div className="grid gap-4">
      {failure && (
        <FailureState
          title={`${failure.file.name} was not imported`}
          detail={failure.detail}
          onRetry={() => void start(failure.file)}
        />
      )}
      <section
        aria-label="File to import"
        {...target}
        className={classNames(
          'grid min-h-48 place-content-center justify-items-center gap-3 rounded border border-dashed px-4 py-8 text-center',
          isOver ? 'border-link bg-tint' : 'border-edge',
        )}
      >
        {running ? (
          <UploadProgress running={running} rowsRead={rowsRead} onCancel={cancel} />
        ) : (
          <>
            <p className="font-medium">Drop a CSV file here</p>
            <p className="max-w-prose text-muted text-sm">
              Its first row names the columns, as in the export: sku and any others. Prices can be calculated
              in from 1, price 1, from 2, price 2 and so on. Nothing changes before you apply it.
            </p>
            <FileButton onChoose={onChoose} label="Choose a file" accept=".csv,.tsv,.txt,text/csv" />
          </>
        )}
      </section>
    </div>
  )
}

type UploadProgressProps = { running: Running; rowsRead: number; onCancel: () => void }

function UploadProgress({ running: { name, share }, rowsRead, onCancel }: UploadProgressProps) {
  const isSent = share >= 1
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
      <progress
        aria-label={isSent ? 'Comparing with the products' : 'Sending the file'}
        className="h-2 w-64 max-w-full accent-brand"
        {...(!isSent && { value: share })}
      />
      <p role="status" className="text-muted text-sm">
        {isSent
          ? `Comparing with the products${rowsRead > 0 ? `, ${formatCount(rowsRead)} rows so far` : ''}…`
          : `Sending, ${Math.round(share * 100)} %`}
      </p>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
