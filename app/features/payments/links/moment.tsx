import { dateTimeText } from '#kit/text/moment-text.ts'
import { useIsHydrated } from '#kit/ui/page/use-is-hydrated.ts'

/** In the reader's time zone as soon as the browser has said which that is. */
export function Moment({ iso }: { iso: string }) {
  const isHydrated = useIsHydrated()
  return <time dateTime={iso}>{isHydrated ? dateTimeText(iso) : `${dateTimeText(iso, 'UTC')} UTC`}</time>
}
