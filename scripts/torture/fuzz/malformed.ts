import { INTERNAL_DETAILS } from './judge.ts'
import { sendBytes } from './send.ts'

const request = (...lines: string[]): string => `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`

/** Malformed requests, which no HTTP library sends. */
const MALFORMED: readonly string[] = [
  'garbage\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  request('GET /api/product HTTP/1.1'),
  request('GET /api/product HTTP/9.9', 'Host: x'),
  request('get /api/product HTTP/1.1', 'Host: x'),
  request('GET  /api/product HTTP/1.1', 'Host: x'),
  request('GET /api/product HTTP/1.1', 'Host: x', 'Bad Header: x'),
  request('GET /api/product HTTP/1.1', 'Host: x', 'X: a\0b'),
  request('GET /api/product HTTP/1.1', 'Host: x', 'X: a', ' folded'),
  request('GET /api/product HTTP/1.1', 'Host: x', 'Host: y'),
  request('GET /api/product HTTP/1.1', 'Host: evil host'),
  request('GET /api/nothing HTTP/1.1', 'Host: a@b:c/d?e#f'),
  request('GET /api/nothing HTTP/1.1', 'Host: '),
  request('GET http://evil.example/api/nothing HTTP/1.1', 'Host: x'),
  request('GET http://[/api/nothing HTTP/1.1', 'Host: x'),
  request('GET //evil.example/%2e%2e HTTP/1.1', 'Host: x'),
  request('OPTIONS * HTTP/1.1', 'Host: x'),
  request('GET /api/nothing HTTP/1.1', 'Host: x', 'Upgrade: websocket'),
  request('GET /api/nothing HTTP/1.1', 'Host: x', 'Expect: miracles'),
  request('POST /api/order HTTP/1.1', 'Host: x', 'Content-Length: -1'),
  request('POST /api/order HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'),
  `${request('POST /api/order HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  `${request('POST /api/order HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}zz\r\n\r\n`,
  `${request('POST /api/order HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n`,
  request('GET /api/product HTTP/1.1', 'Host: x', `X: ${'x'.repeat(100_000)}`),
  request(`GET /${'x'.repeat(100_000)} HTTP/1.1`, 'Host: x'),
]

/** Sends each of them; resolves to the faults of the answers. */
export async function sendMalformed(url: string): Promise<string[]> {
  const findings: string[] = []
  for (const text of MALFORMED) {
    const answer = await sendBytes(url, Buffer.from(text, 'latin1'))
    for (const what of judgeBytes(answer)) {
      findings.push(`${what}: ${JSON.stringify(text.slice(0, 120))} -> ${answer.slice(0, 200)}`)
    }
  }
  return findings
}

function judgeBytes(answer: string): string[] {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  if (!/^HTTP\/1\.1 [1-4]\d\d /.test(head)) return ['the answer is no refusal']
  if (!/^HTTP\/1\.1 4/.test(head)) return []
  return [
    ...(head.toLowerCase().includes('application/problem+json')
      ? []
      : ['the refusal is no problem document']),
    ...(INTERNAL_DETAILS.test(body) ? ['internal details show'] : []),
  ]
}
