import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { Nonce } from '#kit/http/nonce.ts'
import { nonceContext, shopContext } from '#kit/http/page-context.ts'

/** The whole page at once, so that it can be kept and its scripts be named in the content security policy. */
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
      signal: request.signal,
      onError(error) {
        failed = true
        if (!request.signal.aborted) context.get(shopContext).log.error({ err: error }, 'a page broke')
      },
    },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { status: failed ? 500 : status, headers })
}

/** Unknown addresses and visitors who leave are everyday matters; all else that a page throws is a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { pathname } = new URL(request.url)
  context.get(shopContext).log.error({ err: error, path: pathname }, 'a page failed')
}
