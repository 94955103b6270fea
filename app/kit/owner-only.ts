import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** File modes that give access to the owner only. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const

/** Creates an empty file that only its owner can read, or removes the rights of others from an existing file. */
export function ensureOwnerOnly(path: string): void {
  try {
    // Never open an existing file: closing it would release the locks that this process has on it.
    closeSync(openSync(path, 'wx', OWNER_ONLY.file))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    removeRightsOfOthers(path)
  }
}

/**
 * Removes the rights of others from a file, if it exists. Only the owner can do that, and not on every file system: when
 * it is not allowed the rights stay.
 */
export function removeRightsOfOthers(path: string): void {
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
