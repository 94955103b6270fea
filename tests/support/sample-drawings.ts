import { demoCategories } from '#demo/categories.ts'
import type { DemoPart } from '#demo/demo-part.ts'
import { demoParts } from '#demo/parts.ts'
import { demoShapes } from '#demo/shapes.ts'
import { type Model, modelOfPart } from '#features/models/models.ts'
import { makeModel } from '#features/models/solids/make-model.ts'
import { titledSvg } from '#kit/drawing/sheet.ts'

const keysOf = new Map(
  demoCategories.map(({ slug, attributes }) => [slug, new Set(attributes.map(({ key }) => key))]),
)

/** How a sample part is made by the shapes of its category, or why it has no model. */
export const sampleModel = (part: DemoPart): Model =>
  modelOfPart(demoShapes[part.category] ?? [], keysOf.get(part.category) ?? new Set(), part.attributes)

/** Makes the drawings of the sample parts that have a model, by part number. OpenCascade takes about 20 seconds for all. */
export async function makeSampleDrawings(): Promise<Map<string, string>> {
  const drawings = new Map<string, string>()
  for (const part of demoParts) {
    const model = sampleModel(part)
    if ('reason' in model) continue
    const { file } = await makeModel(model, 'svg')
    drawings.set(part.sku, `${titledSvg(String(file), part.name)}\n`)
  }
  return drawings
}
