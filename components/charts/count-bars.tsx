'use client'

import { clsx } from 'clsx'
import { Link } from '@/components/ui/link'
import type { CountBarsModel } from '@/lib/presentation/charts/prepare-count-bars'
import type { FailureHit } from '@/lib/presentation/charts/prepare-failure-classes'
import { formatCount } from '@/lib/presentation/format/number'
import { useChartSize } from './chart-parts'

type CountBarsProps = {
  model: CountBarsModel
  color?: string
}

/** In px, when the chart is not enlarged. */
const HEIGHT = 160

/** Bar chart of counts; each bar links to what it counts. Plain HTML, so that it loads no plotting library. */
export function CountBars({ model, color = 'var(--fail)' }: CountBarsProps) {
  const { height: large, isLarge, active } = useChartSize()
  const height = isLarge ? large : HEIGHT
  return (
    <div className="relative pt-2 pb-6 pl-9" style={{ height: height + 32 }}>
      <div aria-hidden className="absolute top-2 right-0 left-9" style={{ height }}>
        {model.scale.map(({ at, label }) => (
          <div key={label} className="absolute inset-x-0 border-t" style={{ bottom: `${at * 100}%` }}>
            <span className="absolute right-full mr-2 -translate-y-1/2 text-ink-3 text-xs">{label}</span>
          </div>
        ))}
      </div>
      <ul className="relative flex items-end gap-px" style={{ height }}>
        {model.bars.map((bar, place) => (
          <li key={bar.key} className="relative h-full min-w-0 flex-1">
            <div className="relative mx-auto h-full" style={{ maxWidth: isLarge ? 180 : 72 }}>
              <Bar bar={bar} color={color} isActive={active === bar.key} />
            </div>
            {bar.isTicked && (
              <span
                aria-hidden
                className={clsx(
                  'absolute top-full mt-1 whitespace-nowrap text-ink-3 text-xs',
                  tickClass(place, model.bars.length),
                )}
              >
                {bar.tick}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Up to this many bars have centred ticks. With more, ticks are left-aligned to avoid overlap, the last one right-aligned. */
const CENTERED_MAX = 12

function tickClass(place: number, count: number): string {
  if (count <= CENTERED_MAX) return 'left-1/2 -translate-x-1/2'
  if (place === count - 1) return 'right-0'
  // On a phone there is no room for every second tick, nor for one close to the last.
  return Math.round((place * CENTERED_MAX) / count) % 2 === 1 || place > count * 0.85
    ? 'left-0 max-sm:hidden'
    : 'left-0'
}

type BarProps = { bar: CountBarsModel['bars'][number]; color: string; isActive: boolean }

function Bar({ bar, color, isActive }: BarProps) {
  const drawing = (
    <>
      <span
        className="absolute inset-x-0 block opacity-35"
        style={{
          background: color,
          bottom: `${(bar.height - bar.lighterHeight) * 100}%`,
          height: `${bar.lighterHeight * 100}%`,
        }}
      />
      <span
        className={clsx('absolute inset-x-0 bottom-0 block', bar.count > (bar.lighter ?? 0) && 'min-h-[2px]')}
        style={{ background: color, height: `${(bar.height - bar.lighterHeight) * 100}%` }}
      />
    </>
  )
  const frame = clsx('absolute inset-0 block', isActive ? 'bg-selected outline-2 outline-accent' : 'hover:bg-hover')
  const name = `${bar.name}: ${bar.countText}`
  return bar.href ? (
    // The table serves the keyboard; a tab stop at every bar would make the rest of the page hard to reach.
    <Link href={bar.href} tabIndex={-1} aria-label={name} title={name} className={frame}>
      {drawing}
    </Link>
  ) : (
    <span role="img" aria-label={name} title={name} className={frame}>
      {drawing}
    </span>
  )
}

const ROW = 'grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)_3rem] gap-3'

/** One bar per place where failures occurred, on a common scale: root causes, and cascades in a lighter colour. */
export function HitBars({ hits }: { hits: readonly FailureHit[] }) {
  const most = Math.max(1, ...hits.map(({ roots, cascades }) => roots + cascades))
  return (
    <>
      <ul>
        {hits.map(({ name, href, roots, cascades, title }) => (
          <li key={name}>
            <Link href={href} title={title} className={`${ROW} h-7 items-center rounded-sm text-sm hover:bg-hover`}>
              <span className="truncate">{name}</span>
              <span aria-hidden className="flex h-2 border-line-strong border-l">
                <span style={{ width: `${(roots / most) * 100}%` }} className="bg-fail" />
                <span style={{ width: `${(cascades / most) * 100}%` }} className="bg-fail/35" />
              </span>
              <span className="text-right text-ink-2">{formatCount(roots + cascades)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p aria-hidden className={`${ROW} mt-1 text-ink-3 text-xs`}>
        <span />
        <span className="flex justify-between border-t pt-0.5">
          <span>0</span>
          <span>{formatCount(most)}</span>
        </span>
      </p>
    </>
  )
}
