import { readFileSync } from 'node:fs'

/** The processes of this one, or of another, that make models. */
export const modelMakers = (parent: number | undefined = process.pid): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('models/worker'))
    .map(Number)
