import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoParts } from '#demo/parts.ts'
import { ROOT, readProjectFile } from './support/project.ts'
import { makeSampleDrawings, sampleModel } from './support/sample-drawings.ts'

/** They are in the repository so that the first start of a shop has its pictures at once. It also makes and checks each solid. */
test('the drawings of the sample parts are those that their shapes make now: `npm run drawings` writes them', async () => {
  const drawings = await makeSampleDrawings()
  const kept = readdirSync(join(ROOT, 'demo/drawings')).sort()
  expect(kept).toEqual([...drawings.keys()].map((sku) => `${sku}.svg`).sort())
  const changed = [...drawings].filter(([sku, svg]) => readProjectFile(`demo/drawings/${sku}.svg`) !== svg)
  expect(changed.map(([sku]) => sku)).toEqual([])
}, 120_000)

const models = demoParts.flatMap((part) => {
  const model = sampleModel(part)
  return 'reason' in model ? [] : [[part.sku, model] as const]
})

test.each(models)('the marks of %s lie at the part, and what they say are its dimensions', (_sku, model) => {
  const { marks, size, dimensions } = model
  if (!marks) throw new Error('the shape has no marks')
  const longest = Math.max(...size)
  const known = [...Object.values(dimensions).map(Number), ...size]
  const isKnown = (value: number): boolean => known.some((one) => Math.abs(one - value) < 0.006)
  for (const measure of marks.measures) {
    const isAcross = measure.side === 'above' || measure.side === 'below'
    const along = isAcross === (marks.layout === 'beside') ? 1 : 0
    const said = measure.broken ?? Math.abs(measure.to[along] - measure.from[along])
    expect(isKnown(said), `${said}`).toBe(true)
    for (const point of [measure.from, measure.to])
      for (const at of point) expect(Math.abs(at)).toBeLessThanOrEqual(longest + 0.01)
  }
  for (const { value, tip } of marks.leaders ?? []) {
    expect(isKnown(value), `${value}`).toBe(true)
    for (const at of tip) expect(Math.abs(at)).toBeLessThanOrEqual(longest)
  }
})
