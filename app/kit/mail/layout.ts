import { html } from 'hono/html'
import { texts } from '#kit/texts.ts'

/** A mail's words: a title, paragraphs of plain text, and at most one thing to do. */
export interface MailLayout {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
}

// Mail programs know no style sheets; every element carries its own. Colours that stay readable when a dark
// theme inverts them, and no image that a program would have to ask for.
const STYLE = {
  body: 'margin:0;padding:24px 12px;background-color:#f4f6f4;',
  card: 'max-width:560px;margin:0 auto;background-color:#ffffff;border-top:4px solid #008037;border-radius:4px;',
  cell: 'padding:28px 28px 20px;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1b231e;',
  brand: 'margin:0 0 20px;font-size:14px;font-weight:600;color:#008037;',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#1b231e;',
  paragraph: 'margin:0 0 14px;font-size:16px;line-height:1.5;color:#1b231e;',
  action: 'margin:22px 0;',
  button:
    'display:inline-block;padding:12px 22px;border-radius:4px;background-color:#008037;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;',
  small: 'margin:0 0 14px;font-size:13px;line-height:1.5;color:#59645d;word-break:break-all;',
} as const

/** The mail in both forms, all words escaped. */
export function renderMail(layout: MailLayout): { text: string; html: string } {
  return { text: renderText(layout), html: String(renderHtml(layout)) }
}

function renderText({ title, paragraphs, action }: MailLayout): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${texts.brand}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function renderHtml({ title, paragraphs, action }: MailLayout) {
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
${paragraphs.map((paragraph) => html`<p style="${STYLE.paragraph}">${paragraph}</p>\n`)}${action ? renderAction(action) : ''}
</td></tr></table>
</body>
</html>
`
}

const renderAction = (action: {
  label: string
  url: string
}) => html`<p style="${STYLE.action}"><a href="${action.url}" style="${STYLE.button}">${action.label}</a></p>
<p style="${STYLE.small}">If the button does not work, copy this address into your browser:<br>${action.url}</p>`
