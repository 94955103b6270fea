import { bearerFetch, readProblem } from '#kit/browser/client.ts'
import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'

/** A call of the shop that takes a change back; the path begins with `/api/`. */
export interface UndoCall {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** A change that can be undone until `untilMs`. It is plain data, so that the tab keeps it over a reload. */
export interface Undo {
  readonly id: string
  /** What was done. */
  readonly text: string
  /** What is left to call, in this sequence. */
  readonly calls: readonly UndoCall[]
  readonly untilMs: number
  /** The ids of what it can undo. */
  readonly about: readonly string[]
}

const KEY = 'undos'

/** Newest last. A page can offer several at once. */
let undos: readonly Undo[] | undefined
const listeners = new Set<() => void>()
const undoneListeners = new Set<(answers: readonly unknown[]) => void>()

/** The changes of this tab that can still be undone, the newest last; the same array until it changes. */
export function listUndos(): readonly Undo[] {
  undos ??= readKept()
  return undos
}

function readKept(): Undo[] {
  const kept = readInTab(KEY)
  return Array.isArray(kept) ? kept.filter((undo) => isUndo(undo) && undo.untilMs > Date.now()) : []
}

const isUndo = (value: Partial<Undo> | null): value is Undo =>
  typeof value?.id === 'string' &&
  typeof value.text === 'string' &&
  typeof value.untilMs === 'number' &&
  Array.isArray(value.calls) &&
  Array.isArray(value.about)

export function subscribeUndos(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back with the answers of the calls after a change was undone, also a part of it. */
export function subscribeUndone(listener: (answers: readonly unknown[]) => void): () => void {
  undoneListeners.add(listener)
  return () => undoneListeners.delete(listener)
}

export const addUndo = (undo: Undo): void => replaceAll([...listUndos(), undo])

/** Replaces the change by another state of it, if it can still be undone. */
export const replaceUndo = (undo: Undo): void =>
  replaceAll(listUndos().map((one) => (one.id === undo.id ? undo : one)))

export function forgetUndo(id: string): void {
  if (listUndos().some((undo) => undo.id === id)) replaceAll(listUndos().filter((undo) => undo.id !== id))
}

function replaceAll(all: readonly Undo[]): void {
  undos = all
  keepInTab(KEY, all.length > 0 ? all : undefined)
  for (const listener of listeners) listener()
}

const running = new Set<string>()

/**
 * Takes the change back. Throws the problem of the call that failed; that call and the later ones stay to be tried again.
 * False when there is nothing to do: it runs already, or is done.
 */
export async function runUndo(id: string): Promise<boolean> {
  const undo = listUndos().find((one) => one.id === id)
  if (!undo || running.has(id)) return false
  running.add(id)
  const answers: unknown[] = []
  try {
    for (const [index, call] of undo.calls.entries()) {
      answers.push(await send(call))
      const calls = undo.calls.slice(index + 1)
      const now = listUndos().find((one) => one.id === id)
      if (now) replaceUndo({ ...now, calls })
    }
    forgetUndo(id)
    return true
  } finally {
    running.delete(id)
    if (answers.length > 0) for (const listener of undoneListeners) listener(answers)
  }
}

async function send({ method, path, body }: UndoCall): Promise<unknown> {
  const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await bearerFetch(path, { method, ...(body !== undefined && json) })
  if (!response.ok) throw await readProblem(response)
  return response.json().catch(() => undefined)
}
