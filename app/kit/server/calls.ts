import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { CommonCode, RefusalOrCode } from './app-error.ts'
import { jsonBody, PROOF, type Refusals, refusals, WITH_BODY } from './describe.ts'
import type { z } from './router.ts'

export type Method = RouteConfig['method']

/** What a call is, apart from who may make it: that is what its door says. */
export interface CallDescription {
  readonly operationId: string
  readonly tags: string[]
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
  /** Those beyond what the door, the limit and a JSON body refuse. */
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
  readonly refused: readonly CommonCode[]
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
  Call extends CallDescription & { readonly limit?: unknown },
  Middleware extends MiddlewareHandler | undefined,
>(door: Door, guard: Middleware, method: Verb, path: Path, call: Call) {
  const { params, query, headers, body, isBodyOptional, otherBody, answers, ...described } = call
  const { limit, refusals: others = [], publicCache, ...members } = described
  const limited: readonly CommonCode[] = limit === undefined ? [] : ['too_many_requests']
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
      ...refusals(...door.refused, ...limited, ...(body ? WITH_BODY : []), ...others),
    },
    middleware: guard,
    [DOOR]: door,
  }
  return route as unknown as CallRoute<Verb, Path, Call, Middleware>
}

/** A call that anybody may make. */
export const publicCall = <Verb extends Method, Path extends string, Call extends CallDescription>(
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
export const callsOf = ({ openAPIRegistry }: OpenAPIHono) =>
  openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const { method, path } = definition.route
    return [{ method: method.toUpperCase(), path, door: (definition.route as { [DOOR]?: Door })[DOOR] }]
  })
