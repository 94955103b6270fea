/** Stands in the rendered page for its styles. */
export const STYLES_GO_HERE = '/* styles */'

/** A rule of a style sheet: with rules inside, as `@media` has, or with its text alone. */
interface Rule {
  readonly head: string
  readonly text: string
  readonly inner?: readonly Rule[]
}

const GROUP = /^@(?:media|layer|supports|container|starting-style)\b/
const CLASS = /\.((?:\\.|[\w-])+)/g

/**
 * Picks from a minified style sheet what the elements of a page use: rules whose classes are all there, and of the
 * custom properties those that these rules name. Their order stays, so the whole sheet can follow at any time.
 */
export function stylePicker(css: string): (html: string) => string {
  const rules = rulesOf(css)
  return (html) => {
    const classes = new Set(
      [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => unescaped(names).split(' ')),
    )
    return withoutUnusedProperties(textOf(rules, classes), html)
  }
}

const unescaped = (text: string): string =>
  text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function textOf(rules: readonly Rule[], classes: ReadonlySet<string>): string {
  let text = ''
  for (const rule of rules) {
    if (!rule.inner) text += isUsed(rule.head, classes) ? rule.text : ''
    else {
      const inner = textOf(rule.inner, classes)
      if (inner) text += `${rule.head}{${inner}}`
    }
  }
  return text
}

/** Whether one of the selectors can match: all classes are on the page that it asks for. */
function isUsed(head: string, classes: ReadonlySet<string>): boolean {
  if (head.startsWith('@')) return true
  return head
    .replaceAll(/:not\([^()]*\)/g, '')
    .split(/,(?![^(]*\))/)
    .some((selector) =>
      [...selector.matchAll(CLASS)].every(([, name = '']) => classes.has(name.replaceAll(/\\(.)/g, '$1'))),
    )
}

/** Custom properties may name others, so it takes some rounds. */
function withoutUnusedProperties(css: string, html: string): string {
  const named = new Set([...`${css}${html}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const left = css
    .replaceAll(/@property (--[\w-]+)\{[^{}]*\}/g, (rule, name: string) => (named.has(name) ? rule : ''))
    .replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name: string) =>
      named.has(name) ? declaration : '',
    )
  return left.length === css.length ? css : withoutUnusedProperties(left, html)
}

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  for (let start = 0; start < css.length; ) {
    const end = endOfRule(css, start)
    const text = css.slice(start, end)
    const brace = text.indexOf('{')
    const head = brace === -1 ? text : text.slice(0, brace)
    rules.push(
      GROUP.test(head) && brace !== -1
        ? { head, text, inner: rulesOf(text.slice(brace + 1, -1)) }
        : { head, text },
    )
    start = end
  }
  return rules
}

/** Where the rule that begins at `start` ends: after its last brace, or after the semicolon of one without any. */
function endOfRule(css: string, start: number): number {
  const mark = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/gs
  mark.lastIndex = start
  let depth = 0
  for (let found = mark.exec(css); found; found = mark.exec(css)) {
    if (found[0] === '{') depth += 1
    if (found[0] === '}') depth -= 1
    if (depth === 0 && (found[0] === '}' || found[0] === ';')) return mark.lastIndex
  }
  return css.length
}
