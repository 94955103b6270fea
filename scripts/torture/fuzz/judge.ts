import type { Call } from './calls.ts'
import type { Answered, Sent } from './send.ts'

const PROBLEM_FIELDS = [
  ...['type', 'title', 'status', 'detail', 'code', 'errors'],
  ...['minimum', 'available', 'totalPrice', 'requestId'],
  // What the sign-in library's own client reads.
  ...['message', 'authCode'],
]

/** Details that no answer may show: libraries, paths of files, SQL. */
export const INTERNAL_DETAILS =
  /node_modules|node:internal|sqlite|postgres|kysely|better-auth|\bat \S+ \(|\.[cm]?[jt]sx?:\d+|file:\/\/|\/(?:tmp|home|root|work|usr|var)\/|\b(?:select|insert|update|delete)\b.{1,80}\b(?:from|into|set)\b|ECONN|errno|TypeError|RangeError|SyntaxError|\[object |undefined/i

// A page has addresses of scripts, and its styles use common words.
const INTERNAL_DETAILS_IN_PAGE =
  /node_modules|node:internal|sqlite|kysely|better-auth|\bat \S+ \(|\.[cm]?[jt]sx?:\d+|file:\/\//i

/** Everything that is wrong with an answer. */
export function judge(call: Call, sent: Sent, answer: Answered): string[] {
  const { status, headers } = answer
  const wrong: string[] = []
  if (status >= 500 || status < 200) wrong.push(`the status is ${status}`)
  if (headers['x-content-type-options'] !== 'nosniff') wrong.push('the usual headers are missing')
  if (headers.server || headers['x-powered-by']) wrong.push('the server says what it is')
  if (headers['set-cookie']?.toString().includes('eve=1')) wrong.push('a header was smuggled in')
  if (status < 400) return wrong
  const isPage = String(headers['content-type']).startsWith('text/html')
  const inside = (isPage ? INTERNAL_DETAILS_IN_PAGE : INTERNAL_DETAILS).exec(answer.text)?.[0]
  if (inside && !isEchoed(sent, inside)) wrong.push(`internal details show: ${inside}`)
  // A request for another host's page need not follow the rules of the shop's own paths.
  if (call.isApi && sent.path.startsWith('/api/')) wrong.push(...judgeProblem(sent, answer))
  return wrong
}

/** Whether the text only repeats what was sent. */
function isEchoed({ path, headers, body }: Sent, text: string): boolean {
  const sent = `${path} ${Object.values(headers).join(' ')} ${body?.toString('utf8') ?? ''}`
  // Half of it may be no valid encoding, which the platform's own decoder refuses as a whole.
  const decoded = sent.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return `${sent} ${decoded}`.toLowerCase().includes(text.toLowerCase())
}

function judgeProblem({ method }: Sent, { status, headers, text }: Answered): string[] {
  const wrong: string[] = []
  if (headers['content-type'] !== 'application/problem+json') wrong.push('the refusal is no problem document')
  if (headers['cache-control'] !== 'no-store') wrong.push('the refusal may be kept')
  if (status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after']))) wrong.push('no Retry-After')
  if (status === 405 && !headers.allow) wrong.push('no Allow')
  if (method === 'HEAD') return wrong
  const problem = parse(text)
  if (!problem) return [...wrong, 'the refusal is no JSON object']
  const unknown = Object.keys(problem).filter((name) => !PROBLEM_FIELDS.includes(name))
  if (unknown.length > 0) wrong.push(`fields that no problem has: ${unknown}`)
  for (const name of ['type', 'title', 'detail', 'code']) {
    const value = problem[name]
    if (typeof value !== 'string' || value.trim() === '') wrong.push(`${name} is missing`)
  }
  if (problem.status !== status) wrong.push(`the document says ${problem.status}, the answer ${status}`)
  if (problem.errors !== undefined && !areFieldErrors(problem.errors)) wrong.push('errors are malformed')
  return wrong
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
