import { hasDrafts } from '#kit/browser/drafts.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { useIsHydrated } from '#kit/ui/page/use-is-hydrated.ts'
import { readSessionEnd } from '../sessions/session-end.ts'
import { accountTexts } from '../texts.ts'

/** Why the session ended, for someone who did not sign out here; nothing for others. */
export function SessionEndNotice() {
  // Only the browser knows.
  const end = useIsHydrated() ? readSessionEnd() : undefined
  if (end === undefined) return null
  const { ended, goOn, goOnWithDrafts } = accountTexts.sessionEnd
  return (
    <Notice tone="waiting" className="mb-6">{`${ended[end]} ${hasDrafts() ? goOnWithDrafts : goOn}`}</Notice>
  )
}
