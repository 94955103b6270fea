import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One mistake that somebody could make in the shop's code. The tests have to notice it. */
export interface Fault {
  /** What goes wrong, as a sentence. */
  readonly what: string
  /** The source file, from the project's folder. */
  readonly file: string
  /** Text of that file. It has to occur there exactly once. */
  readonly find: string
  readonly replace: string
  /** The test files that should notice. */
  readonly tests: readonly string[]
  /** The Vitest project that runs them; SQLite unless the mistake is in what PostgreSQL alone runs. */
  readonly project?: 'postgres'
  /** Why no test can notice: the shop behaves the same. Such a fault does not count. */
  readonly survives?: string
}

/** The source with the mistake in it. Throws when the text that it replaces is not there exactly once. */
export function withFault(source: string, { file, find, replace, what }: Fault): string {
  const [before, after, ...more] = source.split(find)
  if (before === undefined || after === undefined || more.length > 0) {
    const times = more.length > 0 ? more.length + 1 : 0
    throw new Error(`The fault "${what}" cannot be planted: its text occurs ${times} times in ${file}.`)
  }
  return before + replace + after
}

/** Plants the mistake in the copy of the project at `folder`. The result takes it out again. */
export function plant(folder: string, fault: Fault): () => void {
  const path = join(folder, fault.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, withFault(source, fault))
  return () => writeFileSync(path, source)
}
