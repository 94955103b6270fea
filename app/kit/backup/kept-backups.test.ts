import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kit/time.ts'
import { backupName, newestBackup, removeOldBackups, timeOfBackup } from './kept-backups.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')

function folderOf(names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-backups-'))
  for (const name of names) mkdirSync(join(folder, name))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('of copies every five minutes stay twelve, one of each hour of a day and one of each day of two weeks', () => {
  using place = folderOf([])
  // In larger steps at first: it takes less time, and the same stays.
  const stepAt = (at: number) => (at < NOW - 2 * DAY_MS ? 60 : 5) * MINUTE_MS
  for (let at = NOW - 16 * DAY_MS; at <= NOW; at += stepAt(at)) {
    mkdirSync(join(place.folder, backupName(at)))
    removeOldBackups(place.folder, at)
  }
  const ages = readdirSync(place.folder)
    .map((name) => (NOW - Date.parse(name.replace(/T(..)-(..)-/, 'T$1:$2:'))) / MINUTE_MS)
    .sort((a, b) => a - b)
  const within = (from: number, to: number) => ages.filter((age) => age > from && age <= to).length
  // Until the noon that is now: this hour and this day have begun, and the newest of each is among the twelve.
  expect(within(-1, 60)).toBe(12)
  expect(within(60, 1440)).toBe(22)
  expect(within(1440, 14 * 1440)).toBe(12)
  expect(within(14 * 1440, Infinity)).toBe(0)
  expect(newestBackup(place.folder)).toBe(join(place.folder, backupName(NOW)))
})

test.each([
  ['of a year ahead', 365 * DAY_MS],
  ['that is right again after a month without backups', 30 * DAY_MS],
  ['of a year ago', -365 * DAY_MS],
])('a clock %s removes no more than one backup of each kind', (_, aheadMs) => {
  using place = folderOf([])
  for (let day = 13; day >= 0; day--) mkdirSync(join(place.folder, backupName(NOW - day * DAY_MS)))
  mkdirSync(join(place.folder, backupName(NOW + aheadMs)))
  removeOldBackups(place.folder, NOW + aheadMs)
  expect(readdirSync(place.folder).length).toBeGreaterThanOrEqual(14)
  expect(readdirSync(place.folder)).toContain(backupName(NOW))
})

test('old ones stay while no others are made, and what has another name is left alone', () => {
  const old = [backupName(NOW - 60 * DAY_MS), backupName(NOW - 50 * DAY_MS)]
  const others = ['2026-09-01', 'lost+found', `${backupName(NOW - MINUTE_MS)}.partial`]
  using place = folderOf([...old, ...others, `${backupName(NOW - 2 * DAY_MS)}.partial`])
  removeOldBackups(place.folder, NOW)
  expect(readdirSync(place.folder).sort()).toEqual([...old, ...others].sort())
})

test('a backup says by its name when it began', () => {
  expect(timeOfBackup(join('/var/backups', backupName(NOW)))).toBe(NOW)
  for (const other of ['', '/var/backups', `/var/backups/${backupName(NOW)}.partial`])
    expect(() => timeOfBackup(other)).toThrow('is not a backup')
})

test('a folder without backups by name is itself the backup', () => {
  using place = folderOf(['shop.db'])
  expect(newestBackup(place.folder)).toBe(place.folder)
  expect(newestBackup('/no/such/folder')).toBe('/no/such/folder')
})
