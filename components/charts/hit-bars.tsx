import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/presentation/format/number'

export type Hit = { name: string; href: string; roots: number; cascades: number; title?: string }

const ROW = 'grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)_3rem] gap-3'

/** One bar per place where failures occurred, on a common scale: root causes, and cascades in a lighter colour. */
export function HitBars({ hits }: { hits: readonly Hit[] }) {
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
