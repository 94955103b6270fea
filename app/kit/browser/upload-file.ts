import { ProblemError, readProblem } from './client.ts'
import { accessTokenForCall } from './token-storage.ts'

interface Upload {
  /** The `Content-Type` of a file: browsers have several for one kind of file. A form has its own. */
  readonly type?: string
  readonly signal: AbortSignal
  /** Gets how much was sent, from 0 to 1. */
  onProgress(share: number): void
}

/**
 * Posts a file, or a form with one, with the access token and resolves to the JSON of the answer; throws a `ProblemError`.
 * `fetch` cannot tell how much was sent.
 */
export async function uploadFile(
  path: string,
  body: File | FormData,
  { type, signal, onProgress }: Upload,
): Promise<unknown> {
  const token = await accessTokenForCall()
  const request = new XMLHttpRequest()
  request.open('POST', path)
  if (type !== undefined) request.setRequestHeader('Content-Type', type)
  if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  const ended = new Promise<void>((resolve) => request.addEventListener('loadend', () => resolve()))
  signal.addEventListener('abort', () => request.abort())
  request.send(body)
  await ended
  signal.throwIfAborted()
  if (request.status === 0)
    throw new ProblemError(0, 'offline', 'The file could not be sent. Check the connection and try again.')
  const response = new Response(request.responseText, { status: request.status })
  if (!response.ok) throw await readProblem(response)
  return response.json()
}
