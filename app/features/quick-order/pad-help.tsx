/** How lines may look; each is read as 1,000 pieces of the part. */
const EXAMPLES = [
  'HX-933-M8-40  1000',
  '1,000 x hx-933-m8-40',
  'HX-933-M8-40; Screw M8; 1.000 pcs',
  'HX-933-M8-40, 1k',
]

/** Stands where the lines will, until there is a text. */
export const PadHelp = () => (
  <div className="pad-help">
    <p className="font-medium text-sm">Paste it as it is: from a mail, a spreadsheet or a PDF.</p>
    <p className="mt-2 text-muted text-sm">These all mean 1,000 pieces of HX-933-M8-40:</p>
    <ul className="mt-1 grid gap-1">
      {EXAMPLES.map((example) => (
        <li key={example} className="truncate font-mono text-[0.8125rem]">
          {example}
        </li>
      ))}
    </ul>
    <p className="mt-3 text-muted text-sm">
      What is not clear, too few or not in stock is shown beside its line, with what to do about it.
    </p>
  </div>
)
