import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT, readProjectFile } from './project.ts'

interface Copy {
  /** The project, the stage that builds, or another image. */
  readonly from: string
  readonly sources: readonly string[]
  readonly target: string
}

/** The instructions of each stage of the Dockerfile, one per line. */
export const stages = readProjectFile('Dockerfile')
  .replace(/\\\n\s*/g, '')
  .split(/^FROM /m)
  .slice(1)
  .map((stage) => stage.split('\n'))

export const copiesOf = (stage: readonly string[] = []): Copy[] =>
  stage
    .filter((line) => line.startsWith('COPY '))
    .map((line) => {
      const words = line.split(/\s+/).slice(1)
      const [, from = 'project'] = /^--from=(.+)/.exec(words[0] ?? '') ?? []
      const paths = words
        .filter((word) => !word.startsWith('--'))
        .map((path) => path.replace(/^\/shop\//, ''))
      return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
    })

/** Creates a folder with the files that a stage copies, and the installed packages. */
export function copyStage(
  cleanUp: DisposableStack | AsyncDisposableStack,
  stage: readonly string[] = [],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-image-'))
  cleanUp.defer(() => rmSync(folder, { recursive: true }))
  for (const { from, sources, target } of copiesOf(stage)) {
    if (from !== 'project' && from !== 'build') continue
    for (const source of sources) {
      const destination = join(folder, target.endsWith('/') ? join(target, basename(source)) : target)
      mkdirSync(join(destination, '..'), { recursive: true })
      if (source !== 'node_modules') cpSync(join(ROOT, source), destination, { recursive: true })
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
