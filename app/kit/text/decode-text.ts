/** Why a file has no text. */
interface NoText {
  readonly problem: 'spreadsheet' | 'pdf' | 'binary'
}

/** The text of a file, or why it has none. */
export type DecodedText = { readonly text: string } | NoText

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
  const found = findEncoding(bytes)
  let step = found.next()
  while (!step.done) step = found.next()
  const { value } = step
  return typeof value === 'string' ? { text: [...decode(value, bytes)].join('') } : value
}

/**
 * Like {@link decodeText}, for large files: the text in parts, which are decoded when they are read. Before each part that is
 * checked it waits for `pause`, so that other work goes on.
 */
export async function decodeInParts(
  bytes: Uint8Array,
  pause: () => Promise<unknown>,
): Promise<{ readonly parts: Iterable<string> } | NoText> {
  const found = findEncoding(bytes)
  let step = found.next()
  for (; !step.done; step = found.next()) await pause()
  const { value } = step
  return typeof value === 'string' ? { parts: { [Symbol.iterator]: () => decode(value, bytes) } } : value
}

/** Finds the encoding, or why there is no text; gives its caller a turn after each part. */
function* findEncoding(bytes: Uint8Array): Generator<void, string | NoText> {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  const known = SIGNATURES.find(([, signature]) => start.startsWith(signature))
  if (known) return { problem: known[0] }
  const [marked] = MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  for (const encoding of [marked ?? zeroEncoding(bytes) ?? 'utf-8', 'windows-1252']) {
    const contents = yield* contentsOf(encoding, bytes)
    if (contents === 'binary') return { problem: contents }
    if (contents === 'text') return encoding
  }
  return { problem: 'binary' }
}

const PART_BYTES = 65_536

/** The parts of the text. Throws when the bytes are not of that encoding. */
function* decode(encoding: string, bytes: Uint8Array): Generator<string> {
  // The decoder leaves out the mark.
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    yield decoder.decode(bytes.subarray(at, at + PART_BYTES), { stream: true })
  yield decoder.decode()
}

/** Undefined when the bytes are not of that encoding. */
function* contentsOf(encoding: string, bytes: Uint8Array): Generator<void, 'text' | 'binary' | undefined> {
  try {
    for (const part of decode(encoding, bytes)) {
      if (part.includes('\0')) return 'binary'
      yield
    }
    return 'text'
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
