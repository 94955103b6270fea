import { Button } from '#kit/ui/form/button.tsx'

type ChangedNoteProps = {
  was: string
  now: string
  /** What the line is called, for screen readers. */
  name: string
  onUndo: () => void
}

/** What a button changed of a line, with a button that undoes this change alone. */
export const ChangedNote = ({ was, now, name, onUndo }: ChangedNoteProps) => (
  <p className="flex flex-wrap items-center gap-x-2 text-good text-sm">
    <span className="min-w-0 [overflow-wrap:anywhere]">{`Changed: ${was} → ${now}`}</span>
    <Button variant="quiet" size="sm" aria-label={`Undo the change of ${name}`} onClick={onUndo}>
      Undo
    </Button>
  </p>
)
