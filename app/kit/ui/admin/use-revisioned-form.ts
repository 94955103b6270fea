import { useEffect, useState } from 'react'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { keep, readKept } from '#kit/browser/kept-drafts.ts'
import { useLeaveWarning } from '#kit/ui/form/use-leave-warning.ts'
import { notifyUndo, useUndone } from '../overlay/undo-toast.tsx'
import type { UndoCall } from '../overlay/undos.ts'

/** A form of what admins save as one: how it is opened, compared, saved, and joined with what another admin saved. */
export interface RevisionedForm<Saved extends { readonly revision: number }, Draft, Theirs> {
  /** The name of its draft in the tab. */
  readonly key: string
  readonly open: (saved: Saved) => Draft
  readonly isChanged: (saved: Saved, draft: Draft) => boolean
  /** The draft on what is saved now, and what of that the draft says otherwise. */
  readonly rebase: (
    draft: Draft,
    before: Saved,
    now: Saved,
  ) => { readonly draft: Draft; readonly theirs: Theirs | undefined }
  /** The draft after `sent` was saved: what was typed since then stays. Without it, as `rebase` does. */
  readonly settle?: (draft: Draft, sent: Saved, after: Saved) => Draft
  /** What would be saved. */
  readonly sent: (draft: Draft, on: Saved) => Saved
  readonly load: () => Promise<Saved>
  /** Saves in place of the same revision. Throws a `ProblemError`. */
  readonly put: (sent: Saved) => Promise<Saved>
  /** What another admin has saved meanwhile, when a call was refused because of that. */
  readonly savedMeanwhile: (error: unknown) => Saved | undefined
  /** What the toast says after saving, and the call that saves `former` again; without it there is no toast. */
  readonly undo?: (former: Saved) => { readonly text: string; readonly call: UndoCall }
  /** Ends the session when the caller is no admin any more; returns whether it did. */
  readonly signOutIfForbidden: (error: unknown) => boolean
}

interface FormState<Saved, Draft, Theirs> {
  readonly saved: Saved
  readonly draft: Draft
  /** What another admin saved meanwhile, to be looked at before it is replaced. */
  readonly theirs: Theirs | undefined
  /** What the shop refused by field, until the field is edited. */
  readonly refused: Readonly<Record<string, string>>
  readonly failure: unknown
}

const NOTHING = { refused: {}, failure: null, theirs: undefined } as const

/** The form as it is typed. Unsaved changes are kept over a reload for that admin. */
export function useRevisionedForm<Saved extends { readonly revision: number }, Draft, Theirs>(
  form: RevisionedForm<Saved, Draft, Theirs>,
  loaded: Saved,
  email: string,
) {
  type State = FormState<Saved, Draft, Theirs>
  const open = (saved: Saved): State => ({ ...NOTHING, saved, draft: form.open(saved) })
  const rebase = (state: State, now: Saved): State => {
    const rebased = form.rebase(state.draft, state.saved, now)
    return { ...state, saved: now, ...rebased, ...(rebased.theirs !== undefined && { failure: null }) }
  }
  const [state, setState] = useState<State>(() => {
    const kept = readKept(email, form.key) as Pick<State, 'saved' | 'draft'> | undefined
    try {
      return kept ? rebase({ ...NOTHING, ...kept }, loaded) : open(loaded)
    } catch {
      // Of an earlier release of the shop.
      return open(loaded)
    }
  })
  const [thrown, setThrown] = useState<State>()
  const { saved, draft } = state
  const isChanged = form.isChanged(saved, draft)
  const { busy, save } = useSaving(form, state, setState, rebase)
  useEffect(() => {
    keep(email, form.key, isChanged ? { saved, draft } : undefined)
  }, [email, form.key, saved, draft, isChanged])
  useLeaveWarning(isChanged)
  const refresh = async (): Promise<void> => {
    const now = await form.load()
    setState((last) => ({ ...rebase(last, now), theirs: undefined }))
  }
  useUndone(() => void refresh())
  return {
    ...state,
    busy,
    save,
    /** Reads what is saved again, after another call has changed it. */
    refresh,
    /** The errors at these paths, and of what is below one that ends with a slash, go. */
    edit: (change: (last: Draft) => Draft, paths: readonly string[] = []) => {
      setThrown(undefined)
      setState((last) => ({
        ...last,
        draft: change(last.draft),
        ...withoutErrors(last, paths),
      }))
    },
    discard: () => {
      setThrown(state)
      setState(open(saved))
    },
    /** Takes the discarding back, until something is typed or saved. */
    bringBack:
      thrown?.saved.revision === saved.revision && !isChanged
        ? () => {
            setState({ ...thrown, saved })
            setThrown(undefined)
          }
        : undefined,
  }
}

const isAt = (name: string, paths: readonly string[]): boolean =>
  paths.some((path) => (path.endsWith('/') ? name.startsWith(path) : name === path))

type Refusal = Pick<FormState<unknown, unknown, unknown>, 'refused' | 'failure'>

/** What is still refused after an edit of the fields at `paths`. A failure that told of one of them goes with its error. */
function withoutErrors({ refused, failure }: Refusal, paths: readonly string[]): Refusal {
  const left = Object.entries(refused).filter(([name]) => !isAt(name, paths))
  const wasOfField = Object.values(refused).includes(problemText(failure))
  const isOfField = left.some(([, text]) => text === problemText(failure))
  return { refused: Object.fromEntries(left), failure: wasOfField && !isOfField ? null : failure }
}

/** Saves the form. What another admin has saved meanwhile is shown before it is replaced. */
function useSaving<Saved extends { readonly revision: number }, Draft, Theirs>(
  form: RevisionedForm<Saved, Draft, Theirs>,
  state: FormState<Saved, Draft, Theirs>,
  setState: (change: (last: FormState<Saved, Draft, Theirs>) => FormState<Saved, Draft, Theirs>) => void,
  rebase: (state: FormState<Saved, Draft, Theirs>, now: Saved) => FormState<Saved, Draft, Theirs>,
) {
  const [busy, setBusy] = useState(false)
  const put = async (on: Saved): Promise<void> => {
    const sent = form.sent(state.draft, on)
    const after = await form.put(sent).catch((error) => {
      const now = form.savedMeanwhile(error)
      if (!now) throw error
      const next = rebase({ ...state, saved: on }, now)
      if (next.theirs !== undefined) setState((last) => rebase(last, now))
      // It says the same, perhaps of an earlier try whose answer was lost.
      return next.theirs === undefined ? put(now) : undefined
    })
    if (!after) return
    const settle = form.settle ?? ((draft) => form.rebase(draft, sent, after).draft)
    setState((last) => ({ ...NOTHING, saved: after, draft: settle(last.draft, sent, after) }))
    if (!form.undo || after.revision === on.revision) return
    const { text, call } = form.undo({ ...on, revision: after.revision })
    notifyUndo({ text, calls: [call] })
  }
  const save = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setState((last) => ({ ...last, ...NOTHING }))
    try {
      await put(state.saved)
    } catch (error) {
      if (!form.signOutIfForbidden(error))
        setState((last) => ({ ...last, refused: fieldErrors(error), failure: error }))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
