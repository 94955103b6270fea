import { formatCount } from '#kit/text/count-text.ts'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { PICTURE_FILES } from './picture-files.ts'
import type { SendingPictures } from './use-pictures.ts'

/** The pictures that belong to the rows of a file. */
export function PicturesField({ pictures: { sent, problems, left, send } }: { pictures: SendingPictures }) {
  const count = Object.keys(sent).length
  return (
    <section aria-label="Pictures" className="grid justify-items-start gap-2">
      <p className="font-medium">Pictures</p>
      <p className="text-muted text-sm">
        A ZIP or files that are named by part numbers, or as the picture column says. A new part without one
        gets the drawing of its shape, if its category has one.
      </p>
      <FileButton
        label="Choose pictures or a ZIP"
        size="sm"
        accept={PICTURE_FILES}
        multiple
        onChoose={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) void send(files)
        }}
      />
      <p role="status" className="text-sm">
        {left > 0
          ? `Sending pictures, ${formatCount(count)} of ${formatCount(count + left)} so far…`
          : count > 0 && `${formatCount(count)} ${count === 1 ? 'picture is' : 'pictures are'} sent.`}
      </p>
      {problems.length > 0 && (
        <Notice tone="bad">
          <ul className="grid gap-1 text-sm [overflow-wrap:anywhere]">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  )
}
