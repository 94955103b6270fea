import type { Body, Size } from '../bodies/body.ts'
import type { Marks } from '../drawings/marks.ts'
import type { Views } from '../files/view.ts'
import {
  type Given,
  givenOf,
  type Parameter,
  type Parameters,
  STANDARD,
  wrongParameters,
} from './parameters.ts'
import { NoModel, type Problem } from './problem.ts'
import type { FindRow } from './rows.ts'

/** The completed dimensions of a part: lengths in mm, counts, and texts such as its standard. */
export type Dimensions = Readonly<Record<string, number | string>>

/** How a part is made, or why it has no model. */
export type Model =
  | {
      readonly dimensions: Dimensions
      readonly body: Body
      readonly size: Size
      /** The views of the drawing, where they are not projected from the solid. */
      readonly views?: Views
      /** What the drawing says; without it the three sizes of its box. */
      readonly marks?: Marks
    }
  | { readonly reason: string }

/** A kind of part that the shop can draw, for example hexagon screws. Nothing of it loads the library for solids. */
export interface Shape {
  readonly slug: string
  readonly name: string
  /** The standards that have a table here, the first of which holds where none is given. */
  readonly standards: readonly string[]
  readonly parameters: readonly Parameter[]
  /** What is impossible about the given parameters. Missing ones are no problem: the part just has no model. */
  check(given: Parameters): readonly Problem[]
  /** Why there is no model; undefined if there is one. */
  reason(given: Parameters): string | undefined
  /** The model by the given parameters and the tables. A part with a problem has none. */
  model(given: Parameters): Model
}

/** Dimensions that are numbers, by name. */
export type Sizes<Key extends string> = Readonly<Record<Key, number>>

type KeysOf<P extends Parameter, Kind> = P extends { kind: Kind; key: infer Key extends string } ? Key : never

/** What parameters say of a part by themselves: their numbers, and the diameter and the pitch of a thread. */
type SizesOf<P extends Parameter> = Sizes<
  KeysOf<P, 'length' | 'count' | 'rate'> | (P['kind'] & 'thread' extends never ? never : 'diameter' | 'pitch')
>

/** What holds of the dimensions, else what is wrong: `isMore(head, diameter) || wrong('head thread', 'The head must …')`. */
export type Rule = true | Wrong

interface Wrong {
  /** Of the parameters that it is about. */
  readonly keys: readonly string[]
  readonly message: string
}

/** A rule that does not hold, by the keys of the parameters that it is about. */
export const wrong = (keys: string, message: string): Wrong => ({ keys: keys.split(' '), message })

interface Definition<P extends Parameter, D extends Dimensions> {
  readonly slug: string
  readonly name: string
  readonly standards?: readonly string[]
  /** Whether a part cannot name another standard. */
  readonly hasOneStandard?: true
  readonly parameters: readonly P[]
  /** Where the sizes come from that are not given. */
  readonly table?: FindRow
  /** The dimensions, if they are not the sizes of the parameters. What `given` reads throws when it is missing. */
  complete?(given: Given, sizes: () => SizesOf<P>): D
  rules?(dimensions: D): readonly Rule[]
  build(dimensions: D): Body
  /** The bounding box of what `build` makes. */
  size(dimensions: D): Size
  /** The views of the drawing, for solids whose projection takes too long. */
  views?(dimensions: D): Views | undefined
  /** What the drawing says, and how it differs from what is projected; the views stand beside each other unless it says. */
  marks?(dimensions: D): Omit<Marks, 'layout'> & Partial<Pick<Marks, 'layout'>>
}

/** Lengths that differ by less are the same to a rule, in mm: a wall has at least this thickness. */
const LEAST = 0.05

/** Whether the first length is greater, by enough to be made. */
export const isMore = (length: number, other: number): boolean => length >= other + LEAST

/** Values for missing parameters, from the smallest to the greatest. */
const STAND_INS = [0.05, 0.5, 2, 5, 10, 50, 500, 5000]

export function defineShape<const P extends Parameter, D extends Dimensions = SizesOf<P>>(
  definition: Definition<P, D>,
): Shape {
  const { slug, name, standards = [], hasOneStandard = standards.length === 0 } = definition
  const parameters = [...definition.parameters, ...(hasOneStandard ? [] : [STANDARD])]
  const complete = (given: Given): D => {
    const sizes = () => sizesOf(definition.parameters, given, definition.table?.(given)) as SizesOf<P>
    return definition.complete?.(given, sizes) ?? (sizes() as unknown as D)
  }
  const read = (given: Parameters): { problems: readonly Problem[]; dimensions?: D; reason?: string } => {
    const wrong = wrongParameters(parameters, given)
    if (wrong.length > 0) return { problems: wrong }
    try {
      const dimensions = complete(givenOf(parameters, standards, given))
      return { problems: brokenRules(definition.rules?.(dimensions) ?? [], given), dimensions }
    } catch (error) {
      if (error instanceof NoModel) return { problems: impossibleAnyway(given), reason: error.message }
      throw error
    }
  }
  /** The broken rules that name no missing parameter, and are broken whatever the missing ones are. */
  const impossibleAnyway = (given: Parameters): readonly Problem[] => {
    const broken = STAND_INS.map((value) => {
      const missing = new Set<string>()
      const dimensions = complete(givenOf(parameters, standards, given, { value, missing }))
      const rules = definition.rules?.(dimensions) ?? []
      return brokenRules(
        rules.filter((rule) => rule === true || !rule.keys.some((key) => missing.has(key))),
        given,
      )
    })
    const [first = [], ...others] = broken
    return first.filter(({ message }) => others.every((some) => some.some((one) => one.message === message)))
  }
  return {
    slug,
    name,
    standards,
    parameters,
    check: (given) => read(given).problems,
    reason: (given) => reasonOf(read(given)),
    model: (given) => {
      const found = read(given)
      const { dimensions } = found
      const reason = reasonOf(found)
      if (!dimensions || reason !== undefined) return { reason: reason ?? '' }
      const views = definition.views?.(dimensions)
      return {
        dimensions,
        body: definition.build(dimensions),
        size: definition.size(dimensions),
        ...(views && { views }),
        ...(definition.marks && { marks: { layout: 'beside', ...definition.marks(dimensions) } }),
      }
    },
  }
}

/** Each size as it was given, else from the row. */
function sizesOf(parameters: readonly Parameter[], given: Given, row: ReturnType<FindRow>): Dimensions {
  const read = ({ key, kind, required }: Parameter): [string, number][] => {
    if (kind === 'standard' || kind === 'choice') return []
    if (kind !== 'thread') return [[key, required ? given.number(key) : given.number(key, row?.[key])]]
    if (!required) return []
    const { diameter, pitch } = given.thread(key)
    return [
      ['diameter', diameter],
      ['pitch', pitch],
    ]
  }
  return Object.fromEntries(parameters.flatMap(read))
}

const reasonOf = ({
  problems: [problem],
  reason,
}: {
  readonly problems: readonly Problem[]
  readonly reason?: string
}): string | undefined => problem?.message ?? reason

/** The first key of a rule that was given is to blame: the others came from a table. */
const brokenRules = (rules: readonly Rule[], given: Parameters): Problem[] =>
  rules
    .filter((rule) => rule !== true)
    .map(({ keys, message }) => ({ key: keys.find((key) => key in given) ?? keys[0] ?? '', message }))
