import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Context } from 'hono'
import type { Config } from '#kit/config/config.ts'

/** A call as a request and a response of Node, and what the listener answered. */
export interface NodeCall {
  readonly request: IncomingMessage & { originalUrl: string }
  readonly response: ServerResponse
  readonly answer: Promise<Response>
}

/**
 * Converts a call of the web application for a listener of Node, without its socket: the body may have been read
 * already, and the answer gets the application's headers and log entry. The listener sees the path below `mount` and
 * the public address.
 */
export async function toNodeCall(c: Context, config: Config, mount: string): Promise<NodeCall> {
  const { pathname, search } = new URL(c.req.url)
  const body = Buffer.from(await c.req.arrayBuffer())
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: c.req.method,
    url: (pathname.slice(mount.length) || '/') + search,
    originalUrl: pathname + search,
    headers: headersOf(c, config, body.length),
  })
  if (body.length > 0) request.push(body)
  request.push(null)
  const response = new ServerResponse(request)
  return { request, response, answer: readAnswer(response) }
}

function headersOf(c: Context, config: Config, length: number): Record<string, string> {
  const { host, protocol } = new URL(config.publicUrl)
  const given = Object.entries(c.req.header()).filter(
    ([name]) => !name.startsWith('x-forwarded-') && name !== 'transfer-encoding',
  )
  return {
    ...Object.fromEntries(given),
    host,
    'x-forwarded-proto': protocol.replace(':', ''),
    'content-length': String(length),
  }
}

function readAnswer(response: ServerResponse): Promise<Response> {
  const chunks: Buffer[] = []
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  return new Promise((resolve) => {
    response.write = (chunk: unknown) => {
      collect(chunk)
      return true
    }
    response.end = (chunk?: unknown) => {
      collect(chunk)
      const headers = new Headers()
      for (const [name, value] of Object.entries(response.getHeaders())) {
        for (const line of [value ?? []].flat()) headers.append(name, String(line))
      }
      const body = chunks.length > 0 ? Buffer.concat(chunks) : null
      resolve(new Response(body, { status: response.statusCode, headers }))
      return response
    }
  })
}
