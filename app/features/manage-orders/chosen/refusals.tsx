import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'

type RefusalsProps = { title?: string; texts: readonly string[]; onClose: () => void }

/** Which of the chosen orders were refused, and why. It is where the row was that shipped them, above a toast. */
export function Refusals({ title = 'Not shipped', texts, onClose }: RefusalsProps) {
  if (texts.length === 0) return null
  return (
    <Notice
      tone="waiting"
      className="sticky bottom-24 z-2 mx-auto w-[min(26rem,100%)] shadow-float"
      action={
        <Button variant="quiet" size="sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="font-medium">{title}</p>
      <ul className="max-h-40 overflow-auto text-sm wrap-anywhere">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
