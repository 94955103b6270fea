import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { type RevisionedForm, useRevisionedForm } from '#kit/ui/admin/use-revisioned-form.ts'
import type { PartName, Settings } from '../../schema.ts'
import { fetchSettings, putSettings, settingsMeanwhile } from '../client.ts'
import { draftOf, type SettingsDraft, sentOf, valuesOf, valuesOfSettings } from './draft.ts'
import { changesBetween, type FieldName, rebase, take } from './merge.ts'

const FORM: RevisionedForm<Settings, SettingsDraft, readonly FieldName[]> = {
  key: 'settings',
  open: draftOf,
  isChanged: (saved, draft) => changesBetween(valuesOfSettings(saved), valuesOf(draft)).length > 0,
  rebase,
  // New methods have no id yet.
  sent: (draft, { revision }) => ({ ...sentOf(valuesOf(draft)), revision }) as Settings,
  load: fetchSettings,
  put: putSettings,
  savedMeanwhile: settingsMeanwhile,
  undo: (body) => ({ text: 'Settings saved', call: { method: 'PUT', path: '/api/settings', body } }),
  signOutIfForbidden,
}

/** The settings as they are typed, what is wrong with them and what another admin has saved meanwhile. */
export function useSettingsForm(loaded: Settings, email: string) {
  const { edit, ...form } = useRevisionedForm(FORM, loaded, email)
  const values = valuesOf(form.draft)
  return {
    ...form,
    values,
    changes: changesBetween(valuesOfSettings(form.saved), values),
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
        (last) => take(last, draftOf(form.saved), [field]),
        [field.replace('.', '/'), `${field.replace('.', '/')}/`],
      ),
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
