import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import type { Config } from '#kit/config/config.ts'
import type { Refusal } from '#kit/problem.ts'
import { texts } from '#kit/texts.ts'
import { titleOf } from './app-error.ts'

interface OpenApiDocument {
  readonly info: { readonly title: string; readonly description?: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths?: Record<string, Record<string, Operation>>
  readonly components?: { readonly schemas?: Record<string, unknown> }
}

interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Record<string, unknown>[]
  readonly parameters?: unknown
  readonly requestBody?: unknown
  readonly responses?: unknown
}

/** A call: its operation, and its method with its path. */
interface Call {
  readonly name: string
  readonly id: string
  readonly operation: Operation
}

/** Calls below one heading. */
interface Area {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly calls: readonly Call[]
}

const STYLE = `
  :root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
  body { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }
  article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 16px 0; }
  h2 { font-size: 22px; margin: 40px 0 8px; } h3 { font-size: 16px; margin: 0; }
  h3, li { overflow-wrap: anywhere; } :target { scroll-margin-top: 16px; } article:target { outline: 2px solid; outline-offset: 8px; }
  ul { padding-inline-start: 20px; } a { display: inline-block; min-height: 24px; }
  .skip { position: absolute; inset-inline-start: -999px; } .skip:focus { position: static; }
  code, pre { font: 13px/1.5 ui-monospace, monospace; }
  pre { overflow: auto; max-height: 360px; padding: 12px; border-radius: 4px;
    background: color-mix(in srgb, currentColor 6%, transparent); }
  p { margin: 4px 0 8px; max-width: 70ch; } summary { cursor: pointer; min-height: 24px; }`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page needs only its style. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The OpenAPI document and every refusal as a page without scripts or other hosts: the contents, then the `main` calls
 * (each as "GET /path"), then the others by area.
 */
export function docsPage(
  { sandboxBanner }: Config,
  document: OpenApiDocument,
  refusals: readonly Refusal[],
  main: { readonly description: string; readonly calls: readonly string[] },
) {
  const areas = areasOf(document)
  const calls = areas.flatMap((area) => area.calls)
  const first = main.calls.flatMap((name) => calls.find((call) => call.name === name) ?? [])
  const sections = [{ ...MAIN, description: main.description, calls: first }, ...areas]
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${document.info.title}</title><style>${html([STYLE] as unknown as TemplateStringsArray)}</style></head>
<body>${sandboxBanner ? html`<p><strong>${texts.sandboxBanner}</strong></p>` : ''}<main>
<a class="skip" href="#${MAIN.id}">Skip the contents</a>
<h1>${document.info.title}</h1>
<p>${document.info.description ?? ''} As a document: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-labelledby="contents"><h2 id="contents">Contents</h2><ul>${sections.map(contentsOf)}
<li><a href="#refusals">Refusals</a></li><li><a href="#shapes">Shapes</a></li></ul></nav>
${sections.map((area) => section(area, area.id === MAIN.id ? [] : first))}
<section aria-labelledby="refusals"><h2 id="refusals">Refusals</h2><ul>${refusals.map(refusal)}</ul></section>
<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>${Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => shape(name, schema))}</section>
</main></body></html>`
}

const MAIN = { id: 'main-calls', name: 'Main calls' }

/** The calls by their first tag, in the sequence of the tags; those that the document does not describe are last. */
function areasOf({ paths = {}, tags = [] }: OpenApiDocument): Area[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      return { name, id: operation.operationId ?? name, operation }
    }),
  )
  const named = new Set(tags.map(({ name }) => name))
  const used = new Set(calls.map(({ operation }) => operation.tags?.[0] ?? 'Others'))
  const others = [...used].filter((name) => !named.has(name))
  const all = [...tags, ...others.map((name) => ({ name, description: '' }))]
  return all.map(({ name, description = '' }) => ({
    id: `area-${name.toLowerCase().replaceAll(' ', '-')}`,
    name,
    description,
    calls: calls.filter(({ operation }) => (operation.tags?.[0] ?? 'Others') === name),
  }))
}

const contentsOf = ({ id, name, calls }: Area) =>
  html`<li><a href="#${id}">${name}</a>
<details${id === MAIN.id ? html` open` : ''}><summary>${calls.length} calls</summary>
<ul>${calls.map(linkTo)}</ul></details></li>`

const linkTo = ({ id, name, operation }: Call) =>
  html`<li><a href="#${id}"><code>${name}</code></a> ${operation.summary ?? ''}</li>`

/** An area; its calls that stand `above` are only named. */
function section({ id, name, description, calls }: Area, above: readonly Call[]) {
  const named = calls.filter((call) => above.includes(call))
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2><p>${description}</p>
${named.length > 0 ? html`<p>Above, among the main calls:</p><ul>${named.map(linkTo)}</ul>` : ''}
${calls.filter((call) => !named.includes(call)).map(operationArticle)}
<p><a href="#contents">Back to the contents</a></p></section>`
}

const PROOFS: Readonly<Record<string, string>> = {
  bearer: 'Needs an access token, as Bearer. ',
  cookie: 'Needs the cookie of a session. ',
}

function operationArticle({ id, name, operation }: Call) {
  const proof = (operation.security ?? []).flatMap(Object.keys).map((scheme) => PROOFS[scheme] ?? '')
  return html`<article id="${id}"><h3><code>${name}</code></h3>
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
  return html`<details><summary>${name}</summary><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre></details>`
}
