import { csvLine } from '#kit/csv/csv-line.ts'
import type { Change, Plan } from './plans.ts'
import type { Sent } from './send.ts'
import { exampleFor, pathFor, type World } from './world.ts'

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'TRACE'])

/** The request of a plan, ready to be sent; `number` gives it a unique caller address. */
export function toSent(world: World, plan: Plan, number: number): Sent {
  const method = plan.method ?? plan.call.method
  const search = plan.query.map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed()).slice(0, 3000)}`,
  )
  const path = asPath(pathFor(world, plan))
  const isForm = plan.call.path.startsWith('/sandbox/')
  const usualType = isForm
    ? 'application/x-www-form-urlencoded'
    : isCsv(plan)
      ? 'text/csv'
      : 'application/json'
  const body = WITHOUT_BODY.has(method) ? undefined : Buffer.from(bodyText(world, plan, isForm))
  return {
    method,
    path: search.length > 0 ? `${path}?${search.join('&')}` : path,
    headers: mergeHeaders([
      ['X-Forwarded-For', `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`],
      ...credentialsOf(world, plan, isForm),
      ...(body ? [['Content-Type', usualType]] : []),
      ...(body ? [['Content-Length', String(body.length)]] : []),
      ...plan.headers,
      ...(plan.type === undefined ? [] : [['Content-Type', plan.type]]),
    ]),
    body,
  }
}

/** Encodes only characters that no client could send. */
const asPath = (path: string): string =>
  path.replace(/[^\x21-\xff]/gu, (letter) => encodeURIComponent(letter.toWellFormed()))

function credentialsOf(world: World, { as }: Plan, isForm: boolean): string[][] {
  if (isForm) return [['Authorization', `Bearer ${world.publishableKey}`]]
  if (as === 'visitor') return []
  const { token, cookie } = world.people[as]
  return [
    ['Authorization', `Bearer ${token}`],
    ['Cookie', cookie],
    ['Origin', world.shop.url],
  ]
}

function bodyText(world: World, plan: Plan, isForm: boolean): string {
  if (typeof plan.body === 'string') return plan.body
  const body = plan.body.reduce(changed, exampleFor(world, plan))
  const asText = (value: unknown): string =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (isCsv(plan)) return csvLine(Object.keys(body)) + csvLine(Object.values(body).map(asText))
  if (!isForm) return JSON.stringify(body)
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, asText(value)])).toString()
}

const isCsv = ({ call }: Plan): boolean => ['/api/import', '/api/import/columns'].includes(call.path)

function changed(body: Record<string, unknown>, change: Change): Record<string, unknown> {
  const others = Object.entries(body).filter(([name]) => name !== change.field)
  return Object.fromEntries(change.kind === 'drop' ? others : [...others, [change.field, change.value]])
}

/** The last header of each name is used, in any case. */
function mergeHeaders(headers: readonly (readonly string[])[]): Record<string, string> {
  const merged = new Map<string, [string, string]>()
  for (const [name = '', value = ''] of headers) merged.set(name.toLowerCase(), [name, value])
  return Object.fromEntries(merged.values())
}
