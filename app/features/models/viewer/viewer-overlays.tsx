import type { DimensionLine } from './dimensions.ts'
import { VIEWS, viewNames } from './views.ts'

/** The dimensions over the part. Their text is below the picture too, so that this is for the eye only. */
export function DimensionOverlay({ lines }: { lines: readonly DimensionLine[] }) {
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full text-ink">
      {lines.map(({ text, from, to, leaders, label }) => (
        <g key={`${text} ${from.x} ${from.y}`} stroke="currentColor">
          {[[from, to] as const, ...leaders].map(([start, end]) => (
            <line key={`${start.x} ${end.x} ${end.y}`} x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
          ))}
          <text
            x={label.x}
            y={label.y}
            fill="currentColor"
            stroke="var(--color-tint)"
            strokeWidth="4"
            paintOrder="stroke"
            textAnchor="middle"
            dominantBaseline="central"
          >
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** What the keys do while the view has the focus. */
export function KeyLegend() {
  const rows = [
    ...viewNames.map((name, at) => [VIEWS[name].label, [String(at + 1), VIEWS[name].key]] as const),
    ['Turn', ['←→↑↓']] as const,
    ['Zoom', ['+', '−']] as const,
    ['Fit', ['0']] as const,
  ]
  return (
    <dl className="float absolute inset-2 right-14 grid grid-cols-2 content-start gap-x-3 gap-y-1 overflow-y-auto p-2 text-xs sm:right-auto sm:bottom-auto">
      {rows.map(([label, keys]) => (
        <div key={label} className="flex items-center justify-between gap-2">
          <dt>{label}</dt>
          <dd className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
