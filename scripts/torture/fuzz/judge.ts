import { wholeProblemSchema } from '#app/refusals.ts'
import type { Call } from './calls.ts'
import type { Answered, Sent } from './send.ts'

const PROBLEM_FIELDS = [
  ...Object.keys(wholeProblemSchema.shape),
  // The fields that the sign-in library's client reads.
  ...['message', 'authCode'],
]

/** Details that no answer may contain: libraries, file paths, SQL. */
export const INTERNAL_DETAILS =
  /node_modules|node:internal|sqlite|postgres|kysely|better-auth|\bat \S+ \(|\.[cm]?[jt]sx?:\d+|file:\/\/|\/(?:tmp|home|root|work|usr|var)\/|\b(?:select|insert|update|delete)\b.{1,80}\b(?:from|into|set)\b|ECONN|errno|TypeError|RangeError|SyntaxError|\[object |undefined/i

// A page contains addresses of scripts, and its styles contain common words.
const INTERNAL_DETAILS_IN_PAGE =
  /node_modules|node:internal|sqlite|kysely|better-auth|\bat \S+ \(|\.[cm]?[jt]sx?:\d+|file:\/\//i

/** Calls of which a process serves only some at once, and refuses others. */
const AT_ONCE = /^\/api\/(?:image|import)\b/

/** All faults of an answer. */
export function judge(call: Call, sent: Sent, answer: Answered): string[] {
  const { status, headers } = answer
  const faults: string[] = []
  const isBusy = status === 503 && AT_ONCE.test(sent.path) && headers['retry-after'] !== undefined
  if ((status >= 500 && !isBusy) || status < 200) faults.push(`the status is ${status}`)
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('the security headers are missing')
  if (headers.server || headers['x-powered-by']) faults.push('a header names the software of the server')
  if (headers['set-cookie']?.toString().includes('eve=1')) faults.push('a header was injected')
  if (status < 400) return faults
  const isPage = String(headers['content-type']).startsWith('text/html')
  const inside = (isPage ? INTERNAL_DETAILS_IN_PAGE : INTERNAL_DETAILS).exec(answer.text)?.[0]
  if (inside && !isEchoed(sent, inside)) faults.push(`the answer contains an internal detail: ${inside}`)
  // Pages, and paths that lead outside of /api/, refuse without a problem document.
  if (call.isApi && isApiPath(sent.path)) faults.push(...judgeProblem(sent, answer))
  return faults
}

/** Whether the path is of the API once its `..` are resolved, as the server does. */
const isApiPath = (path: string): boolean =>
  (URL.parse(path, 'http://localhost')?.pathname ?? path).startsWith('/api/')

/** Whether the text only repeats what was sent. */
function isEchoed({ path, headers, body }: Sent, text: string): boolean {
  const sent = `${path} ${Object.values(headers).join(' ')} ${body?.toString('utf8') ?? ''}`
  // `decodeURIComponent` would refuse a text that is only partly valid.
  const decoded = sent.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return `${sent} ${decoded}`.toLowerCase().includes(text.toLowerCase())
}

function judgeProblem({ method }: Sent, { status, headers, text }: Answered): string[] {
  const faults: string[] = []
  if (headers['content-type'] !== 'application/problem+json')
    faults.push('the refusal is no problem document')
  if (headers['cache-control'] !== 'no-store') faults.push('the refusal may be cached')
  if (status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after']))) faults.push('no Retry-After')
  if (status === 405 && !headers.allow) faults.push('no Allow')
  if (method === 'HEAD') return faults
  const problem = parse(text)
  if (!problem) return [...faults, 'the refusal is no JSON object']
  const unknown = Object.keys(problem).filter((name) => !PROBLEM_FIELDS.includes(name))
  if (unknown.length > 0) faults.push(`unknown fields in the problem document: ${unknown}`)
  for (const name of ['type', 'title', 'detail', 'code']) {
    const value = problem[name]
    if (typeof value !== 'string' || value.trim() === '') faults.push(`${name} is missing`)
  }
  if (problem.status !== status) faults.push(`the document says ${problem.status}, the answer ${status}`)
  if (problem.errors !== undefined && !areFieldErrors(problem.errors)) faults.push('errors are malformed')
  return faults
}

function areFieldErrors(errors: unknown): boolean {
  return (
    Array.isArray(errors) &&
    errors.every(
      ({ pointer, detail, ...rest }) =>
        /^#(\/|$)/.test(pointer) && /\S/.test(detail) && Object.keys(rest).length === 0,
    )
  )
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
