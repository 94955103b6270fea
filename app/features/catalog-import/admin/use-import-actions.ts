import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { importPath } from '../paths.ts'
import { importRefusals } from '../refusals.ts'
import type { Import, OutdatedRow } from '../schema.ts'
import { compareImport } from './client.ts'
import { runToEnd } from './run-to-end.ts'

type Action = 'apply' | 'undo' | 'redo' | 'compare'

/** Why an import could not be applied or undone: these products were changed since. */
export interface Conflict {
  readonly action: Action
  readonly detail: string
  readonly rows: readonly OutdatedRow[]
}

const DONE = {
  apply: 'The import is applied.',
  undo: 'The import is undone.',
  redo: 'The import is applied again.',
} as const

/** Works at an import as a whole; `onChanged` gets it afterwards. */
export function useImportActions(id: string, onChanged: (changed: Import) => void) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<Action>()
  const [conflict, setConflict] = useState<Conflict>()

  const run = (action: Action, call: () => Promise<void>) => async () => {
    setBusy(action)
    try {
      await call()
      setConflict(undefined)
    } catch (error) {
      if (isRefusedBy(error, importRefusals.outdated)) {
        const { outdated = [] } = error.extras as { outdated?: OutdatedRow[] }
        setConflict({ action, detail: error.detail, rows: outdated })
      } else if (!signOutIfForbidden(error)) notify.error(problemText(error))
    }
    setBusy(undefined)
  }
  const finish = (action: keyof typeof DONE) =>
    run(action, async () => {
      await runToEnd(action, id, onChanged)
      notify.success(DONE[action])
    })
  return {
    busy,
    conflict,
    apply: finish('apply'),
    undo: finish('undo'),
    redo: finish('redo'),
    compare: run('compare', async () => {
      const { _id } = await compareImport(id)
      await navigate(importPath(_id), { replace: true })
    }),
  }
}
