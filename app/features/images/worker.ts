import { toWebPictures } from '#kit/pictures/web-picture.ts'
import { serveTasks } from '#kit/worker/serve-tasks.ts'
import { IMAGE_WIDTHS } from './paths.ts'

/** The bytes of one uploaded file. */
export type ImageTask = Uint8Array<ArrayBuffer>

serveTasks((file: ImageTask) => toWebPictures(file, IMAGE_WIDTHS))
