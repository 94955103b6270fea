import { readProjectFile } from './project.ts'

/** A chapter of a page of `docs`. */
export function chapterOf(page: string, title: string): string {
  const [, chapter] = readProjectFile(`docs/${page}.md`).split(`\n## ${title}\n`)
  if (chapter === undefined) throw new Error(`docs/${page}.md has no chapter "${title}"`)
  return chapter.split(/^## /m)[0] ?? ''
}

/** The lines of each block of commands in a text. */
export const commandsOf = (text: string): string[][] =>
  (text.match(/(?:^ {4}.+\n)+/gm) ?? []).map((block) => block.match(/(?<=^ {4}).+/gm) ?? [])
