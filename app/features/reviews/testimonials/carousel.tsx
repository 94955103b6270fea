import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ChevronIcon } from '#kit/ui/mark/icons.tsx'
import { type Carousel as CarouselState, useCarousel } from './use-carousel.ts'

type CarouselProps = {
  id: string
  title: string
  slides: readonly { readonly key: string; readonly content: ReactNode }[]
}

/**
 * Slides that change by themselves: one is visible on a phone, three on a desktop. Without scripts it is a row to
 * scroll. Its height does not depend on the visible slides.
 */
export function Carousel({ id, title, slides }: CarouselProps) {
  const carousel = useCarousel(slides.length)
  const { viewport, index, perView, isMoving, hold } = carousel
  const isVisible = (position: number) => perView === 0 || (position >= index && position < index + perView)
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      aria-roledescription="carousel"
      className="min-w-0"
      onPointerEnter={(event) => event.pointerType === 'mouse' && hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={(event) => event.target.matches(':focus-visible') && hold(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && hold(false)}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 md:mb-6">
        <h2 id={`${id}-title`}>{title}</h2>
        <Controls {...carousel} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: these slides are not form fields. */}
      <div
        ref={viewport}
        role="group"
        aria-label="Slides"
        aria-live={isMoving ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be reachable by the keyboard.
        tabIndex={0}
        className="slides"
      >
        {slides.map(({ key, content }, position) => (
          // biome-ignore lint/a11y/useSemanticElements: the carousel pattern makes each slide a group.
          <div
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${position + 1} of ${slides.length}`}
            inert={!isVisible(position)}
          >
            {content}
          </div>
        ))}
      </div>
    </section>
  )
}

/** Invisible until hydrated and while there is one stop; the space is always reserved. */
function Controls({ index, perView, stops, isPlaying, go, togglePlaying }: CarouselState) {
  const isNeeded = perView > 0 && stops > 1
  return (
    <div
      className={classNames(
        'flex h-11 w-full min-w-0 items-center justify-between gap-1 sm:w-auto noscript:hidden',
        !isNeeded && 'invisible',
      )}
    >
      <button type="button" aria-label="Previous slide" onClick={() => go(index - 1)} className={CONTROL}>
        <ChevronIcon size={20} className="rotate-180" />
      </button>
      <Dots index={index} stops={stops} go={go} />
      <button type="button" aria-label="Next slide" onClick={() => go(index + 1)} className={CONTROL}>
        <ChevronIcon size={20} />
      </button>
      <button
        type="button"
        aria-label={isPlaying ? 'Pause slides' : 'Play slides'}
        onClick={togglePlaying}
        className={CONTROL}
      >
        <PlayIcon isPlaying={isPlaying} />
      </button>
    </div>
  )
}

const CONTROL =
  'grid size-11 shrink-0 cursor-pointer place-items-center rounded border border-edge bg-paper text-ink hover:border-ink'

/** The dots scroll when there are many; the current one stays visible. */
function Dots({ index, stops, go }: Pick<CarouselState, 'index' | 'stops' | 'go'>) {
  const strip = useRef<HTMLDivElement>(null)
  const shown = useRef(index)
  useEffect(() => {
    // The first one is in sight: to measure it would lay out the page once more while it loads.
    if (shown.current === index) return
    shown.current = index
    const element = strip.current
    const dot = element?.children[index]
    if (!element || !(dot instanceof HTMLElement)) return
    element.scrollTo({ left: dot.offsetLeft - (element.clientWidth - dot.offsetWidth) / 2 })
  }, [index])
  return (
    // biome-ignore lint/a11y/useSemanticElements: dots are not form fields.
    <div
      ref={strip}
      role="group"
      aria-label="Choose a slide"
      className="relative flex min-w-0 flex-1 justify-center-safe overflow-x-auto sm:w-72 sm:flex-none [scrollbar-width:none]"
    >
      {Array.from({ length: stops }, (_, position) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity but its index.
          key={position}
          type="button"
          aria-label={`Show slide ${position + 1}`}
          aria-current={position === index || undefined}
          onClick={() => go(position)}
          className="slide-dot"
        />
      ))}
    </div>
  )
}

function PlayIcon({ isPlaying }: { isPlaying: boolean }) {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20" fill="currentColor">
      <path d={isPlaying ? 'M6 4.5h2.5v11H6zM11.5 4.5H14v11h-2.5z' : 'M6.5 4v12l9-6z'} />
    </svg>
  )
}
