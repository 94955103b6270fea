import { useEffect } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { ColumnsPanel } from './new-import/columns-panel.tsx'
import { isPictureFile, PICTURE_FILES } from './new-import/picture-files.ts'
import { type Running, useNewImport } from './new-import/use-new-import.ts'
import { usePictures } from './new-import/use-pictures.ts'

type UploadPanelProps = {
  /** The rows of the file that the shop has read so far. */
  rowsRead: number
  /** A file is being sent or read. */
  onRunning(isRunning: boolean): void
}

/** The field for a CSV file or a workbook, dropped onto it or chosen; then what its columns mean. */
export function UploadPanel({ rowsRead, onRunning }: UploadPanelProps) {
  const upload = useNewImport()
  const pictures = usePictures()
  const { running, failure, open, choose, cancel } = upload
  const isRunning = running !== undefined
  const { isOver, target, onChoose } = useFileDrop((_first, files) => {
    if (isRunning) return
    const pictured = files.filter(isPictureFile)
    const table = files.find((file) => !isPictureFile(file))
    if (pictured.length > 0) void pictures.send(pictured)
    if (table) void choose({ file: table }, pictured.length > 0 || Object.keys(pictures.sent).length > 0)
  })
  useEffect(() => onRunning(isRunning), [onRunning, isRunning])
  return (
    <div className="grid gap-4">
      {failure && (
        <FailureState
          title={`${failure.name} was not imported`}
          detail={failure.detail}
          onRetry={failure.retry}
        />
      )}
      {open && (
        // What was chosen stays while the file is sent, in case that fails.
        <div hidden={isRunning}>
          <ColumnsPanel open={open} upload={upload} pictures={pictures} />
        </div>
      )}
      {(isRunning || !open) && (
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
              <p className="font-medium">Drop an Excel workbook or a CSV file here</p>
              <p className="max-w-prose text-muted text-sm">
                Its columns can have any names: the shop suggests what they mean, and asks what it does not
                know. Pictures can be dropped with it. Nothing changes before you apply it.
              </p>
              <FileButton
                onChoose={onChoose}
                label="Choose a file"
                multiple
                accept={`.xlsx,.csv,.tsv,.txt,text/csv,${PICTURE_FILES}`}
              />
            </>
          )}
        </section>
      )}
    </div>
  )
}

type UploadProgressProps = { running: Running; rowsRead: number; onCancel: () => void }

function UploadProgress({ running: { name, share, isFor }, rowsRead, onCancel }: UploadProgressProps) {
  const isSent = share >= 1
  const work = isFor === 'columns' ? 'Reading the columns' : 'Comparing with the products'
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
      <progress
        aria-label={isSent ? work : 'Sending the file'}
        className="h-2 w-64 max-w-full accent-brand"
        {...(!isSent && { value: share })}
      />
      <p role="status" className="text-muted text-sm">
        {isSent
          ? `${work}${rowsRead > 0 ? `, ${formatCount(rowsRead)} rows so far` : ''}…`
          : `Sending, ${Math.round(share * 100)} %`}
      </p>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
