import { unbrokenRuns } from '#kit/text/unbroken-runs.ts'

/**
 * A text in which no line ends within a size, a standard or a part number. The text itself stays as it is. One element, since
 * each run would be an item of its own in a grid.
 */
export const Unbroken = ({ text }: { text: string }) => (
  <span>
    {unbrokenRuns(text).map((run, index) =>
      run.isUnbroken ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key.
        <span key={index} className="whitespace-nowrap">
          {run.text}
        </span>
      ) : (
        run.text
      ),
    )}
  </span>
)
