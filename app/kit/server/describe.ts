import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { Refusal } from '#kit/problem.ts'
import { type CommonCode, type RefusalOrCode, titleOf, toRefusal } from './app-error.ts'
import type { Limit } from './rate-limit.ts'

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

/** Describes the header that names a file. */
export const FILE_NAME_HEADER = {
  'Content-Disposition': { description: 'The file name.', schema: { type: 'string' }, required: true },
} as const

/** Describes the response of a CSV file. */
export const CSV_FILE = {
  description: 'The file',
  headers: FILE_NAME_HEADER,
  content: { 'text/csv': { schema: { type: 'string' } } },
} as const

/** Describes the response of a ZIP file. */
export const ZIP_FILE = {
  description: 'The file',
  headers: FILE_NAME_HEADER,
  content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
} as const

/** A type and no interface, so that it can be one side of the `responses` of a route. */
type Refusals = {
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

export type Method = RouteConfig['method']

/** What a call is, apart from who may make it: that is what its door says. */
export interface CallDescription {
  readonly operationId: string
  /** Unless its router says of what its calls are. */
  readonly tags?: string[]
  readonly summary: string
  readonly description?: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodType
  readonly headers?: z.ZodObject
  /** A JSON body, which is required unless told. */
  readonly body?: z.ZodType
  readonly isBodyOptional?: true
  /** A body of another kind; its refusals are to be listed. */
  readonly otherBody?: NonNullable<RouteConfig['request']>['body']
  /** Parameters that no schema checks. */
  readonly parameters?: RouteConfig['parameters']
  readonly answers: RouteConfig['responses']
  /** It is answered also for what is not there, such as a deletion: else one whose path names a thing refuses `not_found`. */
  readonly mayBeMissing?: true
  /** Those beyond what the door, the limit, a JSON body and the path refuse. */
  readonly refusals?: readonly RefusalOrCode[]
  /** Whether the server may cache the response, see `PublicMark`. */
  readonly publicCache?: PublicMark
}

/**
 * The response of a call is the same for everyone, so the server may cache it. `any`: the call also reads query parameters
 * whose names are data. `bare`: it is the same only without query parameters.
 */
export type PublicMark = true | 'any' | 'bare'

/** Who may make a call: what it has to prove, and for the staff the right that it wants, or one of several. */
export interface Door {
  readonly proof: keyof typeof PROOF
  readonly right?: string | readonly string[]
  readonly refused: readonly RefusalOrCode[]
  /** By account and address, after the guard; `reads`: with all reads of what is the caller's own. */
  readonly limit?: Limit | 'reads' | undefined
}

/** Under a symbol the door stays with the route and is no member of the document. */
const DOOR = Symbol('door')

/** The route of a call, as the router and the typed client read it. */
type CallRoute<Method, Path, Call extends CallDescription, Middleware> = {
  method: Method
  path: Path
  request: RequestOf<Call>
  responses: Call['answers'] & Refusals
  middleware: Middleware
}

type RequestOf<Call> = Pick<Call, keyof Call & ('params' | 'query' | 'headers')> &
  (Call extends { readonly body: infer Schema extends z.ZodType }
    ? ReturnType<typeof jsonBody<Schema>>
    : unknown) &
  (Call extends { readonly otherBody: infer Body } ? { body: Body } : unknown)

/** The route of a call behind a door, whose `guard` runs before anything of the request is looked at. */
export function describeCall<
  Verb extends Method,
  Path extends string,
  Call extends CallDescription & Pick<Door, 'limit'>,
  Middleware extends MiddlewareHandler | undefined,
>(door: Door, guard: Middleware, method: Verb, path: Path, call: Call) {
  const { params, query, headers, body, isBodyOptional, otherBody, answers, ...described } = call
  const { limit, refusals: others = [], publicCache, mayBeMissing, ...members } = described
  const limited: readonly CommonCode[] = limit === undefined ? [] : ['too_many_requests']
  const missing: readonly CommonCode[] = path.includes('{') && !mayBeMissing ? ['not_found'] : []
  const route = {
    ...members,
    ...(publicCache && { 'x-public-cache': publicCache }),
    method,
    path,
    security: PROOF[door.proof],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body: { ...jsonBody(body).body, required: !isBodyOptional } }),
      ...(otherBody && { body: otherBody }),
    },
    responses: {
      ...answers,
      ...refusals(...door.refused, ...limited, ...(body ? WITH_BODY : []), ...missing, ...others),
    },
    middleware: guard,
    [DOOR]: { ...door, limit },
  }
  return route as unknown as CallRoute<Verb, Path, Call, Middleware>
}

/** A call that anybody may make. */
export const publicCall = <
  Verb extends Method,
  Path extends string,
  Call extends CallDescription & { readonly limit?: never },
>(
  method: Verb,
  path: Path,
  call: Call,
) => describeCall({ proof: 'none', refused: [] }, undefined, method, path, call)

/** The same call with further checks after its guard, before its parameters and its body are. */
export const withChecks = <Route extends { middleware?: MiddlewareHandler | undefined }>(
  route: Route,
  ...checks: readonly MiddlewareHandler[]
): Route => ({
  ...route,
  middleware: [...(route.middleware ? [route.middleware] : []), ...checks],
})

/** The calls of a router with their doors; those of the sign-in service have none. */
export const callsOf = ({ openAPIRegistry }: Pick<OpenAPIHono, 'openAPIRegistry'>) =>
  openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const { method, path } = definition.route
    return [{ method: method.toUpperCase(), path, door: (definition.route as { [DOOR]?: Door })[DOOR] }]
  })
