import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresFolder } from './postgres-programs.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shop-postgres-programs-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function install(folder: string, version: number, programs = ['pg_dump', 'pg_restore', 'psql']): string {
  const path = join(root, folder)
  mkdirSync(path, { recursive: true })
  for (const program of programs)
    writeFileSync(join(path, program), `#!/bin/sh\necho "${program} (PostgreSQL) ${version}.4 (Debian)"\n`, {
      mode: 0o755,
    })
  return path
}

const folderFor = (version: number, path = '') => postgresFolder(version, { root, path })

test('the programs of the version of the server are preferred, then those of the next later one', () => {
  const path = [install('own/bin', 16), install('later/bin', 18)].join(':')
  const fifteen = install('usr/lib/postgresql/15/bin', 15)
  const seventeen = install('usr/lib/postgresql/17/bin', 17)
  expect(folderFor(15, path)).toBe(fifteen)
  expect(folderFor(16, path)).toBe(join(root, 'own/bin'))
  expect(folderFor(17, path)).toBe(seventeen)
  expect(folderFor(18, path)).toBe(join(root, 'later/bin'))
})

test('missing programs, and programs that are older than the server, are refused with what to install', () => {
  const advice = 'on Debian the package postgresql-client-17'
  expect(() => folderFor(17)).toThrow(/neither on PATH nor in/)
  expect(() => folderFor(17)).toThrow(advice)
  install('usr/lib/postgresql/16/bin', 16, ['pg_dump'])
  expect(() => folderFor(17)).toThrow(/neither on PATH nor in/)
  install('usr/lib/postgresql/15/bin', 15)
  expect(() => folderFor(17)).toThrow('are of version 15, the server is of version 17')
  expect(() => folderFor(17)).toThrow(advice)
})
