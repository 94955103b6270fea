import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'semibold'

/** One font file, opened. */
export interface Face {
  readonly name: string
  readonly data: Buffer
  readonly font: Font
}

/** For each weight the fonts in the sequence in which a character is looked up. */
export type Faces = Readonly<Record<Weight, readonly Face[]>>

const OWN = join('app', 'kit', 'ui', 'fonts')

let loading: Promise<Faces> | undefined

/**
 * The fonts of documents: the shop's own for Latin, DejaVu for other alphabets and symbols, Noto for Chinese, Japanese and
 * Korean, in one weight. They are read at the first call and kept.
 */
export function loadFaces(): Promise<Faces> {
  loading ??= openAll()
  return loading
}

async function openAll(): Promise<Faces> {
  const open = async (name: string, file: string): Promise<Face> => {
    const data = await readFile(file)
    // Only a collection of fonts has no layout, and none of these files is one.
    return { name, data, font: create(data) as Font }
  }
  const require = createRequire(import.meta.url)
  const broad = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
  const noto = (name: string, entry: string, file: string) =>
    open(name, join(dirname(entry), '..', 'fonts', file))
  const [regular, semibold, broadRegular, broadBold, chinese, korean] = await Promise.all([
    open('regular', join(OWN, 'shop-sans-regular.ttf')),
    open('semibold', join(OWN, 'shop-sans-semibold.ttf')),
    open('broad-regular', broad),
    open('broad-bold', broad.replace('DejaVuSans.ttf', 'DejaVuSans-Bold.ttf')),
    noto('chinese', require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf'),
    noto('korean', require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR-Regular.otf'),
  ])
  const others = [chinese, korean]
  return { regular: [regular, broadRegular, ...others], semibold: [semibold, broadBold, ...others] }
}
