import { useState } from 'react'
import { shortenEnd } from '#kit/text/list-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import type { Import } from '../schema.ts'
import { undoQuestion } from '../texts.ts'

const LONGEST_NAME = 60

type UndoButtonProps = { found: Import; busy: boolean; undo: () => Promise<void> }

/** Says first what undoing puts back. */
export function UndoButton({ found, busy, undo }: UndoButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" busy={busy} busyLabel="Undoing…" onClick={() => setIsAsking(true)}>
        Undo this import
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Undo ${shortenEnd(found.name, LONGEST_NAME)}?`}
        body={
          <ul className="grid gap-1">
            {undoQuestion(found).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        }
        yes="Undo the import"
        no="Keep it"
        onConfirm={() => {
          setIsAsking(false)
          void undo()
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
