import { expect, test } from 'vitest'
import { makeModel } from '#features/models/solids/make-model.ts'
import { sampleModel } from '#tests/support/sample-drawings.ts'
import { wrongEdges } from '#tests/support/step-edges.ts'
import { demoParts } from './parts.ts'

const modelled = demoParts.flatMap((part) => {
  const model = sampleModel(part)
  return 'reason' in model ? [] : [[part.sku, model] as const]
})

test('many samples have a model', () => expect(modelled.length).toBeGreaterThan(50))

test.each(modelled)('each edge of %s is used once forward and once reversed', async (_, model) => {
  const { edges, wrong } = wrongEdges(String((await makeModel(model, 'step')).file))
  expect(edges).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})
