import Link from 'next/link'
import { chainHref } from '@/components/chains/chain-href'
import { Badge } from '@/components/ui/badge'
import type { WeeklyChain, WeeklyFlag, WeeklyReport } from '@/lib/contracts/weekly/report'
import { formatInterval, formatPercent, formatPlural, formatScore } from '@/lib/format/number'
import { ShowAll } from './show-all'

const SHOWN = 8

type FlaggedProps = { project: string; report: WeeklyReport }

/** Chains below .60 or fallen by more than .05, each with the chance that this is noise. */
export function Flagged({ project, report: { chains, expectedNoise } }: FlaggedProps) {
  const flagged = chains.filter(({ flags }) => flags.length > 0).toSorted((a, b) => leastNoise(a) - leastNoise(b))
  if (flagged.length === 0)
    return <p className="text-ink-2">No chain: none has a mean below 0.60, none fell by more than 0.05.</p>
  return (
    <>
      <ShowAll items={flagged} most={SHOWN} noun="chain">
        {(shown) => (
          <ul className="divide-y border-b text-sm">
            {shown.map((row) => (
              <FlaggedChain key={row.chain} project={project} row={row} />
            ))}
          </ul>
        )}
      </ShowAll>
      {expectedNoise !== null && (
        <p className="mt-2 text-ink-2 text-sm">
          Of these flags about {expectedNoise.toFixed(1)} would be noise, their chances added up.
        </p>
      )}
    </>
  )
}

function FlaggedChain({ project, row }: { project: string; row: WeeklyChain }) {
  const { chain, current, previous, flags } = row
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
      <Link href={chainHref(project, chain)} title={chain} className="truncate font-medium hover:underline">
        {chain}
      </Link>
      <div className="grid gap-1">
        <p>
          Mean {formatScore(current.mean, 0.6)}
          <span className="text-ink-2">
            {current.interval && `, ${formatInterval(current.interval)}`} over {formatPlural(current.n, 'live run')},
            the week before {formatScore(previous.mean, 0.6)}
          </span>
        </p>
        {flags.map((flag) => (
          <p key={flag.kind} className="flex flex-wrap items-center gap-x-2">
            <Badge tone="fail">{flag.kind === 'low' ? 'Below 0.60' : 'Fell by more than 0.05'}</Badge>
            <span className="text-ink-2">{noiseWords(flag)}</span>
          </p>
        ))}
      </div>
    </li>
  )
}

/** The surest flag of a chain; those of too few runs come last. */
function leastNoise({ flags }: WeeklyChain): number {
  return Math.min(...flags.map(({ noise }) => noise ?? 2))
}

function noiseWords({ kind, noise, runsToSettle }: WeeklyFlag): string {
  if (noise === null) return 'Too few runs to say whether it is noise.'
  const what = kind === 'low' ? 'that the true mean is 0.60 or more' : 'that nothing fell'
  const more = runsToSettle ? ` About ${formatPlural(runsToSettle, 'more run')} a week would settle it.` : ''
  return `Chance ${what}: ${formatPercent(noise)}.${more}`
}
