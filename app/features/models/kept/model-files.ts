import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { texts } from '#kit/texts.ts'
import { DAY_MS } from '#kit/time.ts'
import { createTaskWorker, TaskEndedError } from '#kit/worker/task-worker.ts'
import type { Model } from '../defining/shape.ts'
import type { MadeFormat } from '../states.ts'
import type { ModelResult, ModelTask } from '../worker.ts'
import '../tables.ts'

/** What a drawn model is made from. */
type Order = Exclude<Model, { readonly reason: string }>

/** An uploaded STEP file of which other formats are made. It is read only when they are not kept. */
interface UploadedStep {
  /** The same for the same bytes. */
  readonly hash: string
  read(): Promise<Uint8Array>
}

/** A file of a model, without a part number, or why there is none. */
type ModelFile = { readonly content: Buffer<ArrayBuffer> } | { readonly reason: string }

/** How one waits for a model. */
export interface Waiting {
  /** 12 s without it. */
  readonly withinMs?: number
  /** `pictures` are made after what somebody asked for himself, and few wait. */
  readonly line?: 'models' | 'pictures'
}

/** Makes the files of models in another process, and keeps them in the database, where all processes find them. */
export interface ModelFiles {
  /**
   * The file of a model in this format. The same geometry is made once for each line in this process, however many ask. Refused
   * (503) while too many wait, and when it takes longer than `withinMs`: then it is made meanwhile.
   */
  find(source: Order | UploadedStep, format: MadeFormat, waiting?: Waiting): Promise<ModelFile>
  /** Why an uploaded STEP file is no model; undefined when it is one. Refused (503) while too many wait. */
  check(step: Uint8Array): Promise<string | undefined>
  close(): Promise<void>
}

/** How many uploaded files to check, models, and drawings for lists, wait in one process at most. */
const PLACES = { checks: 3, models: 30, pictures: 4 }

/** A caller who waits for longer asks again. */
const LONGEST_WAIT_MS = 12_000

/** How long a file is kept that nobody asks for, and how many files are kept at most. */
const KEPT_MS = 90 * DAY_MS
const MAXIMUM_FILES = 20_000

/** A model whose process ended so often during it has none for a day: a busy computer may be the reason, too. */
const ATTEMPTS = 3

const TOO_MUCH: ModelResult = { reason: 'Its solid takes too much to make.' }

/** To be counted up when the code in `solids` or `files` makes another file of the same body. */
const EDITION = 3
/** The same of `drawings`, which nothing but drawings use. */
const DRAWING_EDITION = 1

/** The name of a geometry: the same body is the same, whoever's part it is. A drawing has another for other dimensions. */
const nameOf = (source: Order | UploadedStep, format: MadeFormat): string => {
  const [edition, marks] = format === 'svg' ? [DRAWING_EDITION, 'marks' in source && source.marks] : [EDITION]
  const made = 'hash' in source ? ['uploaded', source.hash] : [source.body, source.size, source.views]
  return createHash('sha256')
    .update(JSON.stringify([edition, ...made, ...(marks ? [marks] : [])]))
    .digest('base64url')
}

/** What the process is asked; it is read when its turn has come, so that large files do not wait in memory. */
const taskOf = async (source: Order | UploadedStep, format: MadeFormat): Promise<ModelTask> => {
  if ('hash' in source) return { uploaded: await source.read(), format }
  const { body, size, views, marks } = source
  return { body, size, ...(views && { views }), ...(marks && { marks }), format }
}

export function createModelFiles(shop: Shop): ModelFiles {
  const worker = createTaskWorker<keyof typeof PLACES, ModelTask, ModelResult>({
    file: 'app/features/models/worker.ts',
    places: PLACES,
    timeoutMs: 30_000,
    idleMs: 60_000,
    // OpenCascade does not give back all of its memory.
    maximumTasks: 100,
    maximumBytes: 450_000_000,
    isUrgent: false,
  })
  const making = new Map<string, Promise<ModelFile>>()
  const endings = new Map<string, number>()
  const make = async (
    source: Order | UploadedStep,
    format: MadeFormat,
    geometry: string,
    line: 'models' | 'pictures',
  ) => {
    const made = await worker
      .run(line, () => taskOf(source, format))
      .catch((error: unknown): ModelResult => {
        if (!(error instanceof TaskEndedError)) throw error
        shop.log.warn({ err: error, geometry, format }, 'a model could not be made')
        const key = `${geometry} ${format}`
        const ended = (endings.get(key) ?? 0) + 1
        endings.set(key, ended)
        if (ended < ATTEMPTS) throw later()
        endings.delete(key)
        return TOO_MUCH
      })
    const usedAt = made === TOO_MUCH ? shop.now() - KEPT_MS + DAY_MS : shop.now()
    return keepFile(shop.db, { geometry, format }, made, usedAt)
  }
  return {
    find: async (source, format, { withinMs = LONGEST_WAIT_MS, line = 'models' } = {}) => {
      const geometry = nameOf(source, format)
      const kept = await findKept(shop, { geometry, format })
      if (kept) return kept
      // Who waits for a model does not wait for the pictures before it.
      const key = `${line} ${geometry} ${format}`
      let made = making.get(key)
      if (!made) {
        made = make(source, format, geometry, line).finally(() => making.delete(key))
        making.set(key, made)
      }
      return orUnavailable(made, withinMs)
    },
    check: async (step) => {
      const result = await worker
        .run('checks', { uploaded: step, format: 'check' })
        .catch((error: unknown) => {
          if (!(error instanceof TaskEndedError)) throw error
          shop.log.warn({ err: error }, 'an uploaded STEP file could not be read')
          return { reason: 'it takes too much to read' }
        })
      return 'reason' in result ? result.reason : undefined
    },
    close: worker.close,
  }
}

const later = (): AppError => new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' })

async function orUnavailable(made: Promise<ModelFile>, withinMs: number): Promise<ModelFile> {
  const ended = new AbortController()
  // The one that is late may fail after nobody waits for it any more.
  made.catch(() => undefined)
  try {
    return await Promise.race([
      made,
      wait(withinMs, undefined, { signal: ended.signal }).then(() => {
        throw later()
      }),
    ])
  } finally {
    ended.abort()
  }
}

interface Named {
  readonly geometry: string
  readonly format: MadeFormat
}

async function findKept({ db, now }: Shop, { geometry, format }: Named): Promise<ModelFile | undefined> {
  const row = await db
    .selectFrom('model_files')
    .select(['content', 'reason', 'used_at'])
    .where('geometry', '=', geometry)
    .where('format', '=', format)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.content === null) return { reason: row.reason ?? '' }
  if (row.used_at <= now() - DAY_MS)
    await db
      .updateTable('model_files')
      .set({ used_at: now() })
      .where('geometry', '=', geometry)
      .where('format', '=', format)
      .execute()
  return { content: bufferOf(row.content) }
}

async function keepFile(db: Db, named: Named, made: ModelResult, usedAt: number): Promise<ModelFile> {
  const found: ModelFile = 'file' in made ? { content: bufferOf(made.file) } : made
  const content = 'content' in found ? found.content : null
  const reason = 'reason' in found ? found.reason : null
  await db
    .insertInto('model_files')
    .values({ ...named, content, reason, used_at: usedAt })
    // Another process may have made it too.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return found
}

const bufferOf = (file: string | Uint8Array): Buffer<ArrayBuffer> =>
  typeof file === 'string' ? Buffer.from(file, 'utf8') : Buffer.from(file)

/** Deletes the files that nobody asked for in 90 days, and the oldest of more than 20,000: they can be made again. */
export async function deleteOldModels({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('model_files')
    .where('used_at', '<', now() - KEPT_MS)
    .execute()
  const surplus = await db
    .selectFrom('model_files')
    .select('used_at')
    .orderBy('used_at', 'desc')
    .offset(MAXIMUM_FILES)
    .limit(1)
    .executeTakeFirst()
  if (surplus) await deleteUsedUntil(db, surplus.used_at)
}

const deleteUsedUntil = (db: Db, at: number) =>
  db.deleteFrom('model_files').where('used_at', '<=', at).execute()
