import { useSyncExternalStore } from 'react'
import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'
import { MAXIMUM_COMPARED } from './paths.ts'

const STORAGE_KEY = 'compared-parts'

const NONE: readonly string[] = []

let chosen: readonly string[] | undefined
const listeners = new Set<() => void>()

/** The part numbers chosen to compare, in the sequence of the choice. They stay until the tab is closed. */
export const useCompared = (): readonly string[] => useSyncExternalStore(subscribe, read, () => NONE)

/** Adds a part to those to compare, or removes it; more than {@link MAXIMUM_COMPARED} are not added. */
export function toggleCompared(sku: string): void {
  const before = read()
  const isChosen = before.includes(sku)
  if (!isChosen && before.length === MAXIMUM_COMPARED) return
  write(isChosen ? before.filter((each) => each !== sku) : [...before, sku])
}

export const clearCompared = (): void => write(NONE)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): readonly string[] {
  chosen ??= readStored()
  return chosen
}

function write(skus: readonly string[]): void {
  chosen = skus
  keepInTab(STORAGE_KEY, skus)
  for (const listener of listeners) listener()
}

function readStored(): readonly string[] {
  const stored = readInTab(STORAGE_KEY)
  const isValid = Array.isArray(stored) && stored.every((sku) => typeof sku === 'string')
  return isValid ? stored.slice(0, MAXIMUM_COMPARED) : NONE
}
