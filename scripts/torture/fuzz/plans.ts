import fc from 'fast-check'
import type { Call } from './calls.ts'
import {
  hostileBody,
  hostileHeader,
  hostileMethod,
  hostileName,
  hostileSegment,
  hostileText,
  hostileType,
  hostileValue,
} from './hostile.ts'

/** One change to a valid body. */
export type Change =
  | { readonly kind: 'set'; readonly field: string; readonly value: unknown }
  | { readonly kind: 'drop'; readonly field: string }

/** A request before it is sent. Ids of existing products and orders are added when it is sent. */
export interface Plan {
  readonly call: Call
  readonly as: 'visitor' | 'customer' | 'admin'
  /** Chooses among the existing products and orders. */
  readonly pick: number
  readonly method: string | undefined
  /** Replaces the parameter in the path. */
  readonly segment: string | undefined
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly type: string | undefined
  /** The whole body, or the changes to a valid one. */
  readonly body: string | readonly Change[]
}

/** One round in so many is of right requests, so that each call accepts some whatever the seed. */
const RIGHT_ROUND = 4

/** The first `count` requests for `seed`: all calls in turn, pages half as often. */
export function makePlans(calls: readonly Call[], seed: number, count: number): readonly Plan[] {
  const rounds = [...calls, ...calls.filter(({ fields, isApi }) => isApi || fields.length > 0)]
  const share = Math.ceil(count / rounds.length)
  const ofEach = rounds.map((call, index) => fc.sample(planOf(call), { seed: seed + index, numRuns: share }))
  return Array.from({ length: share }, (_, round) => ofEach.flatMap((plans) => plans[round] ?? []))
    .flatMap((plans, round) => (round % RIGHT_ROUND === RIGHT_ROUND - 1 ? plans.map(toRight(round)) : plans))
    .slice(0, count)
}

/** Without all that is wrong in a request: by an admin in one round, by a customer in the next. */
function toRight(round: number): (plan: Plan) => Plan {
  const as = Math.floor(round / RIGHT_ROUND) % 2 === 0 ? 'admin' : 'customer'
  return ({ call, pick }) => ({
    call,
    as,
    pick,
    method: undefined,
    segment: undefined,
    query: [],
    headers: [],
    type: undefined,
    body: [],
  })
}

const rarely = <Value>(often: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: often, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

function planOf(call: Call): fc.Arbitrary<Plan> {
  const field = call.fields.length > 0 ? fc.constantFrom(...call.fields) : hostileName
  const named = call.query.length > 0 ? fc.constantFrom(...call.query) : hostileName
  const change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('set'), field, value: hostileValue }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop'), field }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('set'), field: hostileName, value: hostileValue }),
    },
  )
  const wholeBody = fc.tuple(hostileBody, field).map(([text, name]) => text.replaceAll('F', name))
  return fc.record({
    call: fc.constant(call),
    as: fc.constantFrom('visitor', 'customer', 'customer', 'admin', 'admin'),
    pick: fc.nat(1000),
    method: rarely(12, hostileMethod),
    segment: rarely(call.path.includes('{') ? 2 : 20, hostileSegment),
    query: fc.array(fc.tuple(fc.oneof({ weight: 5, arbitrary: named }, hostileName), hostileText), {
      maxLength: 2,
    }),
    headers: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(hostileHeader, { minLength: 1, maxLength: 3 }) },
    ),
    type: rarely(12, hostileType),
    body: fc.oneof(
      { weight: 5, arbitrary: fc.array(change, { maxLength: 2 }) },
      { weight: 1, arbitrary: wholeBody },
    ),
  })
}
