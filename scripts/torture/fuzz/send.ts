import { type Agent, request } from 'node:http'
import { connect } from 'node:net'

const TIMEOUT_MS = 15_000

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Sends a request unchanged: path and headers are not corrected. Rejects without a complete answer. */
export function send(agent: Agent, url: string, sent: Sent): Promise<Answered> {
  const { method, path, headers, body } = sent
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const call = request(
      { agent, hostname, port, method, path, headers, timeout: TIMEOUT_MS },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    call.on('timeout', () => call.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)))
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The shop closed an idle connection just before this request reached it.
      if (call.reusedSocket && error.code === 'ECONNRESET') resolve(send(agent, url, sent))
      else reject(error)
    })
    call.end(body)
  })
}

/** Sends bytes that are no proper request, and resolves to the answer once the connection is closed. */
export function sendBytes(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)))
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', (error) => (text ? resolve(text) : reject(error)))
    socket.on('close', () => resolve(text))
  })
}
