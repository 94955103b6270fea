/** The declarations of a style by property. */
type Declarations = ReadonlyMap<string, string>

/** What a selector looks at. */
export interface StyledElement {
  readonly tag: string
  readonly classes: readonly string[]
  readonly id: string | undefined
}

interface Rule {
  /** Compound selectors, the element's own last, such as `g.d` and `path`. */
  readonly selector: readonly StyledElement[]
  readonly specificity: number
  readonly declarations: Declarations
}

/**
 * A style sheet for a light page of any width: rules of `@media` and other blocks are left out, and `var(--name)` is
 * replaced. It knows types, classes, ids and descendants; rules with other selectors are left out.
 */
export interface StyleSheet {
  /** The declarations for the last of `path`, which begins with the root. */
  styleOf(path: readonly StyledElement[], own: string): Declarations
}

export function parseStyleSheet(css: string): StyleSheet {
  const rules = parseRules(withoutBlocks(css.replace(/\/\*[\s\S]*?\*\//g, '')))
  const variables = new Map(
    rules.flatMap(({ declarations }) => [...declarations].filter(([name]) => name.startsWith('--'))),
  )
  rules.sort((one, other) => one.specificity - other.specificity)
  return {
    styleOf: (path, own) => {
      const found = rules.filter(({ selector }) => isMatch(selector, path))
      const all = [...found.flatMap(({ declarations }) => [...declarations]), ...parseDeclarations(own)]
      return new Map(
        all
          .filter(([name]) => !name.startsWith('--'))
          .map(([name, value]) => [name, withValues(value, variables)]),
      )
    },
  }
}

/** Leaves out `@media (…) { … }` with the rules inside, and statements such as `@import …;`. */
const withoutBlocks = (css: string): string =>
  css.replace(/@[^{};]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})/g, '')

const parseRules = (css: string): Rule[] =>
  [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) => {
    const declarations = parseDeclarations(body)
    return selectors.split(',').flatMap((text) => {
      const selector = text.trim().split(/\s+/).map(parseCompound)
      if (!selector.every((compound) => compound !== undefined)) return []
      const specificity = selector.reduce(
        (sum, { tag, classes, id }) => sum + (tag ? 1 : 0) + 100 * classes.length + (id ? 10_000 : 0),
        0,
      )
      return { selector, specificity, declarations }
    })
  })

/** One compound selector such as `path.a`; undefined for one with anything else. */
function parseCompound(text: string): StyledElement | undefined {
  const match = /^(\*|:root|[\w-]*)((?:[.#][\w-]+)*)$/.exec(text)
  if (!match || text === '') return undefined
  const [, type = '', rest = ''] = match
  return {
    tag: type === '*' ? '' : type.replace(':root', 'svg'),
    classes: [...rest.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
    id: /#([\w-]+)/.exec(rest)?.[1],
  }
}

const parseDeclarations = (body: string): Map<string, string> =>
  new Map(
    body.split(';').flatMap((text): [string, string][] => {
      const [name = '', ...value] = text.split(':')
      return value.length > 0 ? [[name.trim(), value.join(':').trim()]] : []
    }),
  )

function isMatch(selector: readonly StyledElement[], path: readonly StyledElement[]): boolean {
  const [own, ...ancestors] = [...selector].reverse()
  const [element, ...around] = [...path].reverse()
  if (!own || !element || !isCompoundMatch(own, element)) return false
  let next = 0
  for (const each of around) {
    const wanted = ancestors[next]
    if (wanted && isCompoundMatch(wanted, each)) next += 1
  }
  return next === ancestors.length
}

const isCompoundMatch = ({ tag, classes, id }: StyledElement, element: StyledElement): boolean =>
  (tag === '' || tag === element.tag) &&
  (id === undefined || id === element.id) &&
  classes.every((name) => element.classes.includes(name))

/** Variables may refer to variables, but not in a circle. */
function withValues(value: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > 4) return value
  return value.replace(/var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g, (_, name: string, otherwise = '') =>
    withValues(variables.get(name) ?? otherwise, variables, depth + 1),
  )
}
