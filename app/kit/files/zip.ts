import { strToU8, Zip, ZipDeflate } from 'fflate'

/** A file of a ZIP; its parts are asked for when they are written. */
export interface ZippedFile {
  readonly name: string
  readonly parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** The bytes of a ZIP with these files, as they are read: one part of one file is in memory at a time. */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    for await (const part of parts) {
      file.push(typeof part === 'string' ? strToU8(part) : part)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready
}
