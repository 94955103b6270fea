import { findPart } from '#features/catalog/catalog.ts'
import { type ReadFile, readPicture } from '#kit/pictures/read-picture.ts'
import type { Shop } from '#kit/shop.ts'
import { createTaskWorker } from '#kit/worker/task-worker.ts'
import type { DocumentTask } from './worker.ts'

/** A rendered document with the part number as the shop writes it. */
interface PartDocument {
  readonly sku: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Renders documents of parts. A part number can be in any case; unknown and archived parts are refused (404). */
export interface Documents {
  /** The data sheet as a PDF document. It is the same file all day (UTC), unless the part changes. */
  dataSheet(sku: string): Promise<PartDocument>
  /** The picture for networks that show a preview of a shared address: a PNG of 1200 × 630 pixels. */
  sharePicture(sku: string): Promise<PartDocument>
  close(): Promise<void>
}

/** `readFile` answers requests for the pictures of parts that are files of the shop. */
export function createDocuments(shop: Shop, readFile: ReadFile): Documents {
  const worker = createTaskWorker<DocumentTask>({
    file: 'app/features/documents/worker.ts',
    maximumWaiting: 20,
    timeoutMs: 10_000,
    idleMs: 60_000,
  })
  const read = async (sku: string) => {
    const product = await findPart(shop.db, sku)
    return { product, picture: await readPicture(product.image, readFile) }
  }
  return {
    dataSheet: async (given) => {
      const part = await read(given)
      const sheet = { ...part, publicUrl: shop.config.publicUrl, now: shop.now() }
      return { sku: part.product.sku, bytes: await worker.run({ kind: 'data-sheet', sheet }) }
    },
    sharePicture: async (given) => {
      const part = await read(given)
      return { sku: part.product.sku, bytes: await worker.run({ kind: 'share-picture', share: part }) }
    },
    close: worker.close,
  }
}
