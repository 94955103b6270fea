import { html } from 'hono/html'
import { texts } from '#kit/texts.ts'

/**
 * A mail's content: a title, paragraphs of plain text, facts by name, at most one button, and a link to more. A fact has one
 * line, or several.
 */
export interface MailLayout {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly facts?: Facts
  readonly action?: MailLink
  readonly more?: MailLink
}

type Facts = Readonly<Record<string, string | readonly string[]>>

interface MailLink {
  readonly label: string
  readonly url: string
}

// Mail programs ignore style sheets, so every element has its own style. The colours stay readable when a dark theme
// inverts them, and no image has to be loaded.
const STYLE = {
  body: 'margin:0;padding:24px 12px;background-color:#f4f6f4;',
  card: 'max-width:560px;margin:0 auto;background-color:#ffffff;border-top:4px solid #008037;border-radius:4px;',
  cell: 'padding:28px 28px 20px;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1b231e;',
  brand: 'margin:0 0 20px;font-size:14px;font-weight:600;color:#008037;',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#1b231e;',
  paragraph: 'margin:0 0 14px;font-size:16px;line-height:1.5;color:#1b231e;',
  facts: 'width:100%;margin:0 0 14px;border-collapse:collapse;font-size:16px;line-height:1.5;color:#1b231e;',
  fact: 'padding:6px 16px 6px 0;border-bottom:1px solid #dfe5e1;text-align:left;vertical-align:top;font-weight:400;color:#59645d;white-space:nowrap;',
  value: 'padding:6px 0;border-bottom:1px solid #dfe5e1;vertical-align:top;word-break:break-word;',
  action: 'margin:22px 0;',
  button:
    'display:inline-block;padding:12px 22px;border-radius:4px;background-color:#008037;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;',
  small: 'margin:0 0 14px;font-size:13px;line-height:1.5;color:#59645d;word-break:break-all;',
} as const

/** The mail as text and as HTML, which is escaped. */
export function renderMail(layout: MailLayout): { text: string; html: string } {
  return { text: renderText(layout), html: String(renderHtml(layout)) }
}

function renderText({ title, paragraphs, facts, action, more }: MailLayout): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(facts
      ? [
          factEntries(facts)
            .map(([name, lines]) => `${name}: ${lines.join('\n  ')}`)
            .join('\n'),
        ]
      : []),
    ...[action, more].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : [])),
    `-- \n${texts.brand}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function renderHtml({ title, paragraphs, facts, action, more }: MailLayout) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
</head>
<body style="${STYLE.body}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${STYLE.card}"><tr><td style="${STYLE.cell}">
<p style="${STYLE.brand}">${texts.brand}</p>
<h1 style="${STYLE.title}">${title}</h1>
${paragraphs.map((paragraph) => html`<p style="${STYLE.paragraph}">${paragraph}</p>\n`)}${facts ? renderFacts(facts) : ''}${action ? renderAction(action) : ''}${more ? renderMore(more) : ''}
</td></tr></table>
</body>
</html>
`
}

const factEntries = (facts: Facts) =>
  Object.entries(facts).map(
    ([name, value]) => [name, [value].flat().map((line) => line.replace(/\s+/g, ' '))] as const,
  )

const renderFacts = (facts: Facts) => html`<table style="${STYLE.facts}">${factEntries(facts).map(
  ([name, lines]) =>
    html`<tr><th scope="row" style="${STYLE.fact}">${name}</th><td style="${STYLE.value}">${lines.map(
      (line, index) => html`${index > 0 ? html`<br>` : ''}${line}`,
    )}</td></tr>\n`,
)}</table>
`

const renderMore = ({ label, url }: MailLink) =>
  html`<p style="${STYLE.paragraph}"><a href="${url}" style="color:#008037;">${label}</a></p>\n`

const renderAction = (
  action: MailLink,
) => html`<p style="${STYLE.action}"><a href="${action.url}" style="${STYLE.button}">${action.label}</a></p>
<p style="${STYLE.small}">If the button does not work, copy this address into your browser:<br>${action.url}</p>`
