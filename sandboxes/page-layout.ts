import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Config } from '#kit/config/config.ts'
import { texts } from '#kit/texts.ts'

const CSS = `
:root { color-scheme: light dark; background: Canvas; }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 46rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 28px; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 0; }
a { color: #008037; }
article, form { margin: 24px 0 0; padding: 16px 20px; border: 1px solid #8884; border-top: 4px solid #008037; border-radius: 4px; }
form { max-width: 28rem; }
.meta { margin: 2px 0 12px; font-size: 14px; color: light-dark(#4a554e, #b3bdb6); overflow-wrap: anywhere; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.banner { margin: -24px -16px 24px; padding: 8px 16px; text-align: center; font-size: 14px; background: light-dark(#fdf0d5, #40300a); color: light-dark(#6b4600, #ffd98a); }
.problem { margin: 24px 0 0; color: #b3261e; }
label { display: block; font-weight: 500; }
input:not([type=checkbox]) { display: block; box-sizing: border-box; width: 100%; min-height: 44px; margin: 4px 0 16px; padding: 8px 12px; border: 1px solid #767676; border-radius: 4px; font: inherit; }
.check { display: flex; align-items: center; gap: 12px; min-height: 44px; margin: 0 0 16px; }
.check label { font-weight: 400; }
.check input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: #008037; }
.actions { display: flex; gap: 12px; margin: 0 0 8px; }
button { min-height: 44px; padding: 0 20px; border: 1px solid transparent; border-radius: 4px; background: #008037; color: #fff; font: inherit; font-weight: 500; cursor: pointer; }
.quiet { border-color: #767676; background: none; color: inherit; }
@media (prefers-color-scheme: dark) { a { color: #5fce8d; } .problem { color: #ffb4ab; } }
`

const STYLE_HASH = createHash('sha256').update(CSS).digest('base64')

/** The content security policy of a sandbox's page: its own style only, and forms to `formAction` only. */
export function sandboxPagePolicy(formAction: readonly string[] = ["'none'"]): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    `form-action ${formAction.join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

interface SandboxPage {
  readonly title: string
  readonly content: unknown
}

/**
 * A page of a sandbox. It replaces a page of another service, so it does not look like the shop's own pages, except for
 * the banner of a production shop that runs on sandboxes.
 */
export const sandboxPage = (
  { sandboxBanner }: Config,
  { title, content }: SandboxPage,
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(CSS)}</style>
</head>
<body>
${sandboxBanner ? html`<p class="banner">${texts.sandboxBanner}</p>\n` : ''}<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
