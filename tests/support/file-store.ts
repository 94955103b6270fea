import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../../scripts/programs/install.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface Listed {
  readonly objects: readonly { readonly key: string }[]
  readonly isTruncated: boolean
}

interface S3rver {
  configureBuckets(): Promise<unknown>
  callback(): Handler
  readonly store: {
    existsObject(bucket: string, key: string): Promise<boolean>
    listObjects(bucket: string, options: object): Promise<Listed>
    putObject(object: object): Promise<unknown>
    deleteObject(bucket: string, key: string): Promise<void>
  }
}

/** A store of files with an empty bucket, on a port of its own. */
export interface TestFileStore extends AsyncDisposable {
  /** The settings of a shop that uses it. */
  readonly settings: Readonly<Record<'FILES_URL' | 'FILES_KEY' | 'FILES_SECRET', string>>
  /** Answers, ends connections, answers 500, never answers, or sends only the beginning of an answer. */
  state: 'here' | 'gone' | 'broken' | 'silent' | 'halting'
  keys(): Promise<string[]>
  /** Writes one byte under a key, also over a file, as nobody should. */
  write(key: string): Promise<void>
  delete(key: string): Promise<void>
  /** Answers 500 from then on. */
  breakAfter(requests: number): void
}

const BUCKET = 'files'

/** A small one, so that every list has several. */
const PAGE_SIZE = 3

/**
 * S3rver, a server that checks signatures; it is a package that is installed at first use. What it lacks is refused here: requests
 * without a signature, and writing what there is already if the request says so.
 */
export async function startFileStore(): Promise<TestFileStore> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-files-'))
  const home = installPackage('s3rver')
  const Server: new (options: object) => S3rver = createRequire(join(home, 'package.json'))(
    '@20minutes/s3rver',
  )
  const options = {
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  }
  const s3 = new Server(options)
  const list = s3.store.listObjects.bind(s3.store)
  // Its tokens for the next page need a cipher that Node no longer has. The shop goes on after the last key.
  s3.store.listObjects = async (bucket, given) => {
    const page = await list(bucket, { ...given, maxKeys: PAGE_SIZE })
    return { ...page, isTruncated: false }
  }
  await s3.configureBuckets()
  let left = Number.POSITIVE_INFINITY
  const handle = s3.callback()
  const server = createServer(async (request, response) => {
    if (left === 0) store.state = 'broken'
    left -= 1
    if (store.state === 'gone') return void request.socket.destroy()
    if (store.state === 'silent') return
    if (store.state === 'halting') return void response.writeHead(200, { 'Content-Length': 9 }).write('x')
    const key = request.url?.slice(`/${BUCKET}/`.length) ?? ''
    const isThere = request.headers['if-none-match'] === '*' && (await s3.store.existsObject(BUCKET, key))
    const refused =
      store.state === 'broken' ? 500 : !request.headers.authorization ? 403 : isThere ? 412 : undefined
    if (refused === undefined) handle(request, response)
    else request.resume().on('end', () => response.writeHead(refused).end())
  })
  const port = await listen(server)
  const store: TestFileStore = {
    settings: {
      FILES_URL: `http://127.0.0.1:${port}/${BUCKET}?region=eu-central-1`,
      FILES_KEY: 'S3RVER',
      FILES_SECRET: 'S3RVER',
    },
    state: 'here',
    breakAfter: (requests) => {
      left = requests
    },
    keys: async () => (await list(BUCKET, {})).objects.map(({ key }) => key),
    write: async (key) => {
      await s3.store.putObject({ bucket: BUCKET, key, content: Buffer.from('x'), metadata: {} })
    },
    delete: (key) => s3.store.deleteObject(BUCKET, key),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
  return store
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
