import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import type { Config } from '#kit/config/config.ts'
import type { Refusal } from '#kit/problem.ts'
import { texts } from '#kit/texts.ts'
import { titleOf } from './app-error.ts'

interface OpenApiDocument {
  readonly info: { readonly title: string; readonly description?: string }
  readonly paths?: Record<string, Record<string, Operation>>
  readonly components?: { readonly schemas?: Record<string, unknown> }
}

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Record<string, unknown>[]
  readonly parameters?: unknown
  readonly requestBody?: unknown
  readonly responses?: unknown
}

const STYLE = `
  :root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
  body { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }
  article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 16px 0; }
  h2 { font-size: 16px; margin: 0; } code, pre { font: 13px/1.5 ui-monospace, monospace; }
  pre { overflow: auto; max-height: 360px; padding: 12px; border-radius: 4px;
    background: color-mix(in srgb, currentColor 6%, transparent); }
  p { margin: 4px 0 8px; } summary { cursor: pointer; }`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page needs only its style. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The OpenAPI document and every refusal as a page without scripts or other hosts. */
export function docsPage({ sandboxBanner }: Config, document: OpenApiDocument, refusals: readonly Refusal[]) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${document.info.title}</title><style>${html([STYLE] as unknown as TemplateStringsArray)}</style></head>
<body>${sandboxBanner ? html`<p><strong>${texts.sandboxBanner}</strong></p>` : ''}<main>
<h1>${document.info.title}</h1>
<p>${document.info.description ?? ''} As a document: <a href="/api/openapi.json">openapi.json</a>.</p>
${operations.map(operationArticle)}
<article><h2>Refusals</h2><ul>${refusals.map(refusal)}</ul></article>
<article><h2>Shapes</h2>${Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => shape(name, schema))}</article>
</main></body></html>`
}

const PROOFS: Readonly<Record<string, string>> = {
  bearer: 'Needs an access token, as Bearer. ',
  cookie: 'Needs the cookie of a session. ',
}

function operationArticle({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}) {
  const proof = (operation.security ?? []).flatMap(Object.keys).map((name) => PROOFS[name] ?? '')
  return html`<article><h2><code>${method.toUpperCase()} ${path}</code></h2>
<p>${operation.summary ?? ''}. ${proof.join('')}${withCode(operation.description ?? '')}</p>
${operation.parameters ? shape('Parameters', operation.parameters) : ''}
${operation.requestBody ? shape('Body', operation.requestBody) : ''}
${shape('Answers', operation.responses)}</article>`
}

/** The target of the `type` of a refusal. */
const refusal = ({ code, status }: Refusal) =>
  html`<li id="${code}"><code>${code}</code>: ${status}, ${titleOf(status)}</li>`

/** Text between backticks is code, as in the document. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

function shape(name: string, value: unknown) {
  return html`<details><summary>${name}</summary><pre>${JSON.stringify(value, null, 2)}</pre></details>`
}
