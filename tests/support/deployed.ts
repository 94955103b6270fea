import { type ExecFileOptions, execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programFile } from '../../scripts/programs/programs.ts'
import { ROOT, readProjectFile } from './project.ts'

/** The folder of the system for each one that the manual and the files of `deploy` name. */
export interface Deployed extends Disposable {
  readonly folder: string
  /** A command or a file with the paths of this machine. */
  here(text: string): string
  /** Runs a command of the manual, which may complain of nothing; resolves to what it prints. */
  run(line: string, options?: ExecFileOptions): Promise<string>
}

const FOLDERS = {
  '/etc/parts-shop': 'etc',
  '/var/lib/parts-shop': 'data',
  '/var/backups/parts-shop': 'backups',
} as const

/** Where Debian has programs that may be elsewhere here. */
const PROGRAMS = { '/usr/bin/pgbackrest': 'pgbackrest', '/usr/bin/rsync': 'rsync' } as const

/**
 * What the manual installs, below a folder of its own: the settings, and the command `parts-shop`, which runs everything as the
 * user of the test, since no account is made.
 */
export function deploy(settings: string, secrets = ''): Deployed {
  const folder = mkdtempSync(join(tmpdir(), 'shop-deployed-'))
  const command = join(folder, 'parts-shop')
  const here = (text: string) => {
    let changed = text.replaceAll('/usr/local/sbin/parts-shop', command).replaceAll('/srv/shop', ROOT)
    for (const [path, name] of Object.entries(FOLDERS)) changed = changed.replaceAll(path, join(folder, name))
    for (const [path, name] of Object.entries(PROGRAMS))
      changed = changed.replaceAll(path, () => programFile(name))
    return changed
  }
  for (const name of ['etc', 'backups']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'etc', 'settings.env'), settings)
  writeFileSync(join(folder, 'etc', 'secrets.env'), secrets, { mode: 0o600 })
  writeFileSync(command, here(readProjectFile('deploy/parts-shop')).replace('runuser -u "$user" -- ', ''))
  chmodSync(command, 0o755)
  const run = async (
    line: string,
    options: ExecFileOptions = { cwd: '/', env: { PATH: process.env.PATH } },
  ) => {
    const asked = here(line).replace(/^parts-shop /, `${command} `)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', asked], {
      ...options,
      encoding: 'utf8',
    })
    if (stderr) throw new Error(`${line}\n${stderr}`)
    return stdout
  }
  return { folder, here, run, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The commands that a unit of systemd runs, as a shell has them: without the sign that lets root run them, and with each `$` once. */
export const startedBy = (unit: string): string[] =>
  [...readProjectFile(`deploy/systemd/${unit}`).matchAll(/^ExecStart=\+?((?:.*\\\n)*.+)$/gm)].map(
    ([, line = '']) => line.replaceAll('\\\n', ' ').replaceAll('$$', () => '$'),
  )
