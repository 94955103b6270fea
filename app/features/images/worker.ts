import { toWebPictures } from '#kit/pictures/web-picture.ts'
import { serveTasks } from '#kit/worker/serve-tasks.ts'

/** The bytes of one uploaded file, and the widths in pixels in which it is wanted. */
export interface ImageTask {
  readonly file: Uint8Array<ArrayBuffer>
  readonly widths: readonly number[]
}

serveTasks(({ file, widths }: ImageTask) => toWebPictures(file, widths))
