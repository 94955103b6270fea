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
const ELEMENT = /(?<![\w:-])[a-z][\w-]*/g

/** The names of classes and elements that are on a page. */
interface Names {
  readonly classes: ReadonlySet<string>
  readonly elements: ReadonlySet<string>
}

/**
 * Picks from a minified style sheet what the elements of a page use: rules whose elements and classes are all there,
 * and of the custom properties those that these rules name. Their order stays, so the whole sheet can follow at any
 * time.
 */
export function stylePicker(css: string): (html: string) => string {
  const rules = rulesOf(withoutUnsetProperties(css))
  return (html) => {
    const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
      unescaped(names).split(' '),
    )
    const elements = [...html.matchAll(/<([a-z][\w-]*)/g)].map(([, name = '']) => name)
    const names = { classes: new Set(classes), elements: new Set(elements) }
    return withoutUnusedProperties(textOf(rules, names), html)
  }
}

const unescaped = (text: string): string =>
  text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function textOf(rules: readonly Rule[], names: Names): string {
  let text = ''
  for (const rule of rules) {
    if (!rule.inner) text += isUsed(rule.head, names) ? rule.text : ''
    else {
      const inner = textOf(rule.inner, names)
      if (inner) text += `${rule.head}{${inner}}`
    }
  }
  return text
}

/** Whether one of the selectors can match: all elements and classes are on the page that it asks for. */
function isUsed(head: string, { classes, elements }: Names): boolean {
  if (head.startsWith('@')) return true
  return head
    .replaceAll(/:not\([^()]*\)/g, '')
    .split(/(?<!\\),(?![^(]*\))/)
    .some(
      (selector) =>
        [...selector.matchAll(CLASS)].every(([, name = '']) =>
          classes.has(name.replaceAll(/\\(.)/g, '$1')),
        ) && elementsOf(selector).every((name) => elements.has(name)),
    )
}

/** Those that the selector itself asks for; what stands in brackets may be one of several. */
const elementsOf = (selector: string): readonly string[] =>
  selector
    .replaceAll(CLASS, '')
    .replaceAll(/\[[^\]]*\]|\(.*\)/g, '')
    .match(ELEMENT) ?? []

/** Tailwind reads many properties that only some of its classes set: where none does, their first value stands. */
function withoutUnsetProperties(css: string): string {
  const set = new Set([...css.matchAll(/[{;](--[\w-]+):/g)].map(([, name]) => name))
  const first = new Map(
    [...css.matchAll(/@property (--[\w-]+)\{[^{}]*initial-value:([^;{}]*)\}/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  return css.replaceAll(/var\((--tw-[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g, (use, name, fallback) =>
    set.has(name) ? use : (first.get(name) ?? fallback ?? use),
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
    .replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (rule, name: string) =>
      css.split(name).length > 2 ? rule : '',
    )
    .replaceAll(/[^{};]+\{\}/g, '')
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
