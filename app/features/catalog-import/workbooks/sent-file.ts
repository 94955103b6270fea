import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { CSV_FILE } from '#kit/server/describe.ts'
import { readUpload, refuseLarger } from '#kit/upload/read-upload.ts'
import { mediaTypeOf } from '#kit/upload/request-body.ts'
import { checkPictures } from '../pictures/sent-pictures.ts'
import { picturesSchema, type Reading, readingSchema } from '../schema.ts'
import type { SentFile } from './open-file.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FORM = 'multipart/form-data'

/** The largest file. */
export const LARGEST_FILE = { what: 'The file', bytes: 50_000_000, size: '50 MB' } as const

const text = { type: 'string' as const }

/** The bodies of calls that take a table: what it is, its bytes say. */
export const TABLE_BODY = {
  required: true,
  content: {
    ...CSV_FILE.content,
    [WORKBOOK]: { schema: { ...text, format: 'binary' } },
    [FORM]: {
      schema: {
        type: 'object' as const,
        properties: { file: { ...text, format: 'binary' }, reading: text, pictures: text },
        required: ['file'],
      },
    },
  },
}

/** Refuses (415) a body that says it is something else. */
export const requireTable: MiddlewareHandler = async (c, next) => {
  if (!Object.hasOwn(TABLE_BODY.content, mediaTypeOf(c)))
    throw new AppError('unsupported_media_type', `Send the file as text/csv, ${WORKBOOK} or a form.`)
  await next()
}

type Named = { readonly name?: string | undefined; readonly sheet?: string | undefined }

interface SentTable {
  readonly file: SentFile
  readonly reading?: Reading | undefined
  readonly pictures?: Readonly<Record<string, string>> | undefined
}

/** The file of a request; in a form also what its columns mean, and the pictures that were sent with it. */
export async function readSentTable(c: Context, { name, sheet }: Named): Promise<SentTable> {
  if (mediaTypeOf(c) !== FORM) {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    // The body may be as large as a form with such a file.
    refuseLarger(bytes.length, LARGEST_FILE)
    return { file: { name: name ?? 'products.csv', sheet, bytes } }
  }
  const { file, form } = await readUpload(c, LARGEST_FILE)
  const pictures = readJson(form, 'pictures', picturesSchema)
  return {
    file: {
      name: name ?? file.name.slice(0, LONGEST_NAME),
      sheet,
      bytes: new Uint8Array(await file.arrayBuffer()),
    },
    reading: readJson(form, 'reading', readingSchema),
    pictures: pictures && checkPictures(pictures),
  }
}

const LONGEST_NAME = 200

/** A field of a form that is JSON. Refuses (422) another text. */
function readJson<Schema extends z.ZodType>(
  form: FormData,
  field: string,
  schema: Schema,
): z.infer<Schema> | undefined {
  const given = form.get(field)
  if (given === null) return undefined
  const parsed = schema.safeParse(jsonOf(given))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidField(
    [field, ...(issue?.path ?? [])].map(String).join('/'),
    issue?.message ?? 'It is invalid.',
  )
}

function jsonOf(given: FormDataEntryValue): unknown {
  if (typeof given !== 'string') return undefined
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
