import { ProblemError, readProblem } from '#kit/browser/client.ts'
import { accessTokenForCall } from '#kit/browser/token-storage.ts'

/** A photo on a slow connection takes longer than other calls may. */
const TIMEOUT_MS = 60_000

/** Uploads a picture; resolves to its path. Throws a `ProblemError`. */
export async function uploadPicture(file: Blob): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const response = await fetch('/api/image', {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${await accessTokenForCall()}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new ProblemError(
      0,
      'offline',
      'The picture did not reach the shop. Check the connection and try again.',
    )
  })
  if (!response.ok) throw await readProblem(response)
  const { image } = (await response.json()) as { image: string }
  return image
}
