import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A possible mistake in the shop's code. The tests have to detect it. */
export interface Fault {
  /** The effect of the mistake, as a sentence. */
  readonly what: string
  /** The source file, relative to the project's folder. */
  readonly file: string
  /** Text of that file. It has to occur there exactly once. */
  readonly find: string
  readonly replace: string
  /** The test files that should detect it. */
  readonly tests: readonly string[]
  /** The Vitest project that runs them; `sqlite` unless the mistake is in code for PostgreSQL only. */
  readonly project?: 'postgres'
  /** Why no test can detect it: the shop behaves the same. Such a fault does not count. */
  readonly survives?: string
}

/** The source with the mistake. Throws unless the text to replace occurs exactly once. */
export function withFault(source: string, { file, find, replace, what }: Fault): string {
  const [before, after, ...more] = source.split(find)
  if (before === undefined || after === undefined || more.length > 0) {
    const times = more.length > 0 ? more.length + 1 : 0
    throw new Error(`The fault "${what}" cannot be planted: its text occurs ${times} times in ${file}.`)
  }
  return before + replace + after
}

/** Plants the mistake in the copy of the project at `folder`. Returns the function that removes it. */
export function plant(folder: string, fault: Fault): () => void {
  const path = join(folder, fault.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, withFault(source, fault))
  return () => writeFileSync(path, source)
}
