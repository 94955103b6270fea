import { setImmediate } from 'node:timers/promises'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { decodeInParts } from '#kit/text/decode-text.ts'
import { isZip } from '#kit/workbook/open-workbook.ts'
import type { OpenedSheet, Workbooks } from './workbooks.ts'

/** A file that was sent: its name, its bytes, and which sheet of a workbook is meant. */
export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly sheet?: string | undefined
}

/** The text of a file, which can be read more than once; of a workbook with its sheet. */
interface OpenedFile {
  readonly parts: Iterable<string>
  readonly workbook?: Exclude<OpenedSheet, { readonly choose: unknown }>
}

/**
 * Opens a CSV file, or a sheet of an Excel workbook; the names of the sheets when one has to be chosen. Refuses (422) a file
 * without text. Reading stops when `caller` is aborted.
 */
export async function openFile(
  workbooks: Pick<Workbooks, 'open'>,
  { bytes, sheet }: SentFile,
  caller: AbortSignal | undefined,
): Promise<OpenedFile | { readonly choose: readonly string[] }> {
  if (isZip(bytes)) {
    const workbook = await workbooks.open({ bytes, sheet })
    if ('choose' in workbook) return workbook
    return { parts: await partsOf(workbook.csv, caller), workbook }
  }
  return { parts: await partsOf(bytes, caller) }
}

async function partsOf(bytes: Uint8Array, caller: AbortSignal | undefined): Promise<Iterable<string>> {
  const decoded = await decodeInParts(bytes, () => nextTurn(caller))
  if ('problem' in decoded) throw invalidField('file', PROBLEMS[decoded.problem])
  return { [Symbol.iterator]: () => whileConnected(decoded.parts, caller) }
}

export async function nextTurn(caller: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  requireConnected(caller)
}

/** Nobody waits for the answer any more. */
export function requireConnected(caller: AbortSignal | undefined): void {
  if (caller?.aborted) throw new AppError('bad_request', 'The request was cut off.')
}

function* whileConnected(parts: Iterable<string>, caller: AbortSignal | undefined): Generator<string> {
  for (const part of parts) {
    requireConnected(caller)
    yield part
  }
}

const PROBLEMS = {
  spreadsheet: 'This is an old spreadsheet. Save it as an Excel workbook (.xlsx) or as CSV.',
  pdf: 'This is a PDF, not a CSV file or an Excel workbook.',
  binary: 'This file has no text.',
} as const
