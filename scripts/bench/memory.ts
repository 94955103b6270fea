import type { RunningShop } from '../../tests/support/running-shop.ts'
import { medianOf } from '../figures.ts'
import type { Figure } from './table.ts'

const GOAL = 1.1

/** Reads the memory of the shop until stopped, which returns the samples in MB, the first one first. */
export function watchMemory({ memoryMB }: RunningShop, everyMs: number): { stop(): number[] } {
  const samples = [memoryMB()]
  const timer = setInterval(() => samples.push(memoryMB()), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return [...samples, memoryMB()]
    },
  }
}

/** Whether memory stays the same: its median at the end against that of the second fifth, after the warm-up. */
export function compareEnds(samples: readonly number[]): Omit<Figure, 'what'> {
  const fifth = Math.max(1, Math.floor(samples.length / 5))
  const early = medianOf(samples.slice(fifth, 2 * fifth))
  const late = medianOf(samples.slice(-fifth))
  return {
    shop: `${Math.round(late)} MB`,
    floor: `${Math.round(early)} MB`,
    ratio: late / early,
    goal: `≤ ${GOAL}`,
    isMet: late / early <= GOAL,
  }
}
