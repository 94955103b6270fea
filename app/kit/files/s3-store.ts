import { AwsClient } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { FileFault, type FileStore } from './file-store.ts'

/** Where the store is, and who the shop is there. */
interface StoreAddress {
  /** The address of the bucket, without a slash at its end. */
  readonly url: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

/** How long a request may take, with its body: a file of 50 MB is written to a slow store within a minute. */
const LONGEST_MS = { read: 10_000, write: 60_000 }

interface Sent {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array<ArrayBuffer>
  /** The answers that are none of a failure, besides that of success. */
  readonly expected?: readonly number[]
}

/** A store that speaks the protocol of Amazon S3, with the bucket in the path. Each request is signed and tried once. */
export function createS3Store(
  { url, region, key: accessKeyId, secret }: StoreAddress,
  longestMs = LONGEST_MS,
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey: secret, region, service: 's3', retries: 0 })
  const send = async (path: string, { expected = [], ...sent }: Sent): Promise<Response> => {
    const signal = AbortSignal.timeout(sent.method === 'PUT' ? longestMs.write : longestMs.read)
    // A redirect would be to another store.
    const request = await client.sign(url + path, { ...sent, redirect: 'error' })
    const response = await fetch(request, { signal })
    if (response.ok || expected.includes(response.status)) return response
    await response.body?.cancel()
    throw new Error(`${sent.method} in the store of files is answered with ${response.status}`)
  }
  return {
    put: async (key, content, hash) => {
      const headers = { 'X-Amz-Content-Sha256': hash, 'If-None-Match': '*' }
      await finish(await send(`/${key}`, { method: 'PUT', headers, body: content }))
    },
    get: async (key, bytes) => {
      const headers = bytes && { Range: `bytes=${bytes.join('-')}` }
      const sent = { method: 'GET', expected: [404, 416], ...(headers && { headers }) } as const
      const response = await send(`/${key}`, sent)
      if (!response.ok) {
        await finish(response)
        throw new FileFault('is not in the store, or is shorter than it was')
      }
      return Buffer.from(await response.arrayBuffer())
    },
    has: async (key) => (await send(`/${key}`, { method: 'HEAD', expected: [404] })).ok,
    delete: async (key) => finish(await send(`/${key}`, { method: 'DELETE', expected: [404] })),
    list: async function* (prefix) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': after })
        const response = await send(`?${query}`, { method: 'GET' })
        const keys = keysOf(await response.text())
        refuseOtherKeys(keys, prefix, after)
        if (keys.length > 0) yield keys
        after = keys.at(-1)
      }
    },
  }
}

/** Reads the rest of an answer, so that its connection is free again. */
async function finish(response: Response): Promise<void> {
  await response.arrayBuffer()
}

/** A store that begins anew would be asked without end, one without a sequence hides keys, and others would be deleted. */
function refuseOtherKeys(keys: readonly string[], prefix: string, after: string): void {
  let last = after
  for (const key of keys) {
    if (key <= last || !key.startsWith(prefix))
      throw new Error('The store of files does not list the keys that it was asked for, in their sequence')
    last = key
  }
}

/** The keys of a page of a list. */
function keysOf(xml: string): string[] {
  const keys: string[] = []
  const parser = new SaxesParser()
  const path: string[] = []
  parser.on('opentag', ({ name }) => path.push(name))
  parser.on('closetag', () => path.pop())
  parser.on('text', (text) => {
    if (path.at(-2) === 'Contents' && path.at(-1) === 'Key') keys.push(text)
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return keys
}
