import { DAY_MS } from '#kit/time.ts'
import { bearerFetch, ProblemError, readProblem } from './client.ts'

/**
 * Saves the file that a call with the access token returns, as a click on a link would; a link itself could not send the
 * token. Resolves to its name; throws a `ProblemError`. A large file may take any time, as long as more of it arrives within a
 * minute. A new tab could not show it: browsers block one that opens after an answer.
 */
export async function saveFile(path: string): Promise<string> {
  const { name, file } = await readFile(path)
  saveBlob(file, name)
  return name
}

/** Reads such a file, with the name that the answer gives it. Throws a `ProblemError`. */
export async function readFile(path: string): Promise<{ name: string; file: Blob }> {
  const { response, file } = await fetchFile(path)
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return { name, file }
}

/** Saves a file that the page has made itself. */
export function saveBlob(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}

const READ_WITHIN_MS = 60_000

const SILENCE_MS = 60_000

/** Longer than any export takes. */
const LONGEST_MS = DAY_MS

async function fetchFile(path: string): Promise<{ response: Response; file: Blob }> {
  const silence = new AbortController()
  const stop = () => silence.abort()
  let timer = setTimeout(stop, SILENCE_MS)
  const arrivals = new TransformStream({
    transform(part, controller) {
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE_MS)
      controller.enqueue(part)
    },
  })
  try {
    const response = await bearerFetch(path, { signal: silence.signal }, LONGEST_MS)
    if (!response.ok) throw await readProblem(response)
    // The browser keeps a large file on the disk.
    const file = await new Response(response.body?.pipeThrough(arrivals), response).blob()
    return { response, file }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError(0, 'offline', 'The file broke off. Check the connection and try again.')
  } finally {
    clearTimeout(timer)
  }
}
