import { bearerFetch, readProblem } from '#kit/browser/client.ts'

/** The kinds of pictures that are taken, as of the `accept` of a field. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/avif'

/** A photo on a slow connection takes longer than other calls may. */
const TIMEOUT_MS = 60_000

/** Uploads a picture of a product, or that of the account; resolves to its path. Throws a `ProblemError`. */
export async function uploadPicture(call: '/api/image' | '/api/avatar', file: Blob): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const response = await bearerFetch(call, { method: 'POST', body }, TIMEOUT_MS)
  if (!response.ok) throw await readProblem(response)
  const { image } = (await response.json()) as { image: string }
  return image
}

/** Removes the picture of the account. Throws a `ProblemError`. */
export async function removeOwnPicture(): Promise<void> {
  const response = await bearerFetch('/api/avatar', { method: 'DELETE' })
  if (!response.ok) throw await readProblem(response)
}
