import { dateTimeText } from '#kit/moment-text.ts'

/** A date and time in the reader's time zone, for pages that only the browser renders. `iso` is ISO 8601. */
export function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {dateTimeText(iso)}
    </time>
  )
}
