import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** The files that the tests read. */
const COPIED = [
  'app',
  'demo',
  'docs',
  'migrations',
  'package.json',
  'sandboxes',
  'scripts',
  'tests',
  'tsconfig.json',
  'vitest.config.ts',
]

/** Copies the project and links its installed packages, so that faults are never planted in the original. */
export function copyProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'shop-mutants-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
