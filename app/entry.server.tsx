import { setImmediate as nextTurn } from 'node:timers/promises'
import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { reportRefusedPage } from '#kit/log/report-failure.ts'
import { nonceContext, shopContext } from '#kit/rendering/page-context.ts'
import { loggedPath } from '#kit/server/logged-path.ts'
import { Nonce, Styles } from '#kit/ui/page/document-context.ts'
import styles from './app.css?inline'

/**
 * Renders the whole page before it is sent, so that it can be cached and the content security policy can list its
 * scripts. Between rendering and reading the stream, waiting requests are served.
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
      <Styles value={styles}>
        <ServerRouter context={page} url={request.url} nonce={nonce} />
      </Styles>
    </Nonce>,
    {
      nonce: { script: nonce, style: nonce },
      // No part of the page is added by a script: the page has to work without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError(error) {
        failed = true
        if (!request.signal.aborted)
          context.get(shopContext).log.error({ err: error }, 'rendering a page failed')
      },
    },
  )
  await stream.allReady
  await nextTurn()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (status === 503) {
    headers.set('Retry-After', '5')
    headers.set('Cache-Control', 'no-store')
  }
  const rendered = await new Response(stream).text()
  const html = rendered.replaceAll(PRELOADED_SCRIPT, `${PRELOADED_SCRIPT} fetchPriority="low"`)
  return new Response(html, { status: failed ? 500 : status, headers })
}

/** A page can be read before its scripts arrive, so its font and its pictures are loaded first. */
const PRELOADED_SCRIPT = '<link rel="modulepreload"'

/** Logs errors of pages, except for unknown addresses and visitors who disconnect. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const path = loggedPath(new URL(request.url).pathname)
  const { log } = context.get(shopContext)
  if (isRouteErrorResponse(error) && error.status === 503) reportRefusedPage(log)
  else log.error({ err: error, path }, 'a page failed')
}
