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
import { MORE_STYLES_FOLLOW, STYLES_GO_HERE, stylePicker } from '#kit/server/used-styles.ts'
import fonts from '#kit/ui/fonts/fonts.css?inline'
import { Nonce } from '#kit/ui/nonce.ts'
import styles from './app.css?inline'

const pickStyles = stylePicker(styles)

/**
 * The whole page at once, so that it can be kept and its scripts be named in the content security policy. It is made
 * in three steps, and between them those are served who wait for less.
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
  const html = await new Response(stream).text()
  await othersFirst()
  const own = fonts + (isShell(page) ? styles : pickStyles(html) + MORE_STYLES_FOLLOW)
  return new Response(
    html.replace(STYLES_GO_HERE, () => own),
    { status: failed ? 500 : status, headers },
  )
}

/** Whether the browser fills the page in by a loader of its own: then it soon shows more than it came with. */
const isShell = ({ staticHandlerContext, manifest }: EntryContext): boolean =>
  staticHandlerContext.matches.some(({ route }) => manifest.routes[route.id]?.hasClientLoader)

/** Unknown addresses and visitors who leave are everyday matters; all else that a page throws is a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const path = loggedPath(new URL(request.url).pathname)
  const { log } = context.get(shopContext)
  if (isRouteErrorResponse(error) && error.status === 503) log.warn({ path }, 'the database is away')
  else log.error({ err: error, path }, 'a page failed')
}
