import { fileNameOf } from '#kit/upload/file-name.ts'
import { FILE_LIMITS } from '../limits.ts'
import { FILE_TYPES, type FileType } from '../states.ts'

const ENDINGS: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  [FILE_TYPES.step]: ['.step', '.stp', '.p21'],
  [FILE_TYPES.stl]: ['.stl'],
  [FILE_TYPES.dxf]: ['.dxf'],
  [FILE_TYPES.pdf]: ['.pdf'],
  [FILE_TYPES.png]: ['.png'],
}

/** Control characters, separators of lines, and marks of direction: with these `exe.pdf` would be shown as `fdp.exe`. */
const NOT_SHOWN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * The name under which a file is kept: the last part of the given path, without characters that are not shown, of at most 200.
 * It ends as files of its type do, so that whoever saves a PDF that is named `setup.exe` does not run it.
 */
export function keptName(given: string, type: FileType): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const name = last.toWellFormed().replace(NOT_SHOWN, '').trim()
  const [usual, ...others] = ENDINGS[type]
  const ending = [usual, ...others].find((each) => name.toLowerCase().endsWith(each))
  const stem = ending === undefined ? name : name.slice(0, -ending.length)
  const kept = ending === undefined ? usual : name.slice(-ending.length)
  return cut(stem || 'file', FILE_LIMITS.name - kept.length) + kept
}

/** The first characters of a text, without half of one that takes two. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** The header of a download (RFC 6266): the whole name, and one of ASCII for those who cannot read that. */
export function dispositionOf(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${fileNameOf(name)}"; filename*=UTF-8''${encoded}`
}
