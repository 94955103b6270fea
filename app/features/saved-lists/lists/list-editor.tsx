import { type ReactNode, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { useLeaveWarning } from '#kit/ui/form/use-leave-warning.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { changeList } from '../client.ts'
import { LONGEST_LIST_NAME } from '../limits.ts'
import type { SavedList } from '../schema.ts'
import { checkDraft, type DraftLine, partOfLine, toDraft, toSave } from './draft-list.ts'
import { ListLineRow } from './list-line-row.tsx'

type ListEditorProps = {
  list: SavedList
  onSaved: (list: SavedList) => void
  /** What is done with the list as it is saved. */
  children: ReactNode
}

/** Name and lines of a list as fields, which are saved together. */
export function ListEditor({ list, onSaved, children }: ListEditorProps) {
  const { draft, setDraft, isChanged, form, errors, error, busy } = useDraftList(list, onSaved)
  const quotedOf = new Map(list.lines.map((line) => [partOfLine(line), line]))
  const changeLine = (at: number, change: Partial<DraftLine>) =>
    setDraft({
      ...draft,
      lines: draft.lines.map((line, index) => (index === at ? { ...line, ...change } : line)),
    })
  return (
    <>
      <form {...form} aria-label="List">
        <Field
          label="Name of the list"
          name="name"
          value={draft.name}
          maxLength={LONGEST_LIST_NAME}
          autoComplete="off"
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          error={errors.name ?? null}
          className="max-w-md"
        />
        <ul aria-label="Lines of the list" className="border-line border-t">
          {draft.lines.map((line, at) => (
            <ListLineRow
              key={line.productId}
              line={line}
              quoted={quotedOf.get(line.productId)}
              at={at}
              errors={errors}
              onChange={(change) => changeLine(at, change)}
              onRemove={() => setDraft({ ...draft, lines: draft.lines.toSpliced(at, 1) })}
            />
          ))}
        </ul>
        {error !== null && (
          <Notice tone="bad" className="mt-4">
            {problemText(error)}
          </Notice>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button type="submit" variant="secondary" busy={busy} disabled={!isChanged}>
            Save changes
          </Button>
          {isChanged && (
            <Button variant="quiet" onClick={() => setDraft(toDraft(list))}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
      {isChanged ? (
        <p className="text-muted text-sm">Save the changes, then the list can be added to the cart.</p>
      ) : (
        children
      )}
    </>
  )
}

/** A list while it is changed, and the form that saves it. */
function useDraftList(list: SavedList, onSaved: ListEditorProps['onSaved']) {
  const [draft, setDraft] = useState(() => toDraft(list))
  const isChanged = JSON.stringify(toSave(draft)) !== JSON.stringify(toSave(toDraft(list)))
  useLeaveWarning(isChanged)
  const checked = useCheckedForm(
    async () => {
      try {
        const saved = await changeList(list._id, { ...toSave(draft), revision: list.revision })
        setDraft(toDraft(saved))
        onSaved(saved)
        notify.success('The list is saved')
      } catch (thrown) {
        if (!signOutIfForbidden(thrown)) throw thrown
      }
    },
    () => checkDraft(draft),
  )
  return { draft, setDraft, isChanged, ...checked }
}
