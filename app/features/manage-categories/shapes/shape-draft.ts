import { isAttributeNumber } from '#features/catalog/limits.ts'
import type { Category, CategoryChange } from '#features/catalog/schema.ts'
import type { Shape } from '#features/models/schema.ts'
import { foldText } from '#kit/text/fold-text.ts'

export type Parameter = Shape['parameters'][number]

/** Where a parameter of a shape comes from. */
export interface SourceDraft {
  readonly from: 'attribute' | 'value'
  /** The key of the attribute, or the fixed value as it is typed. */
  readonly text: string
  /** Found by the form and not chosen yet. */
  readonly isSuggested?: true
}

/** A value that an attribute of a part has to have. */
export interface ConditionDraft {
  readonly row: number
  readonly key: string
  readonly text: string
}

/** A shape of a category as it is chosen; an empty `slug` is none yet. */
export interface ShapeDraft {
  readonly row: number
  readonly slug: string
  /** By the parameters of the shape. */
  readonly parameters: Readonly<Record<string, SourceDraft>>
  readonly when: readonly ConditionDraft[]
}

/** An attribute of the category as it would be saved. */
export interface ShapedAttribute {
  readonly key: string
  readonly label: string
  readonly unit?: string
  readonly kind: 'number' | 'text'
}

const isKey = (attributes: readonly ShapedAttribute[], text: string): boolean =>
  attributes.some(({ key }) => key === text)

/** The draft of the shapes of a category. A text is the key of an attribute where the category has it. */
export const shapeDraftsOf = (
  shape: Category['shape'],
  attributes: readonly ShapedAttribute[],
): ShapeDraft[] =>
  [shape ?? []].flat().map(({ slug, parameters, when = {} }, row) => ({
    row,
    slug,
    parameters: mapValues(parameters, (source) => ({
      from: typeof source === 'string' && isKey(attributes, source) ? 'attribute' : 'value',
      text: String(source),
    })),
    when: Object.entries(when).map(([key, value], each) => ({ row: each, key, text: String(value) })),
  }))

/** The shapes as they are saved: always a list. Undefined when there are none. */
export function toShapes(drafts: readonly ShapeDraft[], attributes: readonly ShapedAttribute[]) {
  if (drafts.length === 0) return undefined
  return drafts.map(({ slug, parameters, when }) => ({
    slug,
    parameters: inOrder(
      Object.entries(parameters).flatMap(([key, source]) => {
        const value = savedSource(source, attributes)
        return value === undefined ? [] : [[key, value] as const]
      }),
    ),
    ...(when.length > 0 && {
      when: inOrder(when.map(({ key, text }) => [key, savedCondition(key, text, attributes)] as const)),
    }),
  })) satisfies CategoryChange['shape']
}

/** An attribute that was removed is no source any more: its key would be saved as a fixed text. */
function savedSource({ from, text }: SourceDraft, attributes: readonly ShapedAttribute[]) {
  const value = text.trim()
  if (from === 'attribute') return isKey(attributes, value) ? value : undefined
  return value === '' ? undefined : toValue(value)
}

function savedCondition(key: string, text: string, attributes: readonly ShapedAttribute[]) {
  const isText = attributes.find((attribute) => attribute.key === key)?.kind === 'text'
  return isText ? text.trim() : toValue(text.trim())
}

const toValue = (text: string): string | number => (isAttributeNumber(text) ? Number(text) : text)

/** The same values are the same JSON, in whichever sequence they were chosen. */
const inOrder = (entries: readonly (readonly [string, string | number])[]) =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Chooses the shape of a row: what was chosen for parameters of the same name stays, the others are suggested. */
export function chooseShape(
  draft: ShapeDraft,
  shape: Shape | undefined,
  attributes: readonly ShapedAttribute[],
): ShapeDraft {
  const entries = (shape?.parameters ?? []).flatMap((parameter) => {
    const chosen = draft.parameters[parameter.key]
    const source = chosen && !chosen.isSuggested ? chosen : suggestedSource(parameter, attributes)
    return source ? [[parameter.key, source] as const] : []
  })
  return { ...draft, slug: shape?.slug ?? '', parameters: Object.fromEntries(entries) }
}

/** The attribute that is called as the parameter and has its kind and unit; none is guessed. */
function suggestedSource(
  { key, label, unit = '', kind }: Parameter,
  attributes: readonly ShapedAttribute[],
): SourceDraft | undefined {
  const names = [plain(key), plain(label)]
  const found = attributes.find(
    (attribute) =>
      attribute.kind === kind &&
      (attribute.unit ?? '') === unit &&
      [attribute.key, attribute.label].some((name) => plain(name) !== '' && names.includes(plain(name))),
  )
  return found && { from: 'attribute', text: found.key, isSuggested: true }
}

/** The letters and digits of a name: `threadLength`, `thread-length` and `Thread length` are the same. */
const plain = (name: string): string => foldText(name).replace(/[^a-z0-9]+/g, '')

/** Sets where a parameter comes from; undefined leaves it out. */
export function setSource(draft: ShapeDraft, key: string, source: SourceDraft | undefined): ShapeDraft {
  const { [key]: _, ...others } = draft.parameters
  return { ...draft, parameters: source ? { ...others, [key]: source } : others }
}

/** The shapes after the key of an attribute has changed. */
export const renameAttribute = (
  drafts: readonly ShapeDraft[],
  before: string,
  after: string,
): readonly ShapeDraft[] =>
  drafts.map((draft) => ({
    ...draft,
    parameters: mapValues(draft.parameters, (source) =>
      source.from === 'attribute' && source.text === before ? { ...source, text: after } : source,
    ),
    when: draft.when.map((condition) =>
      condition.key === before ? { ...condition, key: after } : condition,
    ),
  }))

const mapValues = <Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))

/** Whether each row has a shape, and all that its shape requires. */
export const isComplete = (
  drafts: readonly ShapeDraft[],
  attributes: readonly ShapedAttribute[],
  shapes: readonly Shape[],
): boolean =>
  drafts.every((draft) => {
    const shape = shapes.find(({ slug }) => slug === draft.slug)
    const isGiven = ({ key, required }: Parameter): boolean => {
      const source = draft.parameters[key]
      return !required || (source !== undefined && savedSource(source, attributes) !== undefined)
    }
    return shape?.parameters.every(isGiven) && draft.when.every(({ key, text }) => key !== '' && text !== '')
  })
