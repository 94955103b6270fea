import { useId, useState } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { keptBreaksText, leavingBreaks } from './kept-breaks.ts'
import { PlanSheet, plansOf } from './plan-sheet.tsx'
import { type CellChange, changedText, roundedText, summaryText } from './sheet-drafts.ts'
import type { Sheet } from './use-sheet.ts'

const REASON_IF_EMPTY = 'Stock count'

/** What will be saved, with the button that saves all of it; at the bottom of the window while the sheet is longer. */
export function SheetBar({ sheet }: { sheet: Sheet }) {
  const [isPlanning, setIsPlanning] = useState(false)
  return (
    <>
      <ChangesForm sheet={sheet} onPlan={() => setIsPlanning(true)} />
      <PlanSheet
        changes={sheet.changes}
        open={isPlanning}
        onClose={() => setIsPlanning(false)}
        onPlanned={sheet.planned}
      />
    </>
  )
}

type ChangesFormProps = { sheet: Sheet; onPlan: () => void }

function ChangesForm({ sheet, onPlan }: ChangesFormProps) {
  const { changes, open, unseen, progress } = sheet
  const [reason, setReason] = useState(REASON_IF_EMPTY)
  const undoable = whatCanBeUndone(sheet)
  const hasStock = changes.some(({ column }) => column === 'stock')
  const leaving = leavingBreaks(changes)
  const [isAsking, setIsAsking] = useState(false)
  const save = () => sheet.save(reason.trim() || REASON_IF_EMPTY)
  return (
    <form
      aria-label="Changes"
      className="bottom-bar float sticky bottom-3 z-2 mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 p-3 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (progress || changes.length === 0) return
        if (leaving.length > 0) setIsAsking(true)
        else save()
      }}
    >
      <ConfirmLeaving
        leaving={leaving}
        open={isAsking}
        onConfirm={() => {
          setIsAsking(false)
          save()
        }}
        onClose={() => setIsAsking(false)}
      />
      <div role="status" className="min-w-0 flex-1 basis-60 self-center">
        <p className="font-medium">{undoable ? undoable.text : summaryText(changes)}</p>
        {!undoable && <Rest open={open} unseen={unseen} rounded={roundedText(changes)} />}
      </div>
      {hasStock && <Reason reason={reason} onChange={setReason} />}
      <div className="flex flex-wrap gap-2">
        {undoable ? (
          <Button variant="secondary" onClick={undoable.undo}>
            {undoable.deed}
          </Button>
        ) : (
          <>
            <Button variant="secondary" disabled={progress !== undefined} onClick={sheet.discard}>
              Discard
            </Button>
            {plansOf(changes).length > 0 && (
              <Button variant="secondary" disabled={progress !== undefined} onClick={onPlan}>
                Plan for a day
              </Button>
            )}
            <Button
              type="submit"
              busy={progress !== undefined}
              busyLabel={progress && `${formatCount(progress.done)} of ${formatCount(progress.total)}`}
              disabled={changes.length === 0}
            >
              Save
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

/** The last thing that a button undoes: what was discarded, or saved when all of it was. */
function whatCanBeUndone(sheet: Sheet): { text: string; deed: string; undo: () => void } | undefined {
  const { bringBack, saved, drafts, isUndone, undo } = sheet
  if (bringBack) return { text: 'The changes are discarded', deed: 'Undo', undo: bringBack }
  if (saved.length === 0 || Object.keys(drafts).length > 0) return undefined
  const text = `${changedText(saved)} ${saved.length === 1 ? 'is' : 'are'}`
  return isUndone
    ? { text: `${text} as before`, deed: 'Redo', undo }
    : { text: `${text} saved`, deed: 'Undo', undo }
}

/** So many products are named in the question. */
const MOST_NAMED = 5

type ConfirmLeavingProps = {
  leaving: readonly CellChange[]
  open: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before first prices change whose later price breaks stay: the list would look right, and larger orders cost the same. */
function ConfirmLeaving({ leaving, open, onConfirm, onClose }: ConfirmLeavingProps) {
  const count = formatCount(leaving.length)
  const others = leaving.length - MOST_NAMED
  return (
    <ConfirmDialog
      open={open}
      title={
        leaving.length === 1
          ? '1 product keeps its later price breaks. Save only its first price?'
          : `${count} products keep their later price breaks. Save only their first prices?`
      }
      body={
        <div className="grid gap-3">
          <p>Larger quantities cost the same as before.</p>
          <ul className="grid max-h-60 gap-2 overflow-y-auto text-sm">
            {leaving.slice(0, MOST_NAMED).map((change) => (
              <li key={change.product._id}>
                <span className="block font-medium text-ink">{change.product.name}</span>
                {keptBreaksText(change)}
              </li>
            ))}
            {others > 0 && <li>{`and ${formatCount(others)} more, as the table says`}</li>}
          </ul>
        </div>
      }
      yes={leaving.length === 1 ? 'Save the first price' : 'Save the first prices'}
      no="Go back"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/** What is rounded, and what is not saved yet and why. */
function Rest({ open, unseen, rounded }: { open: number; unseen: number; rounded: string | undefined }) {
  const texts = [
    rounded ?? false,
    open > 0 && `${formatCount(open)} ${open === 1 ? 'cell has' : 'cells have'} to be decided first`,
    unseen > 0 &&
      `${formatCount(unseen)} ${unseen === 1 ? 'product is' : 'products are'} not in the list shown`,
  ].filter((text) => text !== false)
  return texts.length > 0 && <p className="text-muted text-sm">{`${texts.join('; ')}.`}</p>
}

/** The reason that the history of the products says for changed stocks. */
function Reason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const id = useId()
  return (
    <div className="grid">
      <label htmlFor={id} className="text-muted text-sm">
        Why the stock changes
      </label>
      <input
        id={id}
        value={reason}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        className="h-10 w-48 max-w-full rounded border border-edge bg-paper px-3 text-ink hover:border-ink pointer-coarse:h-11"
      />
    </div>
  )
}
