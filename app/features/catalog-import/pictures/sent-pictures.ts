import { imageIdOf } from '#features/images/paths.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { foldText } from '#kit/text/fold-text.ts'

/** The paths of uploaded pictures by the names of their files. */
type PictureFiles = Readonly<Record<string, string>>

/** As they are stored with an import: `unused` are names, at most 20 of `leftOver`. */
export interface StoredPictures {
  readonly files: PictureFiles
  readonly used: number
  readonly unused: readonly string[]
  readonly leftOver: number
}

/** The pictures that were sent with a file. */
export interface SentPictures {
  /** The path of the picture of that name, or `several` when that is not clear. */
  find(name: string): string | 'several' | undefined
  /** Which of them rows have found. */
  stored(): StoredPictures | null
}

const PICTURE_TYPE = /\.(?:png|jpe?g|webp|avif)$/i

/** A name of a file and a part number are the same without folder, type and signs: "HX/933 A4" and "img\hx-933_a4.PNG". */
export const pictureKey = (name: string): string =>
  foldText((/[^\\/]*$/.exec(name)?.[0] ?? name).replace(PICTURE_TYPE, '')).replace(/[^\p{L}\p{N}]+/gu, '-')

/** A part number may have slashes, which are no folders. */
const partKey = (sku: string): string => foldText(sku).replace(/[^\p{L}\p{N}]+/gu, '-')

/** Whether a cell is the name of a file, and no address. */
export const isPictureName = (cell: string): boolean =>
  PICTURE_TYPE.test(cell) && !/^(?:https?:|\/)/i.test(cell)

const MOST_NAMED = 20

export function sentPictures(files: PictureFiles | undefined): SentPictures {
  const entries = Object.entries(files ?? {})
  const byKey = Map.groupBy(entries, ([name]) => pictureKey(name))
  const used = new Set<string>()
  return {
    find: (name) => {
      const key = isPictureName(name) ? pictureKey(name) : partKey(name)
      const found = byKey.get(key) ?? []
      for (const [file] of found) used.add(file)
      const paths = new Set(found.map(([, path]) => path))
      return paths.size > 1 ? 'several' : [...paths][0]
    },
    stored: () => {
      if (!files || entries.length === 0) return null
      const unused = entries.flatMap(([name]) => (used.has(name) ? [] : [name]))
      return { files, used: used.size, unused: unused.slice(0, MOST_NAMED), leftOver: unused.length }
    },
  }
}

/** Refuses (422) a path that is not one of an uploaded picture. */
export function checkPictures(files: PictureFiles): PictureFiles {
  const wrong = Object.entries(files).find(([, path]) => imageIdOf(path) === undefined)
  if (wrong) throw invalidField('pictures', `${JSON.stringify(wrong[0])} has no path of an uploaded picture.`)
  return files
}
