import { useEffect, useEffectEvent, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { CustomerMail } from '#features/customer-mails/limits.ts'
import type { MailWords } from '#features/customer-mails/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import type { MailPreview } from '../../mails/schema.ts'
import { fetchPreview } from './client.ts'

/** So long after the last letter the mail is asked for. */
const PAUSE_MS = 300

/** The mail as it would be sent with what is typed: as programs show it, and as text. */
export function MailPreviewPanel({ kind, words }: { kind: CustomerMail; words: MailWords }) {
  const { mail, problem } = usePreview(kind, words)
  return (
    <section aria-labelledby="preview" aria-busy={mail === undefined} className="min-w-0">
      <h2 id="preview" className="mb-1 text-lg">
        Preview
      </h2>
      <p className="mb-4 text-muted text-sm">
        As it would be sent, before it is saved. The order is a sample.
      </p>
      {problem !== undefined && (
        <p role="status" className="mb-4 text-bad text-sm">
          {problem}
        </p>
      )}
      {mail ? <ShownMail mail={mail} /> : <Skeleton className="h-[40rem] w-full" />}
    </section>
  )
}

const ShownMail = ({ mail: { subject, sender, html, text } }: { mail: MailPreview }) => (
  <div className="grid grid-cols-1 gap-4">
    <dl className="text-sm">
      {sender && <Head name="From" text={sender} />}
      <Head name="Subject" text={subject} />
    </dl>
    <iframe
      title="The mail as HTML"
      // Without scripts. Its origin is that of the page, which gives it the styles: see `unstyled`.
      sandbox="allow-same-origin"
      srcDoc={unstyled(html)}
      onLoad={({ currentTarget }) => applyStyles(currentTarget)}
      className="h-[40rem] w-full rounded border border-line bg-white"
    />
    <details>
      <summary className="cursor-pointer py-2 text-sm">The mail as text</summary>
      <pre className="whitespace-pre-wrap rounded border border-line p-4 text-sm wrap-anywhere">{text}</pre>
    </details>
  </div>
)

const Head = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="inline text-muted">{`${name}: `}</dt>
    <dd className="inline wrap-anywhere">{text}</dd>
  </div>
)

/** The policy of the page holds in the frame too, and allows no styles of elements: they are set when it is loaded. */
const unstyled = (html: string): string =>
  html.replace(/<style>[\s\S]*?<\/style>/, '').replaceAll(' style="', ' data-style="')

function applyStyles({ contentDocument }: HTMLIFrameElement): void {
  for (const element of contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    element.style.cssText = element.dataset.style ?? ''
  // A link would lead away from the frame.
  for (const link of contentDocument?.links ?? []) link.removeAttribute('href')
}

/** The mail, once typing pauses. What was there stays while the next one is asked for, and when that fails. */
function usePreview(kind: CustomerMail, words: MailWords) {
  const [shown, setShown] = useState<{ kind: CustomerMail; mail: MailPreview }>()
  const [problem, setProblem] = useState<string>()
  const asked = JSON.stringify([kind, words])
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const mail = await fetchPreview(kind, words, signal)
      if (signal.aborted) return
      setShown({ kind, mail })
      setProblem(undefined)
    } catch (error) {
      if (!signal.aborted && !signOutIfForbidden(error)) setProblem(problemText(error))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words need another mail.
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => void ask(abort.signal), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked])
  return { mail: shown?.kind === kind ? shown.mail : undefined, problem }
}
