import { useMemo } from 'react'
import { encode } from 'uqr'

/** What a camera needs around the code, in its squares. */
const MARGIN = 4

/** A QR code, drawn here: no other site learns what it says. Black on white in the dark too, so that every camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: MARGIN })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: data.length, path: squares.join('') }
  }, [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-52 rounded border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
