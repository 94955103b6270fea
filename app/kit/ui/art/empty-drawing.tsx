import { Missing, Outline, Thin } from './lines.tsx'

/** An empty storage bin with the outline of a missing part. */
export function EmptyDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 144" className={className} aria-hidden="true">
      <Outline d="M36 70L62 22H178L204 70Z" />
      <Thin d="M62 22L74 58H166L178 22M74 58L56 70M166 58L184 70" />
      <Missing d="M120 26L134 34V50L120 58L106 50V34Z" />
      <Outline d="M36 70H204L196 128H44ZM28 64H212V74H28Z" />
      <Outline d="M90 88H150V108H90Z" />
      <Thin d="M98 95H128M98 101H142" />
    </svg>
  )
}
