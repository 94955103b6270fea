import { createLog } from '#kit/log.ts'

/** A log whose lines can be read, and what it wrote. */
export function openLog(level = 'info') {
  const lines: Record<string, unknown>[] = []
  let written = ''
  const write = (line: string): void => {
    written += line
    lines.push(JSON.parse(line))
  }
  const log = createLog(level, { write })
  return { log, lines, messages: () => lines.map(({ msg }) => msg), written: () => written }
}
