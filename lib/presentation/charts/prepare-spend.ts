import type { OutputAt } from '@/lib/contracts/targets'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import { formatCompact, formatCost, formatPart } from '../format/number'
import { runsHref } from '../links'

type Spend = OutputAt<'GET /api/v1/overview/spend'>

/** "$1.23 on 40 of 52 runs and 9.10k tokens on 52 runs": what was reported, and by how many of the runs. */
export function spendText(
  { runs, costUsd, costRuns, tokens, tokenRuns }: Spend['total'],
  none = 'No run in this period reported tokens or cost.',
): string {
  if (costUsd === null && tokens === null) return none
  const on = (reported: number) => `on ${formatPart(reported, runs, 'run')}`
  const [cost, spent] = [formatCost(costUsd), `${formatCompact(tokens)} tokens`]
  if (costUsd === null) return `${spent} ${on(tokenRuns)}; none reported a cost.`
  if (tokens === null) return `${cost} ${on(costRuns)}; none reported tokens.`
  return costRuns === tokenRuns
    ? `${cost} and ${spent} ${on(costRuns)}.`
    : `${cost} ${on(costRuns)}, and ${spent} ${on(tokenRuns)}.`
}

/** Returns the URL of the runs that a row adds up: those that have ended within the period, or within the day. */
export function spendHref(
  { chain, version, start, end }: Spend['rows'][number],
  { from, to }: Pick<Spend, 'from' | 'to'>,
  { project, chains }: { project: string; chains?: readonly string[] | undefined },
): string {
  const status = [...finishedStatuses]
  if (start !== null && end !== null) return runsHref(project, { status, chain: chains, from: start, to: end })
  return runsHref(project, {
    status,
    chain: chain === null ? undefined : [chain],
    version: version === null ? undefined : [version],
    ...(from !== null && { from, to }),
  })
}
