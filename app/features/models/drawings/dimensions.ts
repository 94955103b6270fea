import { across, leader, upright } from '#kit/drawing/dimension.ts'
import { type Box, boxAround } from '#kit/drawing/sheet.ts'
import { leaderText, levelsOf, type PlacedView, SPACE, textOf } from './layout.ts'
import type { Leader, Marks, Measure, ViewName } from './marks.ts'

/** All dimensions of a drawing. Those of both views on one side are in one line. */
export function dimensionsOf(marks: Marks, places: Record<ViewName, PlacedView>): string {
  const sides = ['above', 'below', 'left', 'right'] as const
  const names = ['top', 'front'] as const
  let found = ''
  for (const side of sides)
    for (const name of names) {
      const measures = marks.measures.filter((one) => one.view === name && one.side === side)
      const levels = levelsOf(marks, measures)
      const isAligned = (marks.layout === 'beside') === (side === 'above' || side === 'below')
      const boxes = isAligned ? boxAround(places.front.box, places.top.box) : places[name].box
      for (const measure of measures)
        found += drawMeasure(
          measure,
          textOf(measure, marks),
          { place: places[name], box: boxes },
          levels.get(measure) ?? 0,
        )
      const away = measures.length > 0 ? SPACE.first + SPACE.next * Math.max(...levels.values()) : 0
      for (const one of (marks.leaders ?? []).filter((each) => each.view === name && each.side === side))
        found += drawLeader(one, places[name], away)
    }
  return found
}

function drawMeasure(
  { from, to, side }: Measure,
  text: string,
  { place, box }: { place: PlacedView; box: Box },
  level: number,
): string {
  const [a, b] = [place.at(from), place.at(to)]
  const away = SPACE.first + SPACE.next * level
  if (side === 'above' || side === 'below') {
    const [left, right] = a[0] < b[0] ? [a, b] : [b, a]
    const y = side === 'above' ? box.y - away : box.y + box.h + away
    return across(left[0], right[0], y, [left[1], right[1]], text)
  }
  const [upper, lower] = a[1] < b[1] ? [a, b] : [b, a]
  const x = side === 'left' ? box.x - away : box.x + box.w + away
  return upright(upper[1], lower[1], x, [upper[0], lower[0]], text)
}

function drawLeader(one: Leader, { at, box }: PlacedView, away: number): string {
  const [x, y] = at(one.tip)
  const kneeY = one.side === 'above' ? box.y - away - 8 : box.y + box.h + away + 20
  const sign = one.to === 'left' ? -1 : 1
  const kneeX = x + sign * Math.min(40, Math.abs(kneeY - y) * 0.5)
  return leader([x, y], [kneeX, kneeY], leaderText(one), one.to ?? 'right')
}
