/** Of one file, while the store answers: it is not there, or is not what was put. */
export class FileFault extends Error {}

/** A store of files outside the database. Everything rejects, within a bounded time, when it does not answer as it should. */
export interface FileStore {
  /** Puts a new file, whole or not at all. Rejects for a key that there is. `hash` is its SHA-256 in hexadecimal. */
  put(key: string, content: Uint8Array<ArrayBuffer>, hash: string): Promise<void>
  /** The file, or those of its bytes from the first to the last, counted from 0. Rejects with a `FileFault` for one that is not there. */
  get(key: string, bytes?: readonly [first: number, last: number]): Promise<Buffer<ArrayBuffer>>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** The keys that begin so, in their sequence, page by page. */
  list(prefix: string): AsyncIterable<readonly string[]>
}
