import { clsx } from 'clsx'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Link } from '@/components/ui/link'
import { ShowAll } from '@/components/ui/show-all'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { type MoverRow, prepareWeekMovers } from '@/lib/presentation/charts/prepare-week-movers'
import { formatChange, formatCount, formatPlural } from '@/lib/presentation/format/number'
import { CountLink } from './row-parts'

const SHOWN = 12
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_min(5.5rem,28%)_min(7rem,36%)] items-center gap-x-3 sm:gap-x-4 sm:grid-cols-[minmax(0,14rem)_minmax(8rem,1fr)_6.5rem_9rem]'

type MoversProps = { project: string; report: WeeklyReport }

/** Change of each chain with its interval on a common axis, clearest first. */
export function Movers({ project, report }: MoversProps) {
  const { rows, reach, isAny } = prepareWeekMovers(report, project)
  const all = report.chainTotals?.chains ?? rows.length
  if (rows.length === 0) return <p className="text-ink-2">No chain ran this week or the week before.</p>
  return (
    <div className="text-sm">
      <div className={clsx(COLUMNS, 'border-b pb-1 text-ink-3 text-xs')} aria-hidden>
        <span>Chain</span>
        <span className="flex justify-between max-sm:hidden">
          {isAny && (
            <>
              <span>{formatChange(-reach)}</span>
              <span>no change</span>
              <span>{formatChange(reach)}</span>
            </>
          )}
        </span>
        <span className="text-right">Mean, change</span>
        <span />
      </div>
      <ShowAll items={rows} most={SHOWN} noun="chain">
        {(shown) => (
          <ul>
            {shown.map((row) => (
              <Mover key={row.chain} row={row} isDrawn={isAny} />
            ))}
            {isAny && <NotPrinted count={shown.filter(({ mark }) => mark === null).length} />}
          </ul>
        )}
      </ShowAll>
      {all > rows.length && (
        <p className="mt-2 text-ink-2">
          The {formatCount(rows.length)} of {formatPlural(all, 'chain')} that changed most clearly or are flagged.
        </p>
      )}
      {rows.some(({ isPerhaps }) => isPerhaps) && (
        <p className="mt-2 text-ink-2">
          Perhaps: significant alone, but among {formatPlural(all, 'chain')} compared at once it may be chance. Lines:
          90% interval of the change.
        </p>
      )}
    </div>
  )
}

/** `isDrawn`: whether any chain's change can be drawn. */
function Mover({ row, isDrawn }: { row: MoverRow; isDrawn: boolean }) {
  return (
    <li className={clsx(COLUMNS, 'min-h-9 border-b py-1', isDrawn && row.mark === null && 'print:hidden')}>
      <Link href={row.href} title={row.chain} className="break-words font-medium hover:underline lg:truncate">
        {row.chain}
      </Link>
      {isDrawn ? <Whisker row={row} /> : <span className="max-sm:hidden" />}
      <span className="text-right" title={row.meanTitle}>
        <CountLink href={row.href} label={`${row.chain}: mean ${row.mean}`}>
          {row.mean}
        </CountLink>{' '}
        {row.change && (
          <span className="ml-1 text-ink-2">
            <CountLink href={row.previousHref} label={`${row.chain}: ${row.change}, the week before ${row.previous}`}>
              {row.change}
            </CountLink>
          </span>
        )}
      </span>
      <span>
        <StatusMark status={row.tone} word={row.verdict} isWrapped />
        {row.note && <span className="block text-ink-3 text-xs">{row.note}</span>}
      </span>
    </li>
  )
}

/** On paper, chains without a change to draw are only counted. */
function NotPrinted({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <li className="mt-2 hidden text-ink-2 print:block">
      {formatPlural(count, 'more chain')} with nothing to compare, or too little measured.
    </li>
  )
}

function Whisker({ row: { mark, tone } }: { row: MoverRow }) {
  const ink = { pass: 'bg-pass', fail: 'bg-fail', unknown: 'bg-unknown' }[tone]
  return (
    <span aria-hidden className="relative h-5 max-sm:hidden">
      {mark ? (
        <span className="absolute inset-y-0 left-1/2 w-px bg-line-control" />
      ) : (
        <span className="hatch absolute inset-x-0 top-1/2 h-1.5 -translate-y-1/2" />
      )}
      {mark && (
        <>
          <span
            style={{ left: `${mark.low}%`, width: `${mark.high - mark.low}%` }}
            className={clsx('absolute top-1/2 h-0.5 min-w-0.5 -translate-y-1/2', ink)}
          />
          <span
            style={{ left: `${mark.point}%` }}
            className={clsx('absolute top-1/2 size-2 -translate-1/2 rounded-full ring-2 ring-paper', ink)}
          />
        </>
      )}
    </span>
  )
}
