/** The lines every brand drawing is made of: the weights and colours of the catalogue's part drawings. */

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

/** Something that should be there and is not. */
export const Missing = ({ d }: LineProps) => (
  <path
    d={d}
    fill="none"
    stroke="var(--color-link)"
    strokeWidth="2"
    strokeDasharray="9 6"
    strokeLinecap="round"
  />
)

type DimensionProps = {
  from: number
  to: number
  y: number
  /** Where the part's edge is, that the extension lines begin at. */
  edge: number
  label: string
  size?: number
}

export function Dimension({ from, to, y, edge, label, size = 13 }: DimensionProps) {
  const past = y > edge ? 4 : -4
  const start = edge + (y > edge ? 3 : -3)
  return (
    <>
      <path
        d={`M${from} ${start}V${y + past}M${to} ${start}V${y + past}M${from} ${y}H${to}`}
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

/** A chamfered hexagon's long and thin edges from the side, its left face at `x`, 96 high on the axis y = 120. */
export const hexSide = (x: number, width: number) => ({
  outline:
    `M${x + 5} 72Q${x} 78 ${x} 84V156Q${x} 162 ${x + 5} 168H${x + width - 5}` +
    `Q${x + width} 162 ${x + width} 156V84Q${x + width} 78 ${x + width - 5} 72Z` +
    `M${x + 5} 96H${x + width - 5}M${x + 5} 144H${x + width - 5}`,
  chamfers:
    `M${x + 5} 72Q${x - 5} 84 ${x + 5} 96Q${x - 7} 120 ${x + 5} 144Q${x - 5} 156 ${x + 5} 168` +
    `M${x + width - 5} 72Q${x + width + 5} 84 ${x + width - 5} 96Q${x + width + 7} 120 ${x + width - 5} 144Q${x + width + 5} 156 ${x + width - 5} 168`,
})

/** A thread of so many turns from `x` to the right, 56 high on the axis y = 120; each turn is 8 wide. */
export const thread = (x: number, turns: number) => ({
  outline: `M${x} 96${'l4-4 4 4'.repeat(turns)}l6 3v42l-6 7${'l-4-4-4 4'.repeat(turns)}Z`,
  flanks: `M${x + 4} 92${'l4 56m4-56'.repeat(turns)}`,
})
