import type { Context } from 'hono'
import { AppError, invalidField } from '#kit/server/app-error.ts'

/** The largest file in bytes. */
const MAXIMUM_FILE_BYTES = 8_000_000

/** The largest request: the file, and the boundaries and heads of the form around it. */
export const UPLOAD_BODY = { bytes: MAXIMUM_FILE_BYTES + 10_000, size: '8 MB' } as const

/** The file in the field `file` of a form (`multipart/form-data`). Refuses another type of body (415) and a larger file (413). */
export async function readUpload(c: Context): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send the picture as a form, in the field `file`.')
  const files = (await readForm(c)).getAll('file')
  const [file] = files
  if (files.length !== 1 || !(file instanceof File))
    throw invalidField('file', 'The picture is required, as one file.')
  if (file.size > MAXIMUM_FILE_BYTES)
    throw new AppError('too_large', `The picture is larger than ${UPLOAD_BODY.size}.`)
  return new Uint8Array(await file.arrayBuffer())
}

async function readForm(c: Context): Promise<FormData> {
  try {
    return await c.req.raw.formData()
  } catch (error) {
    if (c.req.raw.signal.aborted) throw error
    throw new AppError('invalid', 'The form cannot be read.')
  }
}
