import { readDrafts, writeDrafts } from './drafts.ts'

/** What is kept as JSON under that name; undefined when that is nothing, or is not JSON. Its shape is not checked. */
export function readKept(email: string, name: string): unknown {
  try {
    return JSON.parse(readDrafts(email)[name] ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value as JSON under that name; undefined deletes it. */
export const keep = (email: string, name: string, value: unknown): void =>
  writeDrafts(email, { [name]: value === undefined ? undefined : JSON.stringify(value) })
