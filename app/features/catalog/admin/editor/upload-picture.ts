import { bearerFetch, readProblem } from '#kit/browser/client.ts'

/** A photo on a slow connection takes longer than other calls may. */
const TIMEOUT_MS = 60_000

/** Uploads a picture; resolves to its path. Throws a `ProblemError`. */
export async function uploadPicture(file: Blob): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const response = await bearerFetch('/api/image', { method: 'POST', body }, TIMEOUT_MS)
  if (!response.ok) throw await readProblem(response)
  const { image } = (await response.json()) as { image: string }
  return image
}
