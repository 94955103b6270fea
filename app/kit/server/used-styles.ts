/** Stands in the rendered page for its styles. */
export const STYLES_GO_HERE = '/* styles */'

/** Ends the styles of a page that has only those it uses: the browser then loads all. */
export const MORE_STYLES_FOLLOW = '/* more follow */'

/** The classes and elements that one selector asks for. */
type Wanted = readonly string[]

/** A rule of a style sheet: with rules inside, as `@media` has, or for what its selectors ask for, if it has any. */
interface Rule {
  readonly head: string
  readonly text: string
  readonly selectors?: readonly Wanted[]
  readonly inner?: readonly Rule[]
}

const GROUP = /^@(?:media|layer|supports|container|starting-style)\b(?!.*;$)/
const CLASS = /\.(?:\\.|[\w-])+/g
const ELEMENT = /(?<![\w:-])[a-z][\w-]*/g

/**
 * Picks from a minified style sheet what the elements of a page use: rules whose elements and classes are all there,
 * and of the custom properties those that these rules name. Their sequence stays, so the whole sheet can follow at any
 * time.
 */
export function stylePicker(css: string): (html: string) => string {
  const rules = rulesOf(withoutUnsetProperties(css))
  return (html) => {
    const names = new Set<string>()
    for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g)) {
      for (const name of unescaped(list).split(' ')) names.add(`.${name}`)
    }
    for (const [, name = ''] of html.matchAll(/<([a-z][\w-]*)/g)) names.add(name)
    return withoutUnused(textOf(rules, names), propertiesIn(html))
  }
}

const unescaped = (text: string): string =>
  text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function textOf(rules: readonly Rule[], names: ReadonlySet<string>): string {
  let text = ''
  for (const { head, text: own, selectors, inner } of rules) {
    const within = inner && textOf(inner, names)
    if (within) text += `${head}{${within}}`
    else if (!inner && isUsed(selectors, names)) text += own
  }
  return text
}

/** Whether one of the selectors can match: all is on the page that it asks for. */
const isUsed = (selectors: readonly Wanted[] | undefined, names: ReadonlySet<string>): boolean =>
  selectors?.some((wanted) => wanted.every((name) => names.has(name))) ?? true

const selectorsOf = (head: string): readonly Wanted[] =>
  head
    .replaceAll(/:not\([^()]*\)/g, '')
    .split(/(?<!\\),(?![^(]*\))/)
    .map((selector) => [...classesOf(selector), ...elementsOf(selector)])

/** With the dot in front, and otherwise as the page writes them. */
const classesOf = (selector: string): Wanted =>
  (selector.match(CLASS) ?? []).map((name) => name.replaceAll(/\\(.)/g, '$1'))

/** Those that the selector itself asks for; what stands in brackets may be one of several. */
const elementsOf = (selector: string): Wanted =>
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

const propertiesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))

/** Leaves custom properties and animations out that nothing names. Properties may name others: it takes some rounds. */
function withoutUnused(css: string, named: ReadonlySet<string>): string {
  const kept = new Set([...propertiesIn(css), ...named])
  const left = css
    .replaceAll(/@property (--[\w-]+)\{[^{}]*\}/g, (rule, name: string) => (kept.has(name) ? rule : ''))
    .replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name: string) =>
      kept.has(name) ? declaration : '',
    )
    .replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (rule, name: string) =>
      css.split(name).length > 2 ? rule : '',
    )
    .replaceAll(/(?<=[{}])[^{};]+\{\}/g, '')
  return left.length === css.length ? css : withoutUnused(left, named)
}

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  for (let start = 0; start < css.length; ) {
    const end = endOfRule(css, start)
    const text = css.slice(start, end)
    const brace = text.indexOf('{')
    const head = brace === -1 ? text : text.slice(0, brace)
    rules.push({ head, text, ...contentOf(head, text.slice(brace + 1, -1)) })
    start = end
  }
  return rules
}

function contentOf(head: string, block: string): Pick<Rule, 'inner' | 'selectors'> {
  if (GROUP.test(head)) return { inner: rulesOf(block) }
  return head.startsWith('@') ? {} : { selectors: selectorsOf(head) }
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
