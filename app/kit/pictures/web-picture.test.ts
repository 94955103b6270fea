import sharp from 'sharp'
import { expect, test } from 'vitest'
import { emptyPng, plainPicture } from '#tests/support/pictures.ts'
import { toWebPictures, type WebPicture } from './web-picture.ts'

const WIDTHS = [160, 400, 800]

const make = (file: Uint8Array) => toWebPictures(new Uint8Array(file), WIDTHS)

async function pictures(file: Uint8Array): Promise<readonly WebPicture[]> {
  const made = await make(file)
  if ('refused' in made) throw new Error(`refused: ${made.refused}`)
  return made
}

const namesOf = (made: readonly WebPicture[]): string[] => made.map(({ width, type }) => `${width} ${type}`)

const sizeOf = async ({ bytes }: WebPicture) => {
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}

test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
  'a file of the type %s becomes AVIF and WebP files of every width',
  async (type) => {
    const made = await pictures(await plainPicture(1000, 500).toFormat(type).toBuffer())
    expect(namesOf(made)).toEqual(['160 avif', '160 webp', '400 avif', '400 webp', '800 avif', '800 webp'])
    expect(await Promise.all(made.map(sizeOf))).toEqual(
      [160, 160, 400, 400, 800, 800].map((width) => [width, width / 2]),
    )
    const formats = await Promise.all(made.map(async ({ bytes }) => (await sharp(bytes).metadata()).format))
    expect(formats).toEqual(['heif', 'webp', 'heif', 'webp', 'heif', 'webp'])
  },
)

test('a small picture is not enlarged, and a high one fits into the largest square', async () => {
  const small = await pictures(await plainPicture(300, 30).png().toBuffer())
  expect(namesOf(small)).toEqual(['160 avif', '160 webp', '400 avif', '400 webp'])
  expect(await Promise.all(small.map(sizeOf))).toEqual([
    [160, 16],
    [160, 16],
    [300, 30],
    [300, 30],
  ])
  const high = await pictures(await plainPicture(100, 2000).png().toBuffer())
  expect(await Promise.all(high.map(sizeOf))).toEqual([
    [40, 800],
    [40, 800],
  ])
})

// attack: photo-place
test('a photo of a phone is turned upright, and its place, camera and profile are gone', async () => {
  const exif = { IFD0: { Make: 'Sample' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } }
  const photo = await plainPicture(200, 100)
    .withMetadata({ orientation: 6, exif })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Sample')
  for (const picture of await pictures(photo)) {
    expect(await sizeOf(picture)).toEqual([100, 200])
    const { exif, icc, xmp, iptc, orientation } = await sharp(picture.bytes).metadata()
    expect([exif, icc, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, undefined, 1])
  }
})

test('transparent pixels are white, also in 16 bits and in grey', async () => {
  const transparent = { width: 200, height: 100, channels: 4, background: '#00000000' } as const
  const files = [
    sharp({ create: transparent }).png(),
    sharp({ create: transparent }).toColourspace('rgb16').png(),
    sharp({ create: transparent }).toColourspace('b-w').png(),
  ]
  for (const file of files) {
    const [picture] = await pictures(await file.toBuffer())
    const { data, info } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.channels, ...data.subarray(0, 3)]).toEqual([3, 255, 255, 255])
  }
})

test('of an animation the first frame is taken', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((colour) => plainPicture(200, 100, colour).png().toBuffer()),
  )
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  const made = await pictures(animation)
  const last = made.at(-1)
  expect(last && (await sizeOf(last))).toEqual([200, 100])
  const [red = 0, , blue = 255] = await sharp(last?.bytes).raw().toBuffer()
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeLessThan(50)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

// attack: disguised-upload
test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('PNG')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', Buffer.from(svg)],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
  ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
  ['a TIFF', await plainPicture(9, 9).tiff().toBuffer()],
  ['a GIF', await plainPicture(9, 9).gif().toBuffer()],
  ['a page that ends with a PNG', Buffer.concat([Buffer.from('<html>'), emptyPng(9, 9)])],
  ['a video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
])('%s is refused by its bytes', async (_what, file) => {
  expect(await make(file)).toEqual({ refused: 'type' })
})

// attack: picture-bomb
test.each([
  [30_000, 30_000],
  [40_000_001, 1],
  [6325, 6325],
  [39_000_000, 1],
  [1, 39_000_000],
  [30_001, 1],
])('a PNG of %i × %i pixels is refused before any is decoded', async (width, height) => {
  const file = emptyPng(width, height)
  expect(file.length).toBeLessThan(200)
  expect(await make(file)).toEqual({ refused: 'pixels', size: `${width} × ${height}` })
})

test('40 megapixels are taken', async () => {
  expect(namesOf(await pictures(await plainPicture(8000, 5000).png().toBuffer()))).toHaveLength(6)
  expect(namesOf(await pictures(await plainPicture(30_000, 1333).png().toBuffer()))).toHaveLength(6)
})

test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
  'a damaged file of the type %s is refused',
  async (type) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const create = { width: 300, height: 200, channels: 3, background: '#888888', noise } as const
    const whole = await sharp({ create }).toFormat(type).toBuffer()
    for (const bytes of [16, 40, Math.round(whole.length / 2)])
      expect(await make(whole.subarray(0, bytes)), String(bytes)).toEqual({ refused: 'broken' })
  },
)

// attack: disguised-upload
test('what follows a picture in its file, or is hidden in it, does not come through', async () => {
  const secret = '<script>alert(1)</script>'
  const photo = await plainPicture(200, 100)
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer()
  for (const { bytes } of await pictures(Buffer.concat([photo, Buffer.from(secret)])))
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('script')
})
