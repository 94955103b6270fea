import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '..', '..')

export const readProjectFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
