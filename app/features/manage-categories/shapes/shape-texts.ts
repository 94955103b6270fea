import type { Shape } from '#features/models/schema.ts'
import { listText } from '#kit/text/list-text.ts'
import type { Parameter, ShapeDraft, ShapedAttribute, SourceDraft } from './shape-draft.ts'

/** The name of a shape; its slug, if the shop cannot draw it any more. */
export const shapeName = (slug: string, shapes: readonly Shape[]): string =>
  shapes.find((shape) => shape.slug === slug)?.name ?? slug

const labelOf = (key: string, attributes: readonly ShapedAttribute[]): string =>
  attributes.find((attribute) => attribute.key === key)?.label ?? key

/** `for parts whose Type is Wing`; undefined for a shape without conditions. */
export const conditionsText = (
  { when }: Pick<ShapeDraft, 'when'>,
  attributes: readonly ShapedAttribute[],
): string | undefined =>
  when.length === 0
    ? undefined
    : `for parts whose ${listText(when.map(({ key, text }) => `${labelOf(key, attributes) || '…'} is ${text || '…'}`))}`

/** A shape with all that is chosen for it, in one line. */
export function shapeText(
  draft: ShapeDraft,
  attributes: readonly ShapedAttribute[],
  shapes: readonly Shape[],
): string {
  const shape = shapes.find(({ slug }) => slug === draft.slug)
  const sources = Object.entries(draft.parameters).map(([key, source]) => {
    const label = shape?.parameters.find((parameter) => parameter.key === key)?.label ?? key
    return `${label} ${source.from === 'attribute' ? 'from' : 'is'} ${labelOf(source.text, attributes)}`
  })
  const head = [shapeName(draft.slug, shapes), conditionsText(draft, attributes)].filter(Boolean).join(' ')
  return sources.length > 0 ? `${head} (${sources.join(', ')})` : head
}

/** A source that may not be what the parameter needs. */
export function sourceWarning(
  { kind, unit = '' }: Parameter,
  source: SourceDraft | undefined,
  attributes: readonly ShapedAttribute[],
): string | undefined {
  if (source?.from !== 'attribute') return undefined
  const attribute = attributes.find(({ key }) => key === source.text)
  if (!attribute) return undefined
  if (attribute.kind !== kind)
    return `${attribute.label} is a ${attribute.kind}; here it has to be a ${kind}.`
  const { unit: given = '' } = attribute
  if (given === unit) return undefined
  if (given === '') return `${attribute.label} has no unit: it is read in ${unit}.`
  return unit === ''
    ? `${attribute.label} is in ${given}: it is read without a unit.`
    : `${attribute.label} is in ${given}: it is read in ${unit}.`
}
