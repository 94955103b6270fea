import { readFileSync } from 'node:fs'

/** The processes of this one that make models. */
export const modelMakers = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('models/worker'))
    .map(Number)
