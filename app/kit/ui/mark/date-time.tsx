import { dateTimeText } from '#kit/text/moment-text.ts'

type DateTimeProps = {
  /** ISO 8601. */
  iso: string
  title?: string
}

/** A date and time in the reader's time zone, for pages that only the browser renders. */
export function DateTime({ iso, title }: DateTimeProps) {
  return (
    <time dateTime={iso} title={title} className="whitespace-nowrap">
      {dateTimeText(iso)}
    </time>
  )
}
