import { z } from '@hono/zod-openapi'
import type { Refusal } from '#kit/problem.ts'
import { type CommonCode, type RefusalOrCode, titleOf, toRefusal } from './app-error.ts'

/** The members of every refusal. The app extends the schema with all codes and the members of the features. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().meta({ description: 'A sentence for a person.' }),
  code: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .optional()
    .meta({ description: 'What is wrong with each field; `pointer` is a JSON pointer into the body.' }),
  requestId: z.string().optional(),
})

const PROBLEM = { $ref: '#/components/schemas/Problem' }

/** The `security` of a route: none, an access token for some parameters or always, or the session cookie. */
export const PROOF = {
  none: [],
  sometimesBearer: [{}, { bearer: [] }] as Record<string, string[]>[],
  bearer: [{ bearer: [] }],
  cookie: [{ cookie: [] }],
}

/** The refusals of each kind of call, to be spread into {@link refusals}. */
export const FOR_SIGNED_IN: readonly CommonCode[] = ['not_signed_in']
export const FOR_ADMINS: readonly CommonCode[] = ['not_signed_in', 'forbidden']
/** `forbidden`: another site made the call in the browser. */
export const FOR_COOKIE: readonly CommonCode[] = ['not_signed_in', 'forbidden']
export const WITH_BODY: readonly CommonCode[] = ['not_json', 'too_large', 'unsupported_media_type']

/** Response headers of OpenAPI. */
type AnswerHeaders = Readonly<
  Record<string, { description: string; schema: { type: 'string' | 'integer' }; required?: boolean }>
>

/** The headers of a list with pages. */
export const PAGING_HEADERS: AnswerHeaders = {
  'X-Total-Count': { description: 'How many there are in all.', schema: { type: 'integer' }, required: true },
  'X-Total-Count-Is': {
    description: '`at least` when there may be more than were counted.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The next page, as `<…>; rel="next"`, when there is one.',
    schema: { type: 'string' },
  },
}

/** Describes a required JSON body. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

/** Describes a JSON response. */
export const jsonAnswer = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  headers: AnswerHeaders = {},
) => ({ description, headers: { ...headers }, content: { 'application/json': { schema } } })

/** Describes the response of a CSV file. */
export const CSV_FILE = {
  description: 'The file',
  headers: {
    'Content-Disposition': { description: 'The file name.', schema: { type: 'string' }, required: true },
  },
  content: { 'text/csv': { schema: { type: 'string' } } },
} as const

/** A type and no interface, so that it can be one side of the `responses` of a route. */
export type Refusals = {
  readonly default: {
    readonly description: string
    readonly content: { readonly 'application/problem+json': { readonly schema: typeof PROBLEM } }
  }
}

/**
 * The refusals of a call by status, each with its codes, and as `default` those of every call. `invalid` is always
 * included: no address may contain a NUL character.
 */
export function refusals(...kinds: readonly RefusalOrCode[]): Refusals {
  const all = [...new Set<RefusalOrCode>(['invalid', ...kinds])].map(toRefusal)
  const byStatus = Map.groupBy(all, ({ status }) => status)
  const described = [...byStatus].map(([status, of]) => [status, describeRefusals(status, of)])
  return {
    ...Object.fromEntries(described),
    default: {
      description: 'Any other refusal, such as 405, 500 or 503.',
      content: { 'application/problem+json': { schema: PROBLEM } },
    },
  }
}

function describeRefusals(status: number, refused: readonly Refusal[]) {
  const codes = refused.map(({ code }) => code)
  const narrowed = { type: 'object', properties: { code: { enum: codes } }, required: ['code'] }
  const description = `${titleOf(status)}: ${codes.map((code) => `\`${code}\``).join(', ')}.`
  return {
    description,
    ...(status === 429 && {
      headers: {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' }, required: true },
      },
    }),
    content: {
      'application/problem+json': {
        schema: { allOf: [PROBLEM, narrowed] },
      },
    },
  }
}
