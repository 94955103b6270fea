import { streamAnswer } from '#kit/files/stream-answer.ts'
import type { Log } from '#kit/log.ts'
import { csvLine } from './csv-line.ts'

type Rows = readonly (readonly (string | number | undefined)[])[]

/** Answers with a CSV file as it is read. */
export const csvAnswer = (
  fileName: string,
  columns: readonly string[],
  rows: AsyncGenerator<Rows>,
  log: Log,
): Response => streamAnswer(linesOf(columns, rows), { fileName, type: 'text/csv; charset=utf-8', log })

async function* linesOf(columns: readonly string[], rows: AsyncGenerator<Rows>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvLine(columns))
  for await (const some of rows) yield encoder.encode(some.map(csvLine).join(''))
}
