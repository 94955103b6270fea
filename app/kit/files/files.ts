import { createHash } from 'node:crypto'
import type { Config } from '#kit/config/config.ts'
import { storedSecret } from '#kit/config/secret.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import type { Log } from '#kit/log.ts'
import { FileFault, type FileStore } from './file-store.ts'
import { unavailable, watchedStore } from './watched-store.ts'

/** What a row has of its file: the content, or its key in the store and no content. */
interface KeptFile {
  readonly content: Buffer
  readonly outside: string | null
}

/**
 * Where files are kept: in their rows, or with the setting FILES_URL in a store outside. A row says itself where its file is, so
 * that both are found whatever is set. Refused (503) while the store does not answer.
 */
export interface Files {
  /**
   * Keeps a new file of this kind, and answers what its row has. To be called before the transaction of the row: when that fails,
   * a file is left in the store that no row names, and a job deletes it. A key is never used again.
   */
  keep(kind: string, content: Buffer<ArrayBuffer>): Promise<KeptFile>
  /** The whole file. Its bytes are compared with the hash in its key. */
  read(file: KeptFile): Promise<Buffer<ArrayBuffer>>
  /** Some bytes of a file in the store, from the first to the last. */
  readBytes(key: string, first: number, last: number): Promise<Buffer<ArrayBuffer>>
  /** What there is of the store besides; undefined when FILES_URL is not set. */
  readonly outside:
    | {
        readonly store: FileStore
        /** That by which the store knows the shop. */
        shopId(): Promise<string>
        prefixOf(kind: string): Promise<string>
      }
    | undefined
  /** Whether the store did not answer when it was asked last. */
  isAway(): boolean
}

interface Place {
  readonly config: Config
  readonly db: Db
  readonly log: Log
  now(): number
}

export function createFiles({ config, db, log, now }: Place): Files {
  const store = config.files && watchedStore(lateStore(config.files), log)
  /** What is wrong with one file is logged each time. */
  const ask = async <Result>(key: string, work: (store: FileStore) => Promise<Result>): Promise<Result> => {
    if (!store) {
      log.error('a file is in the store of files, but FILES_URL is not set')
      throw unavailable()
    }
    try {
      return await work(store)
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      log.error({ file: nameOf(key) }, `a file ${error.message}`)
      throw Object.assign(unavailable(), { cause: error })
    }
  }
  let id: Promise<string> | undefined
  const shopId = () => {
    id ??= storedSecret(db, 'files', newId())
    id.catch(() => {
      id = undefined
    })
    return id
  }
  // So that another shop in the same bucket never deletes its files.
  const prefixOf = async (kind: string) => `${await shopId()}/${kind}/`
  return {
    keep: async (kind, content) => {
      if (!store) return { content, outside: null }
      const hash = hashOf(content)
      const key = `${await prefixOf(kind)}${newId(now())}-${hash}`
      await ask(key, (asked) => asked.put(key, content, hash))
      return { content: Buffer.alloc(0), outside: key }
    },
    read: async ({ content, outside }) => {
      if (outside === null) return Buffer.from(content)
      return ask(outside, async (asked) => {
        const read = await asked.get(outside)
        if (!outside.endsWith(`-${hashOf(read)}`)) throw new FileFault('was changed in the store')
        return read
      })
    },
    readBytes: (key, first, last) =>
      ask(key, async (asked) => {
        const read = await asked.get(key, [first, last])
        if (read.length !== last - first + 1) throw new FileFault('has another size in the store')
        return read
      }),
    outside: store && { store, shopId, prefixOf },
    isAway: () => store?.isAway() ?? false,
  }
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The key for the log, without its hash. */
const nameOf = (key: string): string => key.slice(0, -65)

/** The store, whose code is loaded when it is asked first: most shops have none. */
function lateStore(address: NonNullable<Config['files']>): FileStore {
  let loaded: Promise<FileStore> | undefined
  const load = () => {
    loaded ??= import('./s3-store.ts').then(({ createS3Store }) => createS3Store(address))
    return loaded
  }
  return {
    put: async (...given) => (await load()).put(...given),
    get: async (...given) => (await load()).get(...given),
    has: async (...given) => (await load()).has(...given),
    delete: async (...given) => (await load()).delete(...given),
    list: async function* (...given) {
      yield* (await load()).list(...given)
    },
  }
}
