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
  /** Features of the font that `fontkit` does not switch on, because it has no rules for the script. */
  readonly features?: readonly string[]
}

/** For each weight the fonts in the sequence in which a character is looked up. */
export type Faces = Readonly<Record<Weight, readonly Face[]>>

const OWN = join('app', 'kit', 'ui', 'fonts')
const NOTO = join('app', 'kit', 'typeset', 'fonts')

/** The scripts of countries that DejaVu does not have, each in a file of its own. */
const SCRIPTS = [
  'bengali',
  'devanagari',
  'ethiopic',
  'gujarati',
  'gurmukhi',
  'kannada',
  'khmer',
  'malayalam',
  'oriya',
  'sinhala',
  'tamil',
  'telugu',
  'thaana',
  'thai',
  'tibetan',
]

const MYANMAR_FEATURES = ['rphf', 'pref', 'blwf', 'pstf', 'pres', 'abvs', 'blws', 'psts']

let loading: Promise<Faces> | undefined

/**
 * The fonts of documents: the shop's own for Latin, DejaVu for other alphabets and symbols, Noto for Chinese, Japanese, Korean
 * and the scripts of South and South-East Asia, Ethiopia and the Maldives, in one weight. They are read at the first call and kept.
 */
export function loadFaces(): Promise<Faces> {
  loading ??= openAll()
  return loading
}

async function openAll(): Promise<Faces> {
  const open = async (name: string, file: string): Promise<Face> => {
    const data = await readFile(file)
    // Only a collection of fonts has no layout, and none of these files is one.
    const font = create(data) as Font
    allowMissingAnchors(font)
    return { name, data, font }
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
  const scripts = await Promise.all(SCRIPTS.map((name) => open(name, join(NOTO, `${name}.ttf`))))
  const myanmar = { ...(await open('myanmar', join(NOTO, 'myanmar.ttf'))), features: MYANMAR_FEATURES }
  const others = [chinese, korean, ...scripts, myanmar]
  return {
    regular: [regular, broadRegular, ...others],
    // The bold one lacks characters that the other has.
    semibold: [semibold, broadBold, broadRegular, ...others],
  }
}

/** What places marks on letters, as far as it is mended here. All fonts share its prototype. */
interface MarkPlacer {
  applyAnchor(mark: { readonly markAnchor: unknown }, base: unknown, index: number): void
}

/**
 * A letter may have no anchor for a kind of mark. Other programs leave the mark where it is; `fontkit` reads the anchor all the
 * same, and throws.
 */
function allowMissingAnchors(font: Font): void {
  const { _layoutEngine } = font as unknown as {
    readonly _layoutEngine?: { readonly engine?: { readonly GPOSProcessor?: MarkPlacer } }
  }
  const placer = _layoutEngine?.engine?.GPOSProcessor
  // `pdfkit` opens the fonts again.
  const shared = placer && (Object.getPrototypeOf(placer) as MarkPlacer)
  if (!shared || mended.has(shared)) return
  mended.add(shared)
  const { applyAnchor } = shared
  shared.applyAnchor = function applyIfThere(mark, base, index) {
    if (base && mark.markAnchor) applyAnchor.call(this, mark, base, index)
  }
}

const mended = new WeakSet<MarkPlacer>()
