import { madeParts } from '#demo/catalogue/catalogue.ts'
import { type Dimensions, type Fastener, solidVolumes, threadsOf } from '#demo/catalogue/volumes.ts'
import type { DemoPart } from '#demo/demo-part.ts'
import { demoShapes } from '#demo/shapes.ts'
import { fittingShape } from '#features/models/fitting-shape.ts'
import type { Model } from '#features/models/models.ts'
import { type MadeModel, makeModel } from '#features/models/solids/make-model.ts'
import { sampleModel } from '../../tests/support/sample-drawings.ts'
import { print } from '../print.ts'
import type { Outcome, Part } from './options.ts'

/** How much a volume may differ from its formula, and a weight from the volume: prices are no finer. */
const TOLERANCE = 0.005

/** Covers and the grease between them are no solid of their own: of these only the box is compared. */
const isCovered = ({ attributes }: DemoPart): boolean =>
  'sealing' in attributes && attributes.sealing !== 'Open'

/** In g/cm³, by what the name of a material begins with, as data sheets of makers say; else that of steel. */
const DENSITIES: readonly (readonly [name: string, density: number])[] = [
  ['Stainless steel', 7.9],
  // Bushes that are wrapped of strips.
  ['Steel with sintered bronze', 7.6],
  ['Bronze', 8.8],
  ['NBR', 1.2],
  ['FKM', 1.85],
]

const STEEL = 7.85

/**
 * Builds the solid and the drawing of every part that is made from tables, once for the same geometry, and compares its box with
 * its dimensions, its volume with the formula by which it is weighed, and its weight with both.
 */
export const models: Part = async () => {
  const parts = madeParts()
  const made = new Map<string, MadeModel | Error>()
  const faults: string[] = []
  for (const [at, part] of parts.entries()) {
    if (at % 250 === 0) print(`  ${at} of ${parts.length} parts, ${made.size} solids`)
    const model = sampleModel(part)
    if ('reason' in model) {
      faults.push(`${part.sku} has no model: ${model.reason}`)
      continue
    }
    const geometry = JSON.stringify([model.body, model.size, model.marks])
    const solid =
      made.get(geometry) ?? (await makeModel(model, 'svg').catch((error: unknown) => asError(error)))
    made.set(geometry, solid)
    faults.push(
      ...(solid instanceof Error ? [solid.message] : wrongOf(part, model, solid)).map(
        (fault) => `${part.sku}: ${fault}`,
      ),
    )
  }
  return outcomeOf(parts.length, made.size, faults)
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const outcomeOf = (parts: number, solids: number, violations: readonly string[]): Outcome => ({
  did: `${parts} parts, ${solids} solids with their boxes, weights and drawings`,
  violations,
  figures: '',
})

/** What is wrong with a solid of the right box. */
function wrongOf(
  part: DemoPart,
  model: Exclude<Model, { reason: string }>,
  { volume, file }: MadeModel,
): string[] {
  const svg = String(file)
  const wrong =
    /NaN|undefined|Infinity/.test(svg) || !svg.startsWith('<svg') ? ['its drawing is no drawing'] : []
  if (isCovered(part)) return wrong
  const shape = fastenerOf(part, model.dimensions)
  const dimensions = model.dimensions as Dimensions
  const solid = shape && solidVolumes[shape](dimensions)
  const metal = volume + (shape ? threadsOf(shape, dimensions) : 0)
  const grams = (metal * densityOf(part)) / 1000
  if (solid !== undefined && isFar(solid, volume)) wrong.push(`its volume is ${volume} mm³, not ${solid} mm³`)
  if (isFar(part.weight, grams)) wrong.push(`it weighs ${grams.toFixed(4)} g, not ${part.weight} g`)
  return wrong
}

/** Light parts are weighed in ten-thousandths of a gram. */
const isFar = (one: number, other: number): boolean => Math.abs(one - other) > other * TOLERANCE + 0.0001

function fastenerOf(part: DemoPart, { kind }: { readonly kind?: number | string }): Fastener | undefined {
  const slug = fittingShape(demoShapes[part.category] ?? [], part.attributes)?.slug
  const name = kind === 'cup' ? `${slug}-cup` : slug
  return name !== undefined && Object.hasOwn(solidVolumes, name) ? (name as Fastener) : undefined
}

/** Rubber on a ring of steel: their mean. */
const SHAFT_SEAL = 4

const densityOf = ({ kind, attributes: { material } }: DemoPart & { readonly kind?: string }): number =>
  kind === 'shaft-seal'
    ? SHAFT_SEAL
    : (DENSITIES.find(([name]) => String(material).startsWith(name))?.[1] ?? STEEL)
