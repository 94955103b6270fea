import { bearerFetch, ProblemError, readProblem } from './client.ts'

/**
 * Saves the file that a call with the access token returns, as a click on a link would. Resolves to its name; throws a
 * `ProblemError`. A new tab could not show it: browsers block one that opens after an answer.
 */
export async function saveFile(path: string): Promise<string> {
  const response = await bearerFetch(path)
  if (!response.ok) throw await readProblem(response)
  const file = await response.blob().catch(() => {
    throw new ProblemError(0, 'offline', 'The file broke off. Check the connection and try again.')
  })
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
  return name
}

const READ_WITHIN_MS = 60_000
