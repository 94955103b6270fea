import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import { CSV_FILE } from '#kit/server/describe.ts'
import type { SentFile } from './open-file.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The bodies of calls that take a table: what it is, its bytes say. */
export const TABLE_BODY = {
  required: true,
  content: { ...CSV_FILE.content, [WORKBOOK]: { schema: { type: 'string' as const, format: 'binary' } } },
}

/** Refuses (415) a body that says it is something else. */
export const requireTable: MiddlewareHandler = async (c, next) => {
  const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!Object.hasOwn(TABLE_BODY.content, type))
    throw new AppError('unsupported_media_type', `Send the file as text/csv or ${WORKBOOK}.`)
  await next()
}

/** The file of a request. */
export const readSentFile = async (
  c: Context,
  { name = 'products.csv', sheet }: { readonly name?: string | undefined; readonly sheet?: string | undefined },
): Promise<SentFile> => ({ name, sheet, bytes: new Uint8Array(await c.req.arrayBuffer()) })
