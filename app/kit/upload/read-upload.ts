import type { Context } from 'hono'
import { AppError, invalidField } from '#kit/server/app-error.ts'

/** What is uploaded, such as "The picture", and how large it can be, in bytes and in words. */
interface Expected {
  readonly what: string
  readonly bytes: number
  readonly size: string
}

/** An uploaded file with the form that it came in. */
interface Upload {
  readonly file: File
  readonly form: FormData
}

/** The largest request with a file of this size: the file, and the boundaries, heads and fields of the form around it. */
export const bodyOf = ({ bytes, size }: Expected) => ({ bytes: bytes + 10_000, size })

/** The file in the field `file` of a form (`multipart/form-data`). Refuses another type of body (415) and a larger file (413). */
export async function readUpload(c: Context, expected: Expected): Promise<Upload> {
  const { what } = expected
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', `${what} has to be sent as a form, in the field \`file\`.`)
  const form = await readForm(c)
  const files = form.getAll('file')
  const [file] = files
  if (files.length !== 1 || !(file instanceof File))
    throw invalidField('file', `${what} is required, as one file.`)
  refuseLarger(file.size, expected)
  return { file, form }
}

/** Refuses (413) a file of that many bytes if it is larger. */
export function refuseLarger(length: number, { what, bytes, size }: Expected): void {
  if (length > bytes) throw new AppError('too_large', `${what} is larger than ${size}.`)
}

async function readForm(c: Context): Promise<FormData> {
  try {
    return await c.req.raw.formData()
  } catch (error) {
    if (c.req.raw.signal.aborted) throw error
    throw new AppError('invalid', 'The form cannot be read.')
  }
}
