import { expect, test } from 'vitest'
import { readPicture } from './read-picture.ts'

const answer = (type: string, body: string | Uint8Array<ArrayBuffer> = 'x', status = 200) => {
  const asked: string[] = []
  const read = (path: string) => {
    asked.push(path)
    return new Response(body, { status, headers: { 'Content-Type': type } })
  }
  return { asked, read }
}

test('a path of the shop is read: an SVG as text, any other picture as bytes', async () => {
  const svg = answer('image/svg+xml', '<svg/>')
  expect(await readPicture('/drawings/a.svg?x=1', svg.read)).toEqual({ kind: 'svg', svg: '<svg/>' })
  expect(svg.asked).toEqual(['/drawings/a.svg?x=1'])
  const png = answer('image/png', new Uint8Array([1, 2]))
  expect(await readPicture('/a.png', png.read)).toEqual({ kind: 'raster', bytes: new Uint8Array([1, 2]) })
})

test.each(['https://example.com/a.png', 'http://localhost:3000/a.png', '//example.com/a.png', 'a.png', ''])(
  'nothing is requested for %j',
  async (address) => {
    const { asked, read } = answer('image/png')
    expect(await readPicture(address, read)).toBeUndefined()
    expect(asked).toEqual([])
  },
)

test.each([
  ['another type', answer('text/html')],
  ['an unknown path', answer('image/png', 'x', 404)],
  ['an SVG that is too large', answer('image/svg+xml', 'x'.repeat(300_001))],
])('%s is no picture', async (_what, { read }) => {
  expect(await readPicture('/a', read)).toBeUndefined()
})
