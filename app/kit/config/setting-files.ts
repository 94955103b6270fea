import { readFileSync, statSync } from 'node:fs'
import type { Given } from './config-part.ts'

const LONGEST_BYTES = 65_536

/**
 * The settings with those in files: each one can be read from the file that a variable of its name and `_FILE` names, as
 * containers and systemd hand over secrets. One line end at the end of the file is no part of the value, and no problem shows any
 * of it.
 */
export function readSettingFiles(
  environment: Given,
  names: readonly string[],
): { readonly given: Given; readonly problems: readonly string[] } {
  const given: Record<string, string | undefined> = { ...environment }
  const problems = names.flatMap((name) => {
    const path = environment[`${name}_FILE`]
    if (path === undefined) return []
    if (environment[name] !== undefined) return [`${name} and ${name}_FILE are both set: leave one out`]
    const read = readSetting(path)
    given[name] = read.value
    return read.problem ? [`${name}_FILE: ${read.problem}`] : []
  })
  return { given, problems }
}

function readSetting(path: string): { value?: string; problem?: string } {
  try {
    if (statSync(path).size > LONGEST_BYTES) return { problem: 'the file is too long' }
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    // A value that did not arrive must not start the shop without it.
    return value === '' ? { problem: 'the file is empty' } : { value }
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
