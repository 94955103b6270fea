import { reportRefusal } from '#kit/log/report-failure.ts'
import type { Log } from '#kit/log.ts'

interface StreamedFile {
  readonly fileName: string
  readonly type: string
  readonly log: Log
}

/**
 * Answers with a file as it is read: the next part is asked for when the client has taken the last, and none after it has gone
 * away. A failure ends the connection, so that no part passes for the whole.
 */
export function streamAnswer(
  parts: AsyncGenerator<Uint8Array>,
  { fileName, type, log }: StreamedFile,
): Response {
  const file = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (err) {
        if (!reportRefusal(log, err)) log.error({ err }, 'an export failed')
        throw err
      }
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
  return new Response(file, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
