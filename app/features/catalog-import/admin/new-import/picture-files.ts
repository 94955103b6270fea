import { unzipSync } from 'fflate'
import { uploadPicture } from '#features/images/client.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { MOST_PICTURES } from '../../limits.ts'

const PICTURE_NAME = /\.(?:png|jpe?g|webp|avif)$/i
const ZIP_NAME = /\.zip$/i

/** What the dialog of files offers. */
export const PICTURE_FILES = '.zip,application/zip,image/png,image/jpeg,image/webp,image/avif'

export const isPictureFile = ({ name }: File): boolean => PICTURE_NAME.test(name) || ZIP_NAME.test(name)

/** The shop takes no larger picture. */
const LARGEST_PICTURE = 8_000_000
const LARGEST_ZIP = 500_000_000

/** A picture that is read when it is sent, so that those of a ZIP are not in memory at once. */
interface NamedPicture {
  readonly name: string
  read(): Blob
}

/** The pictures of chosen files and ZIPs, and sentences about what is left out. */
export async function picturesIn(
  files: readonly File[],
): Promise<{ readonly pictures: readonly NamedPicture[]; readonly problems: readonly string[] }> {
  const pictures: NamedPicture[] = []
  const problems: string[] = []
  for (const file of files) {
    if (ZIP_NAME.test(file.name)) {
      const read = await picturesOfZip(file).catch(() => undefined)
      if (read) pictures.push(...read)
      else problems.push(`${file.name} cannot be read as a ZIP of up to 500 MB.`)
    } else if (PICTURE_NAME.test(file.name) && file.size <= LARGEST_PICTURE)
      pictures.push({ name: file.name, read: () => file })
    else problems.push(`${file.name} is no PNG, JPEG, WebP or AVIF file of up to 8 MB.`)
  }
  if (pictures.length > MOST_PICTURES) problems.push(`Only the first ${MOST_PICTURES} pictures are taken.`)
  return { pictures: pictures.slice(0, MOST_PICTURES), problems }
}

async function picturesOfZip(file: File): Promise<NamedPicture[]> {
  if (file.size > LARGEST_ZIP) throw new Error('too large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const names: string[] = []
  // Only the list of files is read: none is unpacked before it is sent.
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isHidden = /(?:^|\/)(?:__MACOSX\/|\.)/.test(name)
      if (PICTURE_NAME.test(name) && !isHidden && originalSize <= LARGEST_PICTURE) names.push(name)
      return false
    },
  })
  return names.map((name) => ({
    name,
    read: () => {
      const { [name]: content = new Uint8Array() } = unzipSync(bytes, {
        filter: (each) => each.name === name,
      })
      return new Blob([content as Uint8Array<ArrayBuffer>])
    },
  }))
}

const WAIT_MS = 5000
const MOST_WAITS = 24

/** Sends a picture, and waits while the shop takes no more; resolves to its path. */
export async function sendPicture(picture: NamedPicture, signal: AbortSignal): Promise<string> {
  for (let waits = 0; ; waits += 1) {
    signal.throwIfAborted()
    try {
      return await uploadPicture('/api/image', picture.read())
    } catch (error) {
      const isBusy = error instanceof ProblemError && [429, 503].includes(error.status)
      if (!isBusy || waits === MOST_WAITS) throw error
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }
}

export const pictureProblem = ({ name }: NamedPicture, error: unknown): string =>
  `${name}: ${problemText(error)}`
