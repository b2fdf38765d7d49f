'use client'

import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { useReturningFocus } from '@/components/ui/returning-focus'
import { QuietSections, type WeekSection } from './week-sections'

const TURNS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
const DOWNWARD: Record<string, number> = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 }
/** How much of the height is scrolled at once. */
const PAGE = 0.85

type PresentationProps = {
  title: string
  days: string
  sections: readonly WeekSection[]
  /** Id of the section that is shown. */
  slide: string
  /** `next` is given the section that was asked for last, which may not be drawn yet. */
  onSlide: (next: (slide: string) => string) => void
  onClose: () => void
}

/**
 * Presentation mode: one section per screen in large type, without those that have nothing to say, which the first one names. Arrow keys
 * change the section, those up and down once all of it was shown; Escape closes.
 */
export function Presentation({ title, days, sections: all, slide, onSlide, onClose }: PresentationProps) {
  const sections = all.filter(({ isQuiet }) => !isQuiet)
  const placeOf = (wanted: string) =>
    Math.max(
      0,
      sections.findIndex(({ id }) => id === wanted),
    )
  const place = placeOf(slide)
  const frame = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLElement>(null)
  const returning = useReturningFocus()
  useFullScreen(onClose)
  const turn = (by: number) => onSlide((last) => sections.at(clamp(placeOf(last) + by, sections.length))?.id ?? last)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role="combobox"]'))
      return
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const downward = DOWNWARD[event.key]
    const step = TURNS[event.key] ?? downward
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    if (downward !== undefined && scrollOn(page.current, downward)) return
    turn(step ?? (event.key === 'Home' ? -sections.length : sections.length))
  }
  const section = sections[place]
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Content
          ref={frame}
          aria-describedby={undefined}
          {...returning}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            frame.current?.focus()
          }}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-30 flex flex-col bg-paper outline-none"
        >
          <header className="flex items-baseline gap-4 px-6 pt-5 lg:px-14">
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            <span className="text-ink-2 max-sm:hidden">{days}</span>
            <span className="ml-auto text-ink-2" aria-live="polite">
              <span>
                {place + 1} of {sections.length}
              </span>
              {section && <span className="sr-only">: {section.title}</span>}
            </span>
            <IconButton label="End the presentation" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </header>
          {section && (
            <section
              key={section.id}
              ref={page}
              aria-label={section.title}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
              tabIndex={0}
              className="flex min-h-0 flex-1 overflow-y-auto px-6 py-8 [mask-image:linear-gradient(black_calc(100%_-_2rem),transparent)] lg:px-14"
            >
              {/* Short sections are centred vertically, long ones scroll from the top. */}
              <div className="zoomable my-auto w-full min-w-0">
                <h2 className="mb-5 text-xl [zoom:1.2] lg:[zoom:1.4]">{section.title}</h2>
                <div className="max-w-6xl [zoom:1.2] lg:[zoom:1.7] 2xl:[zoom:2.1]">
                  {section.body}
                  {place === 0 && <QuietSections sections={all} />}
                </div>
              </div>
            </section>
          )}
          <footer className="flex justify-end gap-2 px-6 pb-4 lg:px-14">
            <IconButton label="Previous section" disabled={place === 0} onClick={() => turn(-1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton label="Next section" disabled={place === sections.length - 1} onClick={() => turn(1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const clamp = (place: number, count: number) => Math.min(count - 1, Math.max(0, place))

/** Scrolls a section on, down by 1 or up by -1; false if there is no more of it. */
function scrollOn(section: HTMLElement | null, by: number): boolean {
  if (!section) return false
  const { scrollTop, scrollHeight, clientHeight } = section
  const left = by > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop
  if (left < 1) return false
  section.scrollBy({ top: by * PAGE * clientHeight })
  return true
}

/** When the full screen of the last presentation has ended. Its end would close one that enters before, as by the way back. */
let ended: Promise<unknown> = Promise.resolve()

/** Enters full screen if the browser allows it; leaving full screen closes the presentation. */
function useFullScreen(onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    let isOver = false
    const onChange = () => {
      if (!document.fullscreenElement) close()
    }
    const enter = async () => {
      await ended
      if (isOver || !document.documentElement.requestFullscreen) return
      await document.documentElement.requestFullscreen()
      document.addEventListener('fullscreenchange', onChange)
    }
    const entered = enter().catch(() => {})
    return () => {
      isOver = true
      ended = entered.then(() => {
        document.removeEventListener('fullscreenchange', onChange)
        if (document.fullscreenElement) return document.exitFullscreen().catch(() => {})
      })
    }
  }, [])
}
