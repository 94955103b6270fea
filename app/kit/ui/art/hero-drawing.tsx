import { Centre, Dimension, Hidden, hexSide, Outline, Thin, thread } from './lines.tsx'

const head = hexSide(24, 34)
const shank = thread(58, 28)
const nut = hexSide(504, 50)

const plate = 'M364 89V38Q380 31 396 38T428 38V89ZM364 151V202Q380 209 396 202T428 202V151Z'

/** A bolted joint taken apart along its axis: screw, washer, plate, washer, nut. */
export function HeroDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 708 240" className={className} aria-hidden="true">
      <defs>
        <pattern
          id="hero-cut"
          width="7"
          height="7"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V7" stroke="currentColor" />
        </pattern>
      </defs>
      <Outline d={shank.outline} />
      <Thin d={shank.flanks} />
      <Outline d={head.outline} />
      <Thin d={head.chamfers} />
      <Outline d="M318 65h12v110h-12zM462 65h12v110h-12z" />
      <Hidden d="M318 90h12M318 150h12M462 90h12M462 150h12" />
      <Outline d={plate} />
      <path d={plate} fill="url(#hero-cut)" />
      <Outline d="M364 89V151M428 89V151" />
      <Outline d={nut.outline} />
      <Thin d={nut.chamfers} />
      <Hidden d="M504 92h50M504 148h50" />
      <Outline d="M683 144L641.5 168L600 144V96L641.5 72L683 96ZM618 120a23.5 23.5 0 1 0 47 0a23.5 23.5 0 1 0-47 0Z" />
      <Thin d="M602 120a39.5 39.5 0 1 0 79 0a39.5 39.5 0 1 0-79 0ZM669 125A28 28 0 1 1 646.5 92.5" />
      <Centre d="M8 120H700M641.5 60V174" />
      <Dimension from={24} to={58} y={56} edge={72} label="7.5" />
      <Dimension from={58} to={288} y={194} edge={168} label="50" />
      <Dimension from={364} to={428} y={226} edge={202} label="14" />
      <Dimension from={504} to={554} y={194} edge={168} label="10.8" />
      <Dimension from={600} to={683} y={194} edge={144} label="18" />
    </svg>
  )
}
