import { expect, test } from 'vitest'
import { unbrokenRuns } from './unbroken-runs.ts'

/** The runs in brackets: "Wing nut [M6 × 20]". */
const shown = (text: string): string =>
  unbrokenRuns(text)
    .map((run) => (run.isUnbroken ? `[${run.text}]` : run.text))
    .join('')

test.each([
  'Socket head cap screw [M6 × 20], stainless steel, [DIN 912]',
  'Deep groove ball bearing [608-2RS], [8 × 22 × 7]',
  'Tapered roller bearing 30205, [25 × 52 × 16.25]',
  'Dowel pin [6 m6 × 24], [ISO 8734]',
  'Clevis pin with head and hole [8 × 30], [ISO 2341 B]',
  'Parallel key [A 8 × 7 × 40], [DIN 6885]',
  'O-ring [20.29 × 2.62], NBR 70, [ISO 3601-1]',
  'Push-in fitting [R1/4], straight, tube [8 mm]',
  'Hose clamp [16–27 mm], band [9 mm], [DIN 3017]',
  'Cable gland [M20 × 1.5], [EN 62444]',
  'Threaded rod [M10 × 1000], [DIN 976-1]',
  'Hexagon nut M8, [DIN EN ISO 4032], [A2-70]',
  'Retaining washer (E-clip) 6, [DIN 6799]',
  'Spur gear module 1.5, 24 teeth, bore 10',
  'Disc magnet [10 × 5], NdFeB N45',
  '[SC-912-M6-20]',
  'Screw [M8 x 40], 500 gross.',
  'Self-locking nut with nylon ring',
  '',
])('no line ends within the sizes, standards and part numbers of "%s"', (marked) => {
  const text = marked.replace(/[[\]]/g, '')
  expect(shown(text)).toBe(marked)
  expect(
    unbrokenRuns(text)
      .map((run) => run.text)
      .join(''),
  ).toBe(text)
})

test('what could be wider than a column may break, and long texts are split in a moment', () => {
  expect(shown('AA-11-BB-22-CC-33-DD-44-EE-55-FF')).toBe('AA-11-BB-22-CC-33-DD-44-EE-55-FF')
  const startedMs = performance.now()
  for (const hostile of ['1-', 'a-1', '9 × ', 'M', '1.', 'DIN ', 'a1-'])
    unbrokenRuns(hostile.repeat(20_000 / hostile.length))
  expect(performance.now() - startedMs).toBeLessThan(500)
})
