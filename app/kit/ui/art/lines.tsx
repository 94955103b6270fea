/** The line styles of the brand drawings, with the weights and colours of the part drawings. */

type LineProps = { d: string }

export const Outline = ({ d }: LineProps) => (
  <path
    d={d}
    fill="var(--color-paper)"
    fillRule="evenodd"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinejoin="round"
  />
)

export const Thin = ({ d }: LineProps) => <path d={d} fill="none" stroke="currentColor" />

export const Hidden = ({ d }: LineProps) => (
  <path d={d} fill="none" stroke="currentColor" strokeDasharray="5 3" />
)

export const Centre = ({ d }: LineProps) => (
  <path d={d} fill="none" stroke="currentColor" strokeDasharray="14 3 2 3" opacity="0.55" />
)

type DimensionProps = {
  from: number
  to: number
  y: number
  /** The edge of the part, where the extension lines begin. */
  edge: number
  label: string
  size?: number
}

export function Dimension({ from, to, y, edge, label, size = 13 }: DimensionProps) {
  const side = y > edge ? 1 : -1
  const start = edge + 3 * side
  const line = `v${y + 4 * side - start}`
  return (
    <>
      <path
        d={`M${from} ${start}${line}M${to} ${start}${line}M${from} ${y}H${to}`}
        fill="none"
        stroke="var(--color-link)"
      />
      <path d={`M${from} ${y}l8-2.4v4.8zM${to} ${y}l-8-2.4v4.8z`} fill="var(--color-link)" />
      <text x={(from + to) / 2} y={y - 5} fontSize={size} textAnchor="middle" fill="currentColor">
        {label}
      </text>
    </>
  )
}

/**
 * The outline and the chamfers of a hexagon from the side, its left face at `x`, 96 high on the axis y = 120. All hexagons
 * use the same path commands, which compress well.
 */
export const hexSide = (x: number, width: number) => {
  const [left, right] = [x + 5, x + width - 5]
  return {
    outline:
      `M${left} 72q-5 6-5 12v72q0 6 5 12H${right}q5-6 5-12v-72q0-6-5-12Z` +
      `M${left} 96H${right}M${left} 144H${right}`,
    chamfers:
      `M${left} 72q-10 12 0 24q-12 24 0 48q-10 12 0 24` + `M${right} 72q10 12 0 24q12 24 0 48q10 12 0 24`,
  }
}

/** A thread of `turns` turns from `x` to the right, 56 high on the axis y = 120; each turn is 8 wide. */
export const thread = (x: number, turns: number) => ({
  outline: `M${x} 96${'l4-4 4 4'.repeat(turns)}l6 3v42l-6 7${'l-4-4-4 4'.repeat(turns)}Z`,
  flanks: `M${x + 4} 92${'l4 56m4-56'.repeat(turns)}`,
})
