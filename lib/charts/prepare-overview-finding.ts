import type { OutputOf } from '@/lib/contracts/contract'
import type { getOverview } from '@/lib/contracts/overview'
import type { Range } from '@/lib/contracts/primitives'
import { rangeLabels } from '@/lib/format/labels'
import { formatPercent, formatPlural } from '@/lib/format/number'
import { runsHref } from './runs-href'

/** A part of a sentence; what it counts is behind its link. */
export type FindingPart = { key: string; text: string; href: string | null }

type Input = Pick<OutputOf<typeof getOverview>, 'current' | 'gates' | 'flagged'>
type Options = { range: Range; chain?: readonly string[] }

/** The overview in one sentence: "214 runs in the last 7 days, 81 % good, 2 gates due today, 9 to look at". */
export function prepareOverviewFinding(
  { current, gates, flagged }: Input,
  project: string,
  { range, chain }: Options,
): FindingPart[] {
  const within = {
    chain: chain?.join(','),
    ...(current.from === null ? {} : { from: current.from, to: current.to }),
  }
  const when = range === 'all' ? 'in all' : `in the ${rangeLabels[range].toLowerCase()}`
  const parts: FindingPart[] = [
    {
      key: 'runs',
      text: `${current.runs === 0 ? 'No run' : formatPlural(current.runs, 'run')} ${when}`,
      href: current.runs === 0 ? null : runsHref(project, within),
    },
  ]
  if (current.good.share !== null)
    parts.push({ key: 'good', text: `${formatPercent(current.good.share)} good`, href: null })
  if (gates.pending > 0)
    parts.push({ key: 'gates', text: gatesText(gates), href: `/p/${encodeURIComponent(project)}/gates` })
  if (flagged > 0)
    parts.push({
      key: 'flagged',
      text: `${formatPlural(flagged, 'run')} to look at`,
      href: runsHref(project, { ...within, flagged: 'true' }),
    })
  return parts
}

function gatesText({ pending, dueToday }: Input['gates']): string {
  if (dueToday > 0) return `${formatPlural(dueToday, 'gate')} due today`
  return formatPlural(pending, 'gate waits', 'gates wait')
}
