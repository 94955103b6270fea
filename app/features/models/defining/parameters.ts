import { coarsePitch } from '../standards/iso-261.ts'
import { NoModel, type Problem } from './problem.ts'

/** What a parameter is: a length in mm, a whole number, a metric thread, or a text. */
type Kind = 'length' | 'count' | 'rate' | 'thread' | 'standard' | 'choice'

/** A parameter of a shape, as an admin maps an attribute or a fixed value to it. */
export interface Parameter<Key extends string = string, Of extends Kind = Kind> {
  readonly key: Key
  readonly label: string
  readonly unit?: string
  /** Whether a category must name it. Others come from a table or have a usual value. */
  readonly required: boolean
  readonly kind: Of
  /** The values of a choice. */
  readonly options?: readonly string[]
}

/** Parameters as they were given, by key. */
export type Parameters = Readonly<Record<string, unknown>>

/** A metric thread: `M8` or `M8 × 1`. */
interface Thread {
  readonly name: string
  readonly diameter: number
  readonly pitch: number
}

/** The greatest length in mm, number of things, and spring rate in N/mm. */
const MAXIMUM = { length: 5000, count: 500, rate: 100_000 }
const SMALLEST_LENGTH = 0.05

const defined = <Of extends Kind>(kind: Of, unit?: string) => {
  const make =
    (required: boolean) =>
    <Key extends string>(key: Key, label: string): Parameter<Key, Of> => ({
      key,
      label,
      ...(unit && { unit }),
      required,
      kind,
    })
  return { required: make(true), optional: make(false) }
}

/** Makers of parameters, `length.required('length', 'Length')`. */
export const length = defined('length', 'mm')
export const count = defined('count')
export const rate = defined('rate', 'N/mm')
export const thread = defined('thread')

/** The last parameter of every shape with standards. */
export const STANDARD = defined('standard').optional('standard', 'Standard')

export const choice = <Key extends string>(
  key: Key,
  label: string,
  options: readonly string[],
): Parameter<Key, 'choice'> => ({
  key,
  label,
  required: false,
  kind: 'choice',
  options,
})

/** The given values that are impossible by themselves. */
export const wrongParameters = (parameters: readonly Parameter[], given: Parameters): Problem[] =>
  parameters.flatMap((parameter) => {
    const value = given[parameter.key]
    const message = value === undefined ? undefined : faultOf(parameter, value)
    return message === undefined ? [] : [{ key: parameter.key, message: `${parameter.label} ${message}.` }]
  })

function faultOf({ kind, options }: Parameter, value: unknown): string | undefined {
  if (kind === 'thread' && !(typeof value === 'string' && readThread(value)))
    return 'must be a metric thread such as M8 or M8 × 1'
  if (kind === 'choice' && !options?.includes(String(value))) return `must be ${options?.join(' or ')}`
  if (kind === 'thread' || kind === 'choice') return undefined
  if (kind === 'standard') return typeof value === 'string' ? undefined : 'must be a text'
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  if (value <= 0) return 'must be greater than 0'
  if (kind === 'count' && !Number.isInteger(value)) return 'must be a whole number'
  if (kind === 'length' && value < SMALLEST_LENGTH) return `must be at least ${SMALLEST_LENGTH} mm`
  return value > MAXIMUM[kind] ? `must be at most ${MAXIMUM[kind].toLocaleString('en-US')}` : undefined
}

const THREAD = /^M(\d{1,3}(?:\.\d)?)(?:\s*[x×]\s*(\d(?:\.\d{1,2})?))?$/

/** The thread without its pitch where the text names none. Undefined when it is no metric thread. */
function readThread(text: string): { name: string; diameter: number; pitch?: number } | undefined {
  const [, diameter, pitch] = THREAD.exec(text.trim()) ?? []
  if (!diameter || Number(diameter) === 0 || Number(diameter) > 100) return undefined
  if (pitch && (Number(pitch) === 0 || Number(pitch) > Number(diameter) / 3)) return undefined
  return { name: `M${Number(diameter)}`, diameter: Number(diameter), ...(pitch && { pitch: Number(pitch) }) }
}

/** Reads parameters that have no fault. Its functions throw {@link NoModel} for what is missing. */
export interface Given {
  /** A number as it was given, else the first of these that a table has. */
  number(key: string, ...others: (number | undefined)[]): number
  /** A number as it was given, or undefined. */
  maybe(key: string): number | undefined
  thread(key?: string): Thread
  text(key: string): string | undefined
  /** The first of the shape's standards that the parameter `standard` names. */
  standard(): string
}

/** What stands for missing parameters while one looks for what is impossible all the same. */
export interface StandIn {
  readonly value: number
  /** The keys of those that are missing. */
  readonly missing: Set<string>
}

export function givenOf(
  parameters: readonly Parameter[],
  standards: readonly string[],
  given: Parameters,
  standIn?: StandIn,
): Given {
  const labelOf = (key: string): string => parameters.find((parameter) => parameter.key === key)?.label ?? key
  const text = (key: string): string | undefined =>
    given[key] === undefined ? undefined : String(given[key])
  const maybe = (key: string): number | undefined =>
    given[key] === undefined ? undefined : Number(given[key])
  /** Stands in for what is missing, or throws the reason. */
  const without = (key: string, reason: string): number => {
    if (!standIn) throw new NoModel(reason)
    standIn.missing.add(key)
    return standIn.value
  }
  const missing = (key: string, tables = ''): number =>
    without(key, `${labelOf(key)} is missing${tables && `, and no table of ${tables} has it for this size`}.`)
  const standardOf = (): string => {
    const named = text('standard')
    const found = named === undefined ? standards[0] : standards.find((one) => namesOf(named).includes(one))
    if (found) return found
    without('standard', `There is no table of ${named}, only of ${standards.join(', ')}.`)
    return ''
  }
  return {
    text,
    maybe,
    standard: standardOf,
    number: (key, ...others) => {
      // Without the standard, no table is known to be that of the part.
      const known = standIn?.missing.has('standard') ? [] : others
      const value = maybe(key) ?? known.find((other) => other !== undefined)
      return value ?? missing(key, others.length > 0 ? standards.join(' or ') : '')
    },
    thread: (key = 'thread') => {
      const named = readThread(text(key) ?? '')
      if (!named) return { name: '', diameter: missing(key), pitch: missing(key) }
      const pitch = named.pitch ?? coarsePitch(named.diameter)
      return {
        name: named.name,
        diameter: named.diameter,
        pitch: pitch ?? without('pitch', `ISO 261 has no coarse thread ${named.name}.`),
      }
    },
  }
}

/** The standards in a text: "DIN 125-A / ISO 7089" names DIN 125 and ISO 7089; "DIN 125-2" only itself. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/\b(DIN|ISO|EN)(?: EN)?(?: ISO)? ?(\d+(?:-\d+)?)/g)].map(
    ([, body, number]) => `${body} ${number}`,
  )
}
