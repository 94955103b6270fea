import { Centre, Dimension, hexSide, Missing, Outline, Thin, thread } from './lines.tsx'

const head = hexSide(30, 34)
const shank = thread(64, 16)

/** A screw and a washer on one axis; the nut between them is missing, with the dimension 404. */
export function NotFoundDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 240" className={className} aria-hidden="true">
      <Outline d={shank.outline} />
      <Thin d={shank.flanks} />
      <Outline d={head.outline} />
      <Thin d={head.chamfers} />
      <Missing d="M365 148.5L316 177L267 148.5V91.5L316 63L365 91.5ZM288 120a28 28 0 1 0 56 0a28 28 0 1 0-56 0Z" />
      <Outline d="M422 60h14v120h-14z" />
      <Thin d="M422 90h14M422 150h14" />
      <Centre d="M14 120H464M316 50V186" />
      <Dimension from={267} to={365} y={216} edge={150} label="404" size={24} />
      <Dimension from={64} to={198} y={216} edge={150} label="30" size={16} />
    </svg>
  )
}
