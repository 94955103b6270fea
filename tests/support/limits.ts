import { globSync } from 'node:fs'
import type { Limit } from '#kit/server/rate-limit.ts'
import { ROOT, readProjectFile } from './project.ts'

/** How a limit is declared; it is exported too. */
export const DECLARED = /: Limit = \{/g

const isLimit = (value: unknown): value is Limit =>
  typeof value === 'object' && value !== null && 'what' in value && 'windowMs' in value

/** Every limit of the shop, in the sequence of docs/security.md: those that hold with `RATE_LIMITS=sign-in` first. */
export async function readLimits(): Promise<Limit[]> {
  const files = globSync('app/**/*.ts', { cwd: ROOT }).filter((file) => readProjectFile(file).match(DECLARED))
  const modules: object[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ `../../${file}`)))
  const rank = ({ always, what }: Limit) => `${always ? 0 : 1} ${what}`
  return modules
    .flatMap((module) => Object.values(module).filter(isLimit))
    .sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** The table of them, for docs/security.md. */
export const limitsTable = async (): Promise<string[][]> => [
  ['what', 'by account', 'by address', 'window', 'with `RATE_LIMITS=sign-in`'],
  ...(await readLimits()).map(({ what, account, address, windowMs, always }) => [
    what,
    account === undefined ? '' : String(account),
    String(address),
    `${windowMs / 60_000} min`,
    always ? 'too' : '',
  ]),
]
