import { type Form, readList } from './form.ts'
import { type Call, find, type Kind } from './store.ts'
import { invalidRequest } from './stripe-fault.ts'

/** The properties that contain an id, and the kind of object it refers to. */
const EXPANDABLE: Readonly<Record<string, Exclude<Kind, 'event' | 'idempotency'>>> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
}

/** An object with the properties that `expand[]` names, written out in place of their ids. */
export async function expand<Shape extends object>(call: Call, form: Form, object: Shape): Promise<Shape> {
  return expandPaths(call, object, readList(form, 'expand'))
}

/** The same for the objects of a list: their paths begin with `data.`. */
export async function expandAll(call: Call, form: Form, objects: readonly object[]): Promise<object[]> {
  const paths = readList(form, 'expand')
  const unsupported = paths.find((path) => !path.startsWith('data.'))
  if (unsupported !== undefined) throw cannotExpand(unsupported)
  const inner = paths.map((path) => path.slice('data.'.length))
  const expanded: object[] = []
  for (const object of objects) expanded.push(await expandPaths(call, object, inner))
  return expanded
}

async function expandPaths<Shape extends object>(
  call: Call,
  object: Shape,
  paths: readonly string[],
): Promise<Shape> {
  const expanded = { ...object } as Record<string, unknown>
  for (const path of paths) {
    const kind = Object.hasOwn(EXPANDABLE, path) ? EXPANDABLE[path] : undefined
    const id = expanded[path]
    if (!kind || id === undefined) throw cannotExpand(path)
    if (typeof id === 'string') expanded[path] = await lookUp(call, kind, id)
  }
  return expanded as Shape
}

async function lookUp(
  call: Call,
  kind: Exclude<Kind, 'event' | 'idempotency'>,
  id: string,
): Promise<object | null> {
  const found = await find(call, kind, id)
  if (!found) return null
  return 'method' in found ? found.method : found
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
