import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNginx } from '../../tests/support/nginx.ts'
import { readProjectFile } from '../../tests/support/project.ts'

/** The load balancer in front of the shops. */
export interface Proxy extends AsyncDisposable {
  /** The lines of its error log, without failed connections to a stopped shop. */
  errors(): string[]
}

/** Starts nginx on that port in front of the shops, with the configuration of docs/nginx.conf. */
export async function startProxy(port: number, shopPorts: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-proxy-'))
  const { errorLog, stop } = await runNginx(folder, port, sitesOf(port, shopPorts))
  return {
    errors: () =>
      readFileSync(errorLog, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.includes('Connection refused')),
    [Symbol.asyncDispose]: stop,
  }
}

/** The published configuration, for these ports and without its certificate. */
function sitesOf(port: number, shopPorts: readonly number[]): string {
  const [upstream = '', , site = ''] = readProjectFile('docs/nginx.conf').split(/\n(?=server \{)/)
  const shops = shopPorts.flatMap((shopPort) => [
    `server 127.0.0.1:${shopPort} max_fails=1 fail_timeout=10s;`,
    `server 127.0.0.1:${shopPort} max_fails=0 backup;`,
  ])
  return `
    access_log off;
    ${upstream.replaceAll(/^\s+(#varnish )?server .*\n/gm, '').replace('keepalive', `${shops.join('\n')}\nkeepalive`)}
    ${site.replaceAll(/^\s+(listen|server_name|ssl_\w+|access_log|error_log) .*;\n/gm, '').replace('{', `{\nlisten 127.0.0.1:${port};`)}
  `
}
