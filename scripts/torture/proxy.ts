import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isOpen } from '../../tests/support/running-shop.ts'
import { programFile } from '../programs/programs.ts'

const OPEN_WITHIN_MS = 10_000
const PUBLISHED = new URL('../../docs/nginx.conf', import.meta.url)

/** The load balancer in front of the shops. */
export interface Proxy extends AsyncDisposable {
  /** The lines of its error log, without failed connections to a stopped shop. */
  errors(): string[]
}

/** Starts nginx on that port in front of the shops, with the configuration of docs/nginx.conf. */
export async function startProxy(port: number, shopPorts: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-proxy-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, shopPorts))
  const log = join(folder, 'error.log')
  const nginx = spawn(programFile('nginx'), ['-e', log, '-p', folder, '-c', file], {
    env: {},
    stdio: 'inherit',
  })
  const ended = once(nginx, 'exit')
  const failed = ended.then(() => {
    throw new Error(`nginx ended: ${readFileSync(log, 'utf8')}`)
  })
  failed.catch(() => undefined)
  const killNginx = () => nginx.kill('SIGKILL')
  process.once('exit', killNginx)
  await Promise.race([open(port), failed])
  return {
    errors: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.includes('Connection refused')),
    [Symbol.asyncDispose]: async () => {
      nginx.kill('SIGTERM')
      await ended
      process.removeListener('exit', killNginx)
      rmSync(folder, { recursive: true })
    },
  }
}

/** The published configuration, for these ports and without its certificate. */
function configuration(folder: string, port: number, shopPorts: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const [upstream = '', , site = ''] = readFileSync(PUBLISHED, 'utf8').split(/\n(?=server \{)/)
  const shops = shopPorts.flatMap((shopPort) => [
    `server 127.0.0.1:${shopPort} max_fails=1 fail_timeout=10s;`,
    `server 127.0.0.1:${shopPort} max_fails=0 backup;`,
  ])
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 2048; }
    http {
      access_log off;
      ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      ${upstream.replaceAll(/^\s+server .*;\n/gm, '').replace('keepalive', `${shops.join('\n')}\nkeepalive`)}
      ${site.replaceAll(/^\s+(listen|server_name|ssl_\w+|access_log|error_log) .*;\n/gm, '').replace('{', `{\nlisten 127.0.0.1:${port};`)}
    }
  `
}

async function open(port: number): Promise<void> {
  const deadline = Date.now() + OPEN_WITHIN_MS
  while (!(await isOpen(port))) {
    if (Date.now() > deadline) throw new Error('nginx does not listen')
    await pause(25)
  }
}
