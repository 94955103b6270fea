import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PublicCache } from './public-cache.ts'

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/**
 * An application that serves public responses from the cache and passes all other requests on. Of those with credentials `isOwn`
 * says which have an answer of their own: they never get one that is for everybody.
 */
export function withPublicCache(
  cache: PublicCache,
  fetch: Fetch,
  isOwn?: (request: Request) => Promise<boolean>,
): Fetch {
  const answerAll = fromCache(cache, fetch)
  if (!isOwn) return answerAll
  return (request, env) => {
    if (!request.headers.has('authorization')) return answerAll(request, env)
    // What fails here fails in the application too, which says it.
    return isOwn(request)
      .catch(() => true)
      .then((own) => (own ? fetch(request, env) : answerAll(request, env)))
  }
}

function fromCache(cache: PublicCache, fetch: Fetch): Fetch {
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
 * is not in memory; then the application answers, with the same cache. It also answers whoever sends credentials: see
 * {@link withPublicCache}.
 */
export function sendFromMemory(
  cache: PublicCache,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (headers.authorization !== undefined) return false
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
