import { type ReactNode, useState } from 'react'
import { currentSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { keep, readKept } from '#kit/browser/kept-drafts.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { useLeaveWarning } from '#kit/ui/form/use-leave-warning.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { changeList } from '../client.ts'
import { LONGEST_LIST_NAME } from '../limits.ts'
import type { SavedList } from '../schema.ts'
import { listTexts } from '../texts.ts'
import {
  checkDraft,
  type DraftLine,
  type DraftList,
  partOfLine,
  readDraft,
  toDraft,
  toSave,
} from './draft-list.ts'
import { ListLineRow } from './list-line-row.tsx'

type ListEditorProps = {
  list: SavedList
  onSaved: (list: SavedList) => void
  /** What is done with the list as it is saved. */
  children: ReactNode
}

/** Name and lines of a list as fields, which are saved together. */
export function ListEditor({ list, onSaved, children }: ListEditorProps) {
  const { draft, setDraft, discard, isChanged, form, errors, error, busy } = useDraftList(list, onSaved)
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
        <table className="list-lines">
          <TableHead />
          <tbody>
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
          </tbody>
        </table>
        {error !== null && (
          <Notice tone="bad" className="mt-4">
            {problemText(error)}
          </Notice>
        )}
        <div className={isChanged ? 'list-actions bottom-bar' : 'mt-4 flex'}>
          <Button
            type="submit"
            variant={isChanged ? 'primary' : 'secondary'}
            busy={busy}
            disabled={!isChanged}
          >
            Save changes
          </Button>
          {isChanged && (
            <>
              <Button variant="quiet" onClick={discard}>
                Discard changes
              </Button>
              <p className="text-muted text-sm">
                Kept in this tab until you save or discard them. Then the list can be added to the cart.
              </p>
            </>
          )}
        </div>
      </form>
      {!isChanged && children}
    </>
  )
}

/** The widths and the heads of the columns. */
const TableHead = () => (
  <>
    <caption className="sr-only">Lines of the list</caption>
    <colgroup>
      <col />
      <col className="w-28" />
      <col className="w-36 xl:w-1/6" />
      <col className="w-1/4" />
      <col className="w-24" />
      <col className="w-11" />
    </colgroup>
    <thead>
      <tr>
        <th scope="col">Part</th>
        <th scope="col" className="list-number">
          Pieces
        </th>
        <th scope="col">{listTexts.ownNumber}</th>
        <th scope="col">{listTexts.note}</th>
        <th scope="col" className="list-number">
          Total
        </th>
        <td />
      </tr>
    </thead>
  </>
)

/** A list while it is changed, which the tab keeps when the page is left, and the form that saves it. */
function useDraftList(list: SavedList, onSaved: ListEditorProps['onSaved']) {
  const { draft, revision, setDraft, forget } = useKeptDraft(list)
  const isChanged = !isSame(draft, toDraft(list))
  useLeaveWarning(isChanged)
  const checked = useCheckedForm(
    async () => {
      try {
        const saved = await changeList(list._id, { ...toSave(draft), revision })
        forget(saved)
        onSaved(saved)
        notify.success('The list is saved')
      } catch (thrown) {
        if (!signOutIfForbidden(thrown)) throw thrown
      }
    },
    () => checkDraft(draft),
  )
  return { draft, setDraft, discard: () => forget(list), isChanged, ...checked }
}

const isSame = (a: DraftList, b: DraftList): boolean =>
  JSON.stringify([toSave(a), quantitiesOf(a)]) === JSON.stringify([toSave(b), quantitiesOf(b)])

/** As they are typed: a text that is no quantity is a change too. */
const quantitiesOf = ({ lines }: DraftList): unknown[] =>
  lines.map(({ quantity }) => readPieces(quantity) ?? quantity)

/** The draft with the revision that it changes: another device may have saved the list meanwhile. */
function useKeptDraft(list: SavedList) {
  const email = currentSession()?.email ?? ''
  const name = `list ${list._id}`
  const [kept, setKept] = useState(() => readDraft(readKept(email, name)) ?? stateOf(list))
  return {
    ...kept,
    setDraft: (draft: DraftList) => {
      const next = { ...kept, draft }
      setKept(next)
      keep(email, name, isSame(draft, toDraft(list)) ? undefined : next)
    },
    /** Goes on with the list as it is saved. */
    forget: (saved: SavedList) => {
      setKept(stateOf(saved))
      keep(email, name, undefined)
    },
  }
}

const stateOf = (list: SavedList) => ({ draft: toDraft(list), revision: list.revision })
