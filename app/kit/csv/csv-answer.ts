import { reportRefusal } from '#kit/log/report-failure.ts'
import type { Log } from '#kit/log.ts'
import { csvLine } from './csv-line.ts'

type Rows = readonly (readonly (string | number | undefined)[])[]

/**
 * Answers with a CSV file as it is read: the next rows are asked for when the client has taken the last, and none after it
 * has gone away. A failure ends the connection, so that no part passes for the whole.
 */
export function csvAnswer(
  fileName: string,
  columns: readonly string[],
  rows: AsyncGenerator<Rows>,
  log: Log,
): Response {
  const encoder = new TextEncoder()
  const file = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvLine(columns))),
    pull: async (controller) => {
      try {
        const { value, done } = await rows.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value.map(csvLine).join('')))
      } catch (err) {
        if (!reportRefusal(log, err)) log.error({ err }, 'an export failed')
        throw err
      }
    },
    cancel: async () => {
      await rows.return(undefined)
    },
  })
  return new Response(file, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
