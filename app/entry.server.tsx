import { setImmediate as othersFirst } from 'node:timers/promises'
import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { loggedPath } from '#kit/server/logged-path.ts'
import { nonceContext, shopContext } from '#kit/server/page-context.ts'
import { Nonce } from '#kit/ui/nonce.ts'

/**
 * The whole page at once, so that it can be kept and its scripts be named in the content security policy. It is made
 * in two steps, and between them requests that take less time are served.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  let failed = false
  const stream = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={page} url={request.url} nonce={nonce} />
    </Nonce>,
    {
      nonce: { script: nonce, style: nonce },
      // No part of the page comes later by a script: it has to read without any.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError(error) {
        failed = true
        if (!request.signal.aborted) context.get(shopContext).log.error({ err: error }, 'a page broke')
      },
    },
  )
  await stream.allReady
  await othersFirst()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (status === 503) {
    headers.set('Retry-After', '5')
    headers.set('Cache-Control', 'no-store')
  }
  return new Response(stream, { status: failed ? 500 : status, headers })
}

/** Unknown addresses and visitors who leave are everyday matters; all else that a page throws is a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const path = loggedPath(new URL(request.url).pathname)
  const { log } = context.get(shopContext)
  if (isRouteErrorResponse(error) && error.status === 503) log.warn({ path }, 'the database is away')
  else log.error({ err: error, path }, 'a page failed')
}
