import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'

/** "Ships tomorrow if ordered in the next 3 h 12 min", "… 2 days 3 h", and at the end "… 1 min". */
export function ifOrderedText(ships: string, ms: number): string {
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)]
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  const parts =
    days > 0
      ? [`${days} ${days === 1 ? 'day' : 'days'}`, hours > 0 && `${hours} h`]
      : [hours > 0 && `${hours} h`, (minutes > 0 || hours === 0) && `${Math.max(1, minutes)} min`]
  return `${ships} if ordered in the next ${parts.filter(Boolean).join(' ')}`
}
