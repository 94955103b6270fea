import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { saveFile } from '#kit/browser/save-file.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { saveTexts } from '../texts.ts'

/** Saves documents of orders, one at a time. `onFailed` says why one was not saved, where the page has no place for it. */
export function useSaving(onFailed?: (error: unknown) => void) {
  const [saving, setSaving] = useState<string>()
  const [error, setError] = useState<unknown>()
  const save = async (path: string): Promise<void> => {
    if (saving !== undefined) return
    setSaving(path)
    setError(undefined)
    try {
      notify.success(saveTexts.saved(await saveFile(path)))
    } catch (thrown) {
      if (signOutIfUnauthorized(thrown)) return
      setError(thrown)
      onFailed?.(thrown)
    } finally {
      setSaving(undefined)
    }
  }
  return { saving, error, save, clearError: () => setError(undefined) }
}
