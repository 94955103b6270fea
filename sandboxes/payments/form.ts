import { invalidRequest } from './stripe-fault.ts'

/** A form-encoded body as Stripe nests it: `metadata[orderId]=1` is `{metadata: {orderId: '1'}}`. */
export interface Form {
  [key: string]: string | Form
}

const MAXIMUM_DEPTH = 8
// Several times what the longest call has. Each `a[]` counts the keys before it, so the time grows quadratically.
const MAXIMUM_PARAMETERS = 500
const WHOLE = /^-?\d{1,15}$/

/** Reads `application/x-www-form-urlencoded` text with nested keys. Lists become forms with the keys 0, 1, 2 … */
export function parseForm(encoded: string): Form {
  const form = emptyForm()
  const given = new URLSearchParams(encoded)
  if (given.size > MAXIMUM_PARAMETERS)
    throw invalidRequest(`A call can have at most ${MAXIMUM_PARAMETERS} parameters.`)
  for (const [name, value] of given) setValue(form, keysOf(name), value)
  return form
}

// Without a prototype a key such as `__proto__` is an ordinary key.
const emptyForm = (): Form => Object.create(null)

/** `a[b][c]` as a, b, c. */
function keysOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match?.[1]) return [name]
  return [match[1], ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((inner) => inner[1] ?? '')]
}

function setValue(form: Form, keys: readonly string[], value: string): void {
  if (keys.length > MAXIMUM_DEPTH) throw invalidRequest('The parameters are nested too deeply.')
  let at = form
  keys.forEach((given, depth) => {
    const key = given === '' ? String(Object.keys(at).length) : given
    if (depth === keys.length - 1) {
      at[key] = value
      return
    }
    const inner = at[key]
    const below = typeof inner === 'object' ? inner : emptyForm()
    at[key] = below
    at = below
  })
}

function find(form: Form, path: string): string | Form | undefined {
  let at: string | Form | undefined = form
  for (const key of keysOf(path)) at = typeof at === 'object' ? at[key] : undefined
  return at
}

/** The text at a path such as `card[number]`; undefined when it is not given. */
export function readText(form: Form, path: string): string | undefined {
  const value = find(form, path)
  if (value === undefined) return undefined
  if (typeof value === 'object') {
    throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: path })
  }
  if (value === '') {
    throw invalidRequest(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param: path },
    )
  }
  return value
}

export const readRequired = (form: Form, path: string): string => required(readText(form, path), path)

/** The value of a parameter that has to be given. */
export function required<Value>(value: Value | undefined, param: string): Value {
  if (value !== undefined) return value
  throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function readInteger(form: Form, path: string): number | undefined {
  const value = readText(form, path)
  if (value === undefined) return undefined
  if (!WHOLE.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: path })
  }
  return Number(value)
}

/** One of the named values, or undefined when not given. */
export function readChoice<Choice extends string>(
  form: Form,
  path: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = readText(form, path)
  if (value === undefined) return undefined
  const choice = choices.find((known) => known === value)
  if (!choice) throw invalidRequest(`Invalid ${path}: must be one of ${choices.join(', ')}`, { param: path })
  return choice
}

export function readList(form: Form, path: string): string[] {
  const value = find(form, path)
  if (value === undefined || value === '') return []
  if (typeof value === 'string') throw invalidRequest(`Invalid array: ${value}`, { param: path })
  return Object.values(value).filter((entry) => typeof entry === 'string')
}

/** The form at a path; undefined when it is not given. */
export function readForm(form: Form, path: string): Form | undefined {
  const value = find(form, path)
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param: path })
  return value
}

/** The metadata of a call: names and texts. */
export function readMetadata(form: Form): Record<string, string> {
  const metadata = readForm(form, 'metadata') ?? {}
  return Object.fromEntries(Object.keys(metadata).map((key) => [key, readRequired(metadata, key)]))
}

/** Refuses parameters that the operation does not know, so that a misspelt one is found before Stripe refuses it. */
export function refuseUnknown(form: Form, known: readonly string[]): void {
  const unknown = Object.keys(form).find((key) => !known.includes(key))
  if (unknown === undefined) return
  throw invalidRequest(`Received unknown parameter: ${unknown}`, {
    code: 'parameter_unknown',
    param: unknown,
  })
}
