/** An extent on the sheet in px. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The extent of two. */
export function boxAround(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}

/**
 * The SVG elements of one drawing. Thumbnails leave out `aside`, a second view, and `dims`, the dimensions. `box` is the
 * extent of `part`.
 */
export interface Sheet {
  readonly part: string
  readonly aside?: string
  readonly dims: string
  readonly box: Box
}

/**
 * `o` visible outline with a body, `l` visible edge, `m` the same inside of an outline, `t` thin, `h` hidden, `c` centre, `s`
 * cut, `k` rubber, `f` only the fill of a body.
 */
export type Line = 'o' | 'l' | 'm' | 't' | 'h' | 'c' | 's' | 'k' | 'f'

export type Point = readonly [x: number, y: number]

/** The sheet in px. */
export const SHEET = { width: 320, height: 240 }
const { width, height } = SHEET

// In an <img>, media queries apply to the size of the image: a thumbnail hides the dimensions, which would be illegible,
// enlarges the part and uses thicker lines.
const style = ({ move, scale }: Frame) =>
  'svg{--i:#14201a;--g:#008037;--f:#fff;--k:#c3cdc7}' +
  'path,circle,rect{fill:none;stroke:var(--i);stroke-width:1;stroke-linejoin:round}' +
  '.m{stroke-width:1.4;stroke-linecap:round}' +
  '.o,.l,.s,.k{stroke-width:2}.o,.s,.k,.f{fill-rule:evenodd}.o,.f{fill:var(--f)}.f{stroke:none}.k{fill:var(--k)}.s{fill:url(#cut)}' +
  '.h{stroke-dasharray:5 3}.c{stroke-dasharray:14 3 2 3;opacity:.55}' +
  '.d path{stroke:var(--g)}.d .a{fill:var(--g);stroke:none}' +
  'text{font-family:ui-sans-serif,system-ui,sans-serif;font-size:13px;fill:var(--i);text-anchor:middle}' +
  '.e{text-anchor:start}' +
  '@media(prefers-color-scheme:dark){svg{--i:#dfe8e2;--g:#4fc384;--f:#202d27;--k:#4b5952}}' +
  `@media(max-width:180px){.d,.v{display:none}.p{transform:${move}}${weights(3 / scale, 2 / scale, 1.3 / scale)}}` +
  `@media(max-width:110px){.c{opacity:.35}${weights(4.4 / scale, 3 / scale, 1.8 / scale)}}`

const weights = (outline: number, edge: number, thin: number) =>
  `path,circle,rect{stroke-width:${px(thin)}}.m{stroke-width:${px(edge)}}.o,.l,.s,.k{stroke-width:${px(outline)}}`

const cutPattern =
  '<pattern id="cut" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
  '<rect width="6" height="6" style="fill:var(--f);stroke:none"/><path d="M0 0V6"/></pattern>'

/** A whole SVG document, 4:3, with a transparent background, for light and dark pages; `titledSvg` gives it a title. */
export function svgDocument(sheet: Sheet): string {
  const hatching = sheet.part.includes('class="s"') ? `<defs>${cutPattern}</defs>` : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">` +
    `<style>${style(fillFrame(sheet.box))}</style>${hatching}` +
    (sheet.aside ? `<g class="v">${sheet.aside}</g>` : '') +
    `<g class="p">${sheet.part}</g><g class="d">${sheet.dims}</g></svg>`
  )
}

/** A document without a title with this one. */
export const titledSvg = (svg: string, title: string): string =>
  svg.replace('<style>', () => `<title>${escapeXml(title)}</title><style>`)

/** The transformation that makes the part fill a thumbnail. */
interface Frame {
  readonly move: string
  readonly scale: number
}

function fillFrame({ x, y, w, h }: Box): Frame {
  const scale = Math.min((width - 24) / w, (height - 24) / h, 2)
  const shiftX = width / 2 - scale * (x + w / 2)
  const shiftY = height / 2 - scale * (y + h / 2)
  return { move: `translate(${px(shiftX)}px,${px(shiftY)}px) scale(${Math.round(scale * 100) / 100})`, scale }
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A coordinate with one decimal, to keep the files small. */
export const px = (value: number) => String(Math.round(value * 10) / 10)

/** A measure in mm as the text of a dimension. */
export const mm = (value: number) => String(Math.round(value * 100) / 100)

export const path = (line: Line, d: string) => `<path class="${line}" d="${d}"/>`

export const circle = (line: Line, cx: number, cy: number, r: number) =>
  `<circle class="${line}" cx="${px(cx)}" cy="${px(cy)}" r="${px(r)}"/>`

/** A ring with a transparent hole. */
export const ring = (line: Line, cx: number, cy: number, outer: number, inner: number) =>
  path(line, round(cx, cy, outer) + round(cx, cy, inner))

export const rect = (line: Line, x: number, y: number, w: number, h: number, r = 0) =>
  `<rect class="${line}" x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}"${r ? ` rx="${px(r)}"` : ''}/>`

export const segment = (line: Line, x1: number, y1: number, x2: number, y2: number) =>
  path(line, `M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}`)

/** Path data through the points, closed by default. */
export const polygon = (points: readonly Point[], end: 'Z' | '' = 'Z') =>
  `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}${end}`

/** Path data of an arc, clockwise from one angle to the other. */
export function arc(
  cx: number,
  cy: number,
  r: number,
  from: number,
  to: number,
  start: 'M' | 'L' = 'M',
): string {
  const [x1, y1] = polar(cx, cy, r, from)
  const [x2, y2] = polar(cx, cy, r, to)
  const sweep = to > from ? 1 : 0
  const large = Math.abs(to - from) > 180 ? 1 : 0
  return `${start}${px(x1)} ${px(y1)}A${px(r)} ${px(r)} 0 ${large} ${sweep} ${px(x2)} ${px(y2)}`
}

/** Both centre lines of something round. */
export const cross = (cx: number, cy: number, r: number) =>
  segment('c', cx - r - 8, cy, cx + r + 8, cy) + segment('c', cx, cy - r - 8, cx, cy + r + 8)

export const turned = (degrees: number, cx: number, cy: number, piece: string) =>
  `<g transform="rotate(${px(degrees)} ${px(cx)} ${px(cy)})">${piece}</g>`

/** A bent wire: its path is drawn twice, as outline and as fill. */
export function wire(d: string, thickness: number, cap: 'round' | 'butt' = 'round'): string {
  const stroke = (colour: string, w: number) =>
    `<path d="${d}" style="stroke:var(--${colour});stroke-width:${px(w)};stroke-linecap:${cap}"/>`
  return stroke('i', thickness + 1) + stroke('f', Math.max(thickness - 3, 1))
}

/** Path data of a full circle, to be joined with other outlines. */
function round(cx: number, cy: number, radius: number): string {
  // The two halves meet on a line, so the rounded radius must fit the rounded diameter exactly.
  const r = Math.round(radius * 10) / 10
  const half = (sign: number) => `a${px(r)} ${px(r)} 0 1 0 ${px(sign * 2 * r)} 0`
  return `M${px(cx - r)} ${px(cy)}${half(1)}${half(-1)}Z`
}

/** Points at one radius, the angle in degrees, 0 to the right and clockwise. */
export const polar = (cx: number, cy: number, r: number, degrees: number): Point => [
  cx + r * Math.cos((degrees * Math.PI) / 180),
  cy + r * Math.sin((degrees * Math.PI) / 180),
]
