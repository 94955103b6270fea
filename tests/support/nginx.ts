import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as openRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { programFile } from '../../scripts/programs/programs.ts'
import { readProjectFile } from './project.ts'
import { freePort, hasEnded, isOpen, killAfterTests } from './running-shop.ts'

const OPEN_WITHIN_MS = 10_000

/** An nginx with docs/nginx.conf. */
interface Nginx extends AsyncDisposable {
  readonly port: number
  readonly plainPort: number
  /** Where the files lie that are proofs for a certificate. */
  readonly webRoot: string
  /** Sends a request over HTTPS, to this address whatever host it is for. */
  send(request: Request, address?: string): Promise<Response>
  /** What is in all its logs. */
  logs(): string
}

/**
 * Starts nginx with docs/nginx.conf as it is, but for ports and folders, in front of two processes on these ports, and of
 * Varnish if there is one.
 */
export async function startNginx(shopPorts: readonly [number, number], varnishPort?: number): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-nginx-'))
  const [port, plainPort, logs] = [await freePort(), await freePort(), join(folder, 'logs')]
  mkdirSync(logs)
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const subject = ['-subj', '/CN=shop.example', '-days', '2', '-newkey', 'rsa:2048', '-nodes']
  const made = spawnSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate])
  if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr}`)
  const site = (varnishPort ? siteWithVarnish(folder) : readProjectFile('docs/nginx.conf'))
    .replaceAll('127.0.0.1:6081', `127.0.0.1:${varnishPort}`)
    .replaceAll('/etc/letsencrypt/live/shop.example', folder)
    .replaceAll('/var/log/nginx', logs)
    .replaceAll('/var/www/html', folder)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${shopPorts[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${shopPorts[1]}`)
    .replace(
      /listen (\[::\]:)?(443|80)\b/g,
      (_, six = '', at) => `listen ${six}${at === '80' ? plainPort : port}`,
    )
  // The rest is as Debian has it: the logs of all sites are on.
  const nginx = await runNginx(folder, port, `access_log ${logs}/access.log; ${site}`)
  return {
    port,
    plainPort,
    webRoot: folder,
    send: (request, address = '127.0.0.1') => sendTo(address, port, request),
    logs: () =>
      readdirSync(logs)
        .map((name) => readFileSync(join(logs, name), 'utf8'))
        .join('\n'),
    [Symbol.asyncDispose]: nginx.stop,
  }
}

/** What the command in its head makes of docs/nginx.conf. */
function siteWithVarnish(folder: string): string {
  const [example, file] = [readProjectFile('docs/nginx.conf'), join(folder, 'shop.conf')]
  const [, command = ''] = /^# (sed .*) \/etc\/nginx\/conf.d\/shop.conf$/m.exec(example) ?? []
  writeFileSync(file, example)
  const changed = spawnSync('sh', ['-c', `${command} ${file}`], { encoding: 'utf8' })
  if (changed.status !== 0) throw new Error(`${command} failed: ${changed.stderr}`)
  return readFileSync(file, 'utf8')
}

/** Starts nginx with this content of its block `http`; its files and `logs/error.log` are in the folder, which `stop` removes. */
export async function runNginx(
  folder: string,
  port: number,
  http: string,
): Promise<{ readonly errorLog: string; stop(): Promise<void> }> {
  const [file, errorLog] = [join(folder, 'nginx.conf'), join(folder, 'logs', 'error.log')]
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/nginx.pid;
    error_log ${errorLog};
    events { worker_connections 2048; }
    http {
      ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      ${http}
    }`,
  )
  const nginx = spawn(programFile('nginx'), ['-e', errorLog, '-p', folder, '-c', file], {
    env: {},
    stdio: 'ignore',
  })
  killAfterTests(nginx)
  const ended = once(nginx, 'exit')
  const deadline = Date.now() + OPEN_WITHIN_MS
  while (!(await isOpen(port))) {
    if (Date.now() > deadline || hasEnded(nginx))
      throw new Error(`nginx does not listen: ${readFileSync(errorLog, 'utf8')}`)
    await pause(25)
  }
  return {
    errorLog,
    stop: async () => {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** `fetch` cannot accept the certificate, which nobody signed. */
async function sendTo(address: string, port: number, request: Request): Promise<Response> {
  const { host, pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const outgoing = openRequest({
    port,
    host: address,
    method: request.method,
    path: pathname + search,
    rejectUnauthorized: false,
    headers: { ...Object.fromEntries(request.headers), host, 'content-length': body.length },
  })
  outgoing.end(body)
  const [answer] = await once(outgoing, 'response')
  const headers = new Headers()
  for (const [name, values] of Object.entries<string[]>(answer.headersDistinct))
    for (const value of values) headers.append(name, value)
  return new Response(await buffer(answer), { status: answer.statusCode, headers })
}
