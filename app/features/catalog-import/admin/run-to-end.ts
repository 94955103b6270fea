import { ProblemError } from '#kit/browser/client.ts'
import type { Import } from '../schema.ts'
import { applyImport, fetchImport, LONG_MS, redoImport, undoImport } from './client.ts'

const ACTIONS = {
  apply: { call: applyImport, after: 'applied' },
  undo: { call: undoImport, after: 'undone' },
  redo: { call: redoImport, after: 'applied' },
} as const

const ASK_EVERY_MS = 1000

/**
 * Applies or undoes an import, or applies it again. The shop does so without its caller too: if the answer is lost, or the import
 * is being worked at or is done already, this waits for the result, at most 2 minutes. `onChanged` gets the import at rest, also
 * when the call was refused: then this throws.
 */
export async function runToEnd(
  action: keyof typeof ACTIONS,
  id: string,
  onChanged: (changed: Import) => void,
): Promise<void> {
  const { call, after } = ACTIONS[action]
  try {
    onChanged(await call(id))
  } catch (error) {
    if (!(error instanceof ProblemError) || !isUnclear(error)) throw error
    const found = await atRest(id)
    if (found) onChanged(found)
    if (found?.state !== after) throw error
  }
}

/** Whether a call may have begun or done the work all the same. A proxy that lost the answer says 502 or 504. */
const isUnclear = ({ status, code }: ProblemError): boolean =>
  status === 0 || status >= 500 || code === 'conflict'

/** The import when nobody works at it any more; undefined when that takes too long, or cannot be asked. */
async function atRest(id: string): Promise<Import | undefined> {
  for (const startedMs = Date.now(); Date.now() - startedMs < LONG_MS; ) {
    const found = await fetchImport(id, { limit: '1' }).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || !isUnclear(error)) throw error
      return undefined
    })
    if (found && found.state !== 'applying' && found.state !== 'undoing') return withoutRows(found)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  return undefined
}

const withoutRows = ({ rows: _rows, ...found }: Awaited<ReturnType<typeof fetchImport>>): Import => found
