import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { renderSharePicture } from './share-picture.ts'

const product = { name: 'Nut', sku: 'N-1', price: 0.0425, minimum: 100 } as Product

const render = (svg: string | undefined) =>
  renderSharePicture({ product, picture: svg === undefined ? undefined : { kind: 'svg', svg } })

test('a drawing with faulty markup is left out', async () => {
  const none = await render(undefined)
  expect(await render('<svg viewBox="0 0 4 3"><path d="M0 0H4V3Z"/></svg>')).not.toEqual(none)
  for (const faulty of ['no picture', '<svg viewBox="0 0 4 3"><path d="M0 0H4V3Z"', '<svg><g></svg>'])
    expect(await render(faulty)).toEqual(none)
})
