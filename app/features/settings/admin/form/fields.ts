import type { SettingsForm } from './use-settings-form.ts'

/** The name and the error of the field at a path, such as `seller/bank/iban`. */
export const fieldAt = ({ refused }: Pick<SettingsForm, 'refused'>, path: string) => ({
  name: path,
  error: refused[path] ?? null,
})
