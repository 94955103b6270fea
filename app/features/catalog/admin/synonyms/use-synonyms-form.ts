import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ProblemError, unwrap } from '#kit/browser/client.ts'
import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import { notifyUndo, useUndone } from '#kit/ui/admin/undo-toast.tsx'
import { useLeaveWarning } from '#kit/ui/form/use-leave-warning.ts'
import { catalogClient } from '../../client.ts'
import { productRefusals } from '../../refusals.ts'
import type { Synonyms } from '../../synonyms/schema.ts'
import { changedLines, readLines, textOf, withTheirs } from './synonym-lines.ts'

const KEY = 'synonyms'

interface FormState {
  readonly saved: Synonyms
  readonly text: string
  /** The lines of another admin came into the text. */
  readonly hasTheirs: boolean
}

/** The text on other synonyms than those that it began with. */
const rebase = ({ saved, text }: FormState, now: Synonyms): FormState => ({
  saved: now,
  text: withTheirs(textOf(saved.synonyms), text, textOf(now.synonyms)),
  hasTheirs: true,
})

export const fetchSynonyms = (signal?: AbortSignal): Promise<Synonyms> =>
  unwrap(catalogClient.synonyms.$get({}, { init: { ...(signal && { signal }) } }))

/** The synonyms as they are typed. Unsaved changes are kept over a reload for that admin. */
export function useSynonymsForm(loaded: Synonyms, email: string) {
  const [state, setState] = useState(() => withKept(loaded, email))
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [thrown, setThrown] = useState<FormState>()
  const { saved, text } = state
  const changes = changedLines(textOf(saved.synonyms), text)
  const isChanged = changes.length > 0
  useEffect(() => {
    writeDrafts(email, { [KEY]: isChanged ? JSON.stringify({ saved, text }) : undefined })
  }, [email, saved, text, isChanged])
  useLeaveWarning(isChanged)
  useUndone(() => void fetchSynonyms().then((now) => setState(open(now))))
  const { synonyms, problem } = readLines(text)

  const save = async (): Promise<void> => {
    if (busy || problem !== undefined) return
    setBusy(true)
    setFailure(null)
    try {
      const json = { revision: saved.revision, synonyms: [...synonyms] }
      const after = await unwrap(catalogClient.synonyms.$put({ json }))
      setState(open(after))
      if (after.revision !== saved.revision) offerUndo(saved, after)
    } catch (error) {
      const theirs = synonymsMeanwhile(error)
      if (theirs) setState(rebase(state, theirs))
      else if (!signOutIfForbidden(error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    ...state,
    changes,
    problem,
    failure,
    busy,
    save,
    type: (typed: string) => {
      setThrown(undefined)
      setState((last) => ({ ...last, text: typed }))
    },
    discard: () => {
      setThrown(state)
      setState(open(saved))
    },
    /** Takes the discarding back, until something is typed or saved. */
    bringBack:
      thrown?.saved === saved && !isChanged
        ? () => {
            setState(thrown)
            setThrown(undefined)
          }
        : undefined,
  }
}

const open = (saved: Synonyms): FormState => ({ saved, text: textOf(saved.synonyms), hasTheirs: false })

/** The synonyms as another admin has saved them meanwhile, when the call was refused because of that. */
const synonymsMeanwhile = (error: unknown): Synonyms | undefined =>
  error instanceof ProblemError && error.code === productRefusals.revisionChanged.code
    ? (error.extras.synonyms as Synonyms | undefined)
    : undefined

function offerUndo({ synonyms }: Synonyms, { revision }: Synonyms): void {
  notifyUndo({
    text: 'Search words saved',
    calls: [{ method: 'PUT', path: '/api/synonyms', body: { synonyms, revision } }],
  })
}

/** The form with the unsaved changes that the tab has kept for that admin, on the synonyms as they are now. */
function withKept(loaded: Synonyms, email: string): FormState {
  try {
    const kept = JSON.parse(readDrafts(email)[KEY] ?? 'null') as Omit<FormState, 'hasTheirs'> | null
    if (!kept) return open(loaded)
    const state = { ...kept, hasTheirs: false }
    return kept.saved.revision === loaded.revision ? state : rebase(state, loaded)
  } catch {
    // Of an earlier release of the shop.
    return open(loaded)
  }
}
