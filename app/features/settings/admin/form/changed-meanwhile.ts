import type { ChangedField } from '#kit/ui/admin/changed-meanwhile.tsx'
import { settingChangeTexts, settingLabel, settingValueText } from '../change-texts.ts'
import { type SettingsValues, valuesOfSettings } from './draft.ts'
import { changesBetween, type FieldName } from './merge.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** Both values of the fields that another admin has changed meanwhile; of lists what differs. */
export function changedMeanwhile(
  { saved, values }: Pick<SettingsForm, 'saved' | 'values'>,
  fields: readonly FieldName[],
): ChangedField<FieldName>[] {
  const theirs = valuesOfSettings(saved)
  const different = changesBetween(values, theirs)
  return fields.map((field) => {
    const change = different.find((each) => each.field === field)
    const label = settingLabel(field)
    if (!change)
      return { field, label, theirs: settingValueText(field, valueAt(theirs, field)), mine: undefined }
    const texts = settingChangeTexts(change)
    const side = (of: 'from' | 'to') =>
      texts.map((text) => (text.label === label ? text[of] : `${text.label}: ${text[of]}`)).join('; ')
    return { field, label, theirs: side('to'), mine: side('from') }
  })
}

function valueAt(values: SettingsValues, field: FieldName): unknown {
  const [part = '', name = ''] = field.split('.')
  return (values as unknown as Record<string, Record<string, unknown>>)[part]?.[name]
}
