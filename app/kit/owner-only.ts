import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** What nobody but the owner can read or write; a folder's owner also enters it. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const

/** Makes an empty file that only its owner can read, unless a file is there: then takes the others' rights away. */
export function ensureOwnerOnly(path: string): void {
  try {
    // Never a file that is there: to close it would end the locks that this process has on it.
    closeSync(openSync(path, 'wx', OWNER_ONLY.file))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    tightenMode(path)
  }
}

/**
 * Takes away what others than its owner may do with a file, if it is there. Only its owner can, and not on every file
 * system: where that fails the rights stay.
 */
export function tightenMode(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return
  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    // Another process may have removed it meanwhile.
    if (!['EPERM', 'EROFS', 'ENOTSUP', 'ENOENT'].includes(codeOf(error))) throw error
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code)
