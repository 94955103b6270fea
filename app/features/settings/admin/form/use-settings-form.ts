import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import { notifyUndo, useUndone } from '#kit/ui/admin/undo-toast.tsx'
import { useLeaveWarning } from '#kit/ui/form/use-leave-warning.ts'
import type { Settings } from '../../schema.ts'
import { fetchSettings, putSettings, settingsMeanwhile } from '../client.ts'
import { draftOf, type SettingsDraft, type SettingsValues, valuesOf } from './draft.ts'
import { changesBetween, type FieldName, type PartName, rebase, take } from './merge.ts'

/** The form of the settings. */
interface FormState {
  /** The settings as the shop has them, as far as this page knows. */
  readonly saved: Settings
  readonly draft: SettingsDraft
  /** What another admin has saved meanwhile to another value than the form had. */
  readonly meanwhile?: readonly FieldName[] | undefined
  /** What the shop refused by field, until the field is edited. */
  readonly refused: Readonly<Record<string, string>>
  readonly failure: unknown
}

const NOTHING = { refused: {}, failure: null, meanwhile: undefined } as const

/** Settings with the spellings of the form, so that they can be compared with what is typed. */
const valuesOfSettings = (settings: Settings): SettingsValues => valuesOf(draftOf(settings))

const openForm = (saved: Settings): FormState => ({ ...NOTHING, saved, draft: draftOf(saved) })

/** What is typed on other settings than those that it began with. */
function rebaseForm(state: FormState, now: Settings): FormState {
  const { draft, fields } = rebase(state.draft, valuesOfSettings(state.saved), valuesOfSettings(now))
  return { ...state, saved: now, draft, meanwhile: fields.length > 0 ? fields : undefined }
}

/**
 * The settings as they are typed, what is wrong with them and what another admin has saved meanwhile. Unsaved changes are
 * kept over a reload for that admin.
 */
export function useSettingsForm(loaded: Settings, email: string) {
  const [state, setState] = useState(() => withKept(openForm(loaded), email))
  const [thrown, setThrown] = useState<FormState>()
  const { saved, draft, meanwhile } = state
  const values = valuesOf(draft)
  const changes = changesBetween(valuesOfSettings(saved), values)
  const isChanged = changes.length > 0
  const { busy, save } = useSaving(state, setState)
  useEffect(
    () => keepDraft(email, isChanged ? { saved, draft } : undefined),
    [email, saved, draft, isChanged],
  )
  useLeaveWarning(isChanged)
  useUndone(() => void refresh())

  const refresh = async () => {
    const now = await fetchSettings()
    setState((last) => ({ ...rebaseForm(last, now), meanwhile: undefined }))
  }
  const edit = (change: (last: SettingsDraft) => SettingsDraft, refused: readonly string[]) => {
    setThrown(undefined)
    setState((last) => ({
      ...last,
      draft: change(last.draft),
      ...withoutErrors(last, refused),
    }))
  }
  return {
    saved,
    draft,
    values,
    changes,
    busy,
    failure: state.failure,
    errors: state.refused,
    meanwhile,
    /** Changes fields of a part; the errors at `paths` of the part, or below one with a slash at its end, go. */
    edit: <Part extends PartName>(
      part: Part,
      change: Partial<SettingsDraft[Part]>,
      paths: readonly string[] = Object.keys(change),
    ) =>
      edit(
        (last) => ({ ...last, [part]: { ...last[part], ...change } }),
        paths.map((path) => `${part}/${path}`),
      ),
    takeTheirs: (field: FieldName) =>
      edit(
        (last) => take(last, draftOf(saved), [field]),
        [field.replace('.', '/'), `${field.replace('.', '/')}/`],
      ),
    discard: () => {
      setThrown(state)
      setState(openForm(saved))
    },
    /** Takes the discarding back, until something is typed or saved. */
    bringBack:
      thrown?.saved === saved && !isChanged
        ? () => {
            setState(thrown)
            setThrown(undefined)
          }
        : undefined,
    save,
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

const isAt = (name: string, paths: readonly string[]): boolean =>
  paths.some((path) => (path.endsWith('/') ? name.startsWith(path) : name === path))

/** What is still refused after an edit of the fields at `paths`. A failure that told of one of them goes with its error. */
function withoutErrors(
  { refused, failure }: FormState,
  paths: readonly string[],
): Pick<FormState, 'refused' | 'failure'> {
  const left = Object.entries(refused).filter(([name]) => !isAt(name, paths))
  const wasOfField = Object.values(refused).includes(problemText(failure))
  const isOfField = left.some(([, text]) => text === problemText(failure))
  return { refused: Object.fromEntries(left), failure: wasOfField && !isOfField ? null : failure }
}

type SetState = (change: (last: FormState) => FormState) => void

/** Saves the form. What is wrong is shown at its field; what another admin has saved meanwhile is shown before it is replaced. */
function useSaving(state: FormState, setState: SetState) {
  const [busy, setBusy] = useState(false)
  const { saved, draft } = state
  const values = valuesOf(draft)

  const put = async (on: Settings): Promise<void> => {
    const after = await putSettings({ ...values, revision: on.revision }).catch((error) => {
      const theirs = settingsMeanwhile(error)
      if (!theirs) throw error
      const next = rebaseForm({ ...state, saved: on }, theirs)
      if (next.meanwhile) setState((last) => rebaseForm(last, theirs))
      // It has the same values, perhaps of an earlier try whose answer was lost.
      return next.meanwhile ? undefined : put(theirs)
    })
    if (!after) return
    // What was typed since then stays.
    setState((last) => ({
      ...rebaseForm({ ...last, saved: { ...on, ...sentOf(values) } }, after),
      ...NOTHING,
    }))
    if (after.revision !== on.revision) offerUndo(on, after)
  }
  const save = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setState((last) => ({ ...last, ...NOTHING }))
    try {
      await put(saved)
    } catch (error) {
      if (!signOutIfForbidden(error))
        setState((last) => ({ ...last, refused: fieldErrors(error), failure: error }))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

function offerUndo({ revision: _, ...former }: Settings, { revision }: Settings): void {
  notifyUndo({
    text: 'Settings saved',
    calls: [{ method: 'PUT', path: '/api/settings', body: { ...former, revision } }],
  })
}

/** What was sent, as settings: new methods have no id yet. */
const sentOf = (values: SettingsValues) => values as Omit<Settings, 'revision'>

const KEY = 'settings'

type Kept = Pick<FormState, 'saved' | 'draft'>

/** The form with the unsaved changes that the tab has kept for that admin, on the settings as they are now. */
function withKept(state: FormState, email: string): FormState {
  try {
    const kept = JSON.parse(readDrafts(email)[KEY] ?? 'null') as Kept | null
    if (!kept) return state
    return rebaseForm({ ...state, draft: kept.draft, saved: kept.saved }, state.saved)
  } catch {
    // Of an earlier release of the shop.
    return state
  }
}

const keepDraft = (email: string, kept: Kept | undefined): void =>
  writeDrafts(email, { [KEY]: kept && JSON.stringify(kept) })
