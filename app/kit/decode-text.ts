/** The text of a file, or why it has none. */
export type DecodedText = { readonly text: string } | { readonly problem: 'spreadsheet' | 'pdf' | 'binary' }

const MARKS: readonly (readonly [encoding: string, ...mark: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** The first bytes of files that people take for texts: a spreadsheet is a ZIP file. */
const SIGNATURES = [
  ['spreadsheet', 'PK\u0003\u0004'],
  ['spreadsheet', '\u00d0\u00cf\u0011\u00e0'],
  ['pdf', '%PDF-'],
] as const

/**
 * Decodes the bytes of a text file: by its byte mark, else as UTF-8, as UTF-16 when every second byte of its
 * beginning is zero, and else as Windows-1252, the encoding that spreadsheets use for CSV.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  const known = SIGNATURES.find(([, signature]) => start.startsWith(signature))
  if (known) return { problem: known[0] }
  const [encoding] = MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  // The decoder leaves out the mark.
  const text =
    decode(encoding ?? zeroEncoding(bytes) ?? 'utf-8', bytes) ?? decode('windows-1252', bytes) ?? ''
  return text.includes('\0') ? { problem: 'binary' } : { text }
}

/** Undefined when the bytes are not of that encoding. */
function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** UTF-16 without a mark: one half of each of its first characters is zero, since part numbers are plain letters. */
function zeroEncoding(bytes: Uint8Array): string | undefined {
  const beginning = [...bytes.subarray(0, 64)]
  const zeros = (parity: number) => beginning.every((byte, at) => at % 2 !== parity || byte === 0)
  if (beginning.length < 2) return undefined
  if (zeros(1) && !zeros(0)) return 'utf-16le'
  return zeros(0) && !zeros(1) ? 'utf-16be' : undefined
}
