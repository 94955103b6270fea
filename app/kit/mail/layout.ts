import { html } from 'hono/html'
import { shopIdentity, shopName } from '#kit/identity/shop-identity.ts'
import { unbrokenRuns } from '#kit/text/unbroken-runs.ts'

/**
 * What a mail says, from top to bottom: a title, paragraphs of plain text, at most one button, what is new, tables of lines, facts
 * by name, a link to more, and a closing line. A paragraph may have several lines.
 */
export interface MailLayout {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly action?: MailLink
  readonly news?: Facts
  readonly tables?: readonly MailTable[]
  readonly facts?: Facts
  readonly more?: MailLink
  readonly closing?: readonly string[]
}

/** A fact has one line, or several. */
export type Facts = Readonly<Record<string, string | readonly string[]>>

/** Lines with their amounts, and what they come to. Without lines only the sums are shown. */
export interface MailTable {
  readonly heading?: string
  readonly lines: readonly MailLine[]
  readonly sums?: readonly MailSum[]
}

/** One block, on a phone too: a name, facts below it, and on the right what it costs. */
export interface MailLine {
  readonly name: string
  readonly details: readonly string[]
  readonly amount?: string
  readonly url?: string
}

interface MailSum {
  readonly text: string
  readonly value: string
  readonly isTotal?: boolean
}

interface MailLink {
  readonly label: string
  readonly url: string
}

// Many mail programs ignore style sheets, so every element has its own style. The colours stay readable when a dark theme inverts
// them, and no image has to be loaded: there is none.
const HAIRLINE = 'border-bottom:1px solid #dfe5e1;'
const BREAKING = 'overflow-wrap:anywhere;word-break:break-word;'
const STYLE = {
  body: 'margin:0;padding:16px 8px;background-color:#f4f6f4;',
  card: 'max-width:600px;margin:0 auto;background-color:#ffffff;border-top:4px solid #008037;border-radius:4px;',
  cell: `padding:24px 20px 12px;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1b231e;${BREAKING}`,
  brand: 'margin:0 0 16px;font-size:14px;font-weight:600;color:#008037;',
  logo: 'height:28px;margin-right:8px;vertical-align:middle;',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#1b231e;',
  paragraph: 'margin:0 0 14px;font-size:16px;line-height:1.5;color:#1b231e;',
  heading: 'margin:0 0 4px;font-size:16px;line-height:1.5;font-weight:600;color:#1b231e;',
  table:
    'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px;line-height:1.5;color:#1b231e;font-variant-numeric:tabular-nums;',
  fact: `padding:6px 16px 6px 0;${HAIRLINE}text-align:left;vertical-align:top;font-weight:400;white-space:nowrap;color:#59645d;`,
  value: `padding:6px 0;${HAIRLINE}width:100%;vertical-align:top;`,
  line: `padding:8px 16px 8px 0;${HAIRLINE}width:100%;text-align:left;vertical-align:top;font-weight:400;`,
  amount: `padding:8px 0;${HAIRLINE}text-align:right;vertical-align:top;white-space:nowrap;`,
  sum: 'width:100%;padding:6px 16px 0 0;text-align:right;vertical-align:top;font-weight:400;color:#59645d;',
  summed: 'padding:6px 0 0;text-align:right;vertical-align:top;white-space:nowrap;',
  total:
    'width:100%;padding:6px 16px 0 0;text-align:right;vertical-align:top;font-size:16px;font-weight:600;color:#1b231e;',
  totalled:
    'padding:6px 0 0;text-align:right;vertical-align:top;font-size:16px;font-weight:600;white-space:nowrap;',
  name: 'font-weight:600;',
  detail: 'color:#59645d;',
  link: 'color:#008037;',
  action: 'margin:20px 0 8px;',
  button:
    'display:inline-block;padding:12px 22px;border-radius:4px;background-color:#008037;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;',
  address: 'margin:0 0 20px;font-size:12px;line-height:1.5;color:#59645d;word-break:break-all;',
} as const

/** For programs that read it and show a dark theme. */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background-color: #101512 !important; }
.card { background-color: #1a211d !important; }
.ink { color: #e7ece9 !important; }
.grey { color: #a5b0a9 !important; border-color: #36413b !important; }
.edge { border-color: #36413b !important; }
.green { color: #4fc07f !important; }
}`

/** The mail as text and as HTML, which is escaped. Both say the same words in the same sequence. */
export function renderMail(layout: MailLayout): { text: string; html: string } {
  return { text: renderText(layout), html: String(renderHtml(layout)) }
}

function renderText(layout: MailLayout): string {
  const { title, paragraphs, action, news, tables = [], facts, more, closing = [] } = layout
  const blocks = [
    shopName(),
    title,
    ...paragraphs,
    linkText(action),
    factsText(news),
    ...tables.map(tableText),
    factsText(facts),
    linkText(more),
    ...closing,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

const linkText = (link: MailLink | undefined): string => (link ? `${link.label}:\n${link.url}` : '')

const factsText = (facts: Facts = {}): string =>
  factEntries(facts)
    .map(([name, lines]) => `${name}: ${lines.join('\n  ')}`)
    .join('\n')

function tableText({ heading, lines, sums = [] }: MailTable): string {
  const rows = lines.map(({ name, details, amount, url }) =>
    [onOneLine(name), joined(details.map(onOneLine), amount), url && `  ${url}`]
      .filter((part) => part !== undefined && part !== '')
      .join('\n'),
  )
  return [
    ...(heading === undefined ? [] : [heading]),
    ...rows,
    ...sums.map(({ text, value }) => `${text}: ${value}`),
  ].join('\n')
}

const joined = (details: readonly string[], amount: string | undefined): string =>
  [details.map((detail) => `  ${detail}`).join('\n'), amount].filter(Boolean).join(': ')

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')

const factEntries = (facts: Facts) =>
  Object.entries(facts).map(([name, value]) => [name, [value].flat().map(onOneLine)] as const)

function renderHtml(layout: MailLayout) {
  const { title, paragraphs, action, news, tables = [], facts, more, closing = [] } = layout
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${DARK}</style>
</head>
<body class="page" style="${STYLE.body}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="${STYLE.card}"><tr><td class="ink" style="${STYLE.cell}">
<p class="green" style="${STYLE.brand}">${renderLogo()}${shopName()}</p>
<h1 class="ink" style="${STYLE.title}">${unbroken(title)}</h1>
${paragraphs.map(renderParagraph)}${action ? renderAction(action) : ''}${news ? renderFacts(news) : ''}${tables.map(renderTable)}${facts ? renderFacts(facts) : ''}${more ? renderMore(more) : ''}${closing.map(renderParagraph)}
</td></tr></table>
</body>
</html>
`
}

const renderParagraph = (paragraph: string) =>
  html`<p class="ink" style="${STYLE.paragraph}">${paragraph
    .split('\n')
    .map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`)}</p>\n`

/** Its name follows, for those whose mails load no pictures. */
function renderLogo() {
  const { logo } = shopIdentity()
  return logo ? html`<img src="${logo.url}?w=160" alt="" height="28" style="${STYLE.logo}">` : ''
}

const renderFacts = (facts: Facts) => html`<table class="ink" style="${STYLE.table}">${factEntries(facts).map(
  ([name, lines]) =>
    html`<tr><th scope="row" class="grey" style="${STYLE.fact}">${name}</th><td class="edge" style="${STYLE.value}">${lines.map(
      (line, index) => html`${index > 0 ? html`<br>` : ''}${line}`,
    )}</td></tr>\n`,
)}</table>
`

/** The sums are a table of their own: a long one would make the names narrow. */
const renderTable = ({ heading, lines, sums = [] }: MailTable) =>
  html`${heading === undefined ? '' : html`<h2 class="ink" style="${STYLE.heading}">${heading}</h2>\n`}<table class="ink" style="${STYLE.table}">${lines.map(renderLine)}</table>
${sums.length > 0 ? html`<table class="ink" style="${STYLE.table}">${sums.map(renderSum)}</table>\n` : ''}`

const renderLine = ({ name, details, amount, url }: MailLine) =>
  html`<tr><th scope="row" class="edge" style="${STYLE.line}"><span style="${STYLE.name}">${unbroken(name)}</span>${details.map(
    (detail) => html`<br><span class="grey" style="${STYLE.detail}">${unbroken(detail)}</span>`,
  )}</th><td class="edge" style="${STYLE.amount}">${amount ?? ''}</td></tr>${url === undefined ? '' : renderLineLink(url)}\n`

const renderLineLink = (url: string) =>
  html`<tr><td colspan="2" class="edge" style="${STYLE.value}"><a href="${url}" class="green" style="${STYLE.link}">${url}</a></td></tr>`

function renderSum({ text, value, isTotal = false }: MailSum) {
  const [label, amount] = isTotal ? [STYLE.total, STYLE.totalled] : [STYLE.sum, STYLE.summed]
  return html`<tr><th scope="row" class="${isTotal ? 'ink' : 'grey'}" style="${label}">${text}</th><td style="${amount}">${value}</td></tr>\n`
}

/** No line ends within a part number, a standard or a size. */
const unbroken = (text: string) =>
  unbrokenRuns(onOneLine(text)).map((run) =>
    run.isUnbroken ? html`<span style="white-space:nowrap;">${run.text}</span>` : run.text,
  )

const renderMore = ({ label, url }: MailLink) =>
  html`<p class="ink" style="${STYLE.paragraph}"><a href="${url}" class="green" style="${STYLE.link}">${label}</a></p>\n`

/** The address too, for programs that show no button. */
const renderAction = ({
  label,
  url,
}: MailLink) => html`<p style="${STYLE.action}"><a href="${url}" style="${STYLE.button}">${label}</a></p>
<p class="grey" style="${STYLE.address}">${url}</p>
`
