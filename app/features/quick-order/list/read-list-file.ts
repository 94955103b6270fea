import { MAXIMUM_QUOTE_BYTES } from '#features/quote/limits.ts'
import { readTextFile } from '#kit/browser/read-text-file.ts'

/** The text of a file, or as a sentence why it has none. Rejects when the browser cannot read the file. */
export const readListFile = (file: File) => readTextFile(file, MAXIMUM_QUOTE_BYTES)
