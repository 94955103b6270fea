import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** A possible mistake in the shop's code. */
const mistake = z.strictObject({
  /** The effect of the mistake, as a sentence. */
  what: z.string(),
  /** Code of the file. It has to occur there exactly once; any white space matches any other. */
  find: z.string(),
  /** Nothing unless given. */
  replace: z.string().default(''),
  /** Why no test can detect it: the shop behaves the same. Such a fault does not count. */
  survives: z.string().optional(),
})

/** The mistakes in one source file, and the tests of which one has to fail with each. */
const group = z.strictObject({
  file: z.string(),
  tests: z.array(z.string()).min(1),
  /** The Vitest project that runs the tests: `postgres` if the code is for PostgreSQL only. */
  project: z.enum(['sqlite', 'postgres']).default('sqlite'),
  faults: z.array(mistake).min(1),
})

export type Fault = z.infer<typeof mistake> & Omit<z.infer<typeof group>, 'faults'>

/** All faults that `npm run mutants` plants. */
export const FAULTS: readonly Fault[] = globSync(join(import.meta.dirname, 'faults', '*.yaml'))
  .sort()
  .flatMap((path) => z.array(group).parse(parse(readFileSync(path, 'utf8'))))
  .flatMap(({ faults, ...where }) => faults.map((fault) => ({ ...fault, ...where })))

/** The source with the mistake. Throws unless the code to replace occurs exactly once. */
export function withFault(
  source: string,
  { what, file, find, replace }: Pick<Fault, 'what' | 'file' | 'find' | 'replace'>,
): string {
  const pattern = new RegExp(find.replace(/[^\w\s]/g, '\\$&').replace(/\s+/g, '\\s+'), 'g')
  const times = source.match(pattern)?.length ?? 0
  if (times !== 1)
    throw new Error(`The fault "${what}" cannot be planted: its text occurs ${times} times in ${file}.`)
  return source.replace(pattern, () => replace)
}
