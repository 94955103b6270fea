import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PublicCache } from './public-cache.ts'

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/** An application that serves public responses from the cache and passes all other requests on. */
export function withPublicCache(cache: PublicCache, fetch: Fetch): Fetch {
  return (request, env) => {
    const { pathname, search } = new URL(request.url)
    const answer = cache.answer({
      method: request.method,
      url: pathname + search,
      acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
      ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
    })
    if (!answer) return fetch(request, env)
    return answer.then((found) => {
      if (!found) return fetch(request, env)
      const { status, headers, body } = found
      return new Response(request.method === 'HEAD' ? null : body, { status, headers })
    })
  }
}

/**
 * Sends a response from memory without creating a `Request`, which takes longer than sending it. Returns false when it
 * is not in memory; then the application answers, with the same cache.
 */
export function sendFromMemory(
  cache: PublicCache,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const answer = cache.lookup({
    method,
    url,
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
  })
  if (!answer) return false
  response.writeHead(answer.status, answer.headers).end(answer.body)
  return true
}
