import { DAY_MS } from '@/lib/contracts/durations'
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

/** Returns the URL of the runs that a row adds up: those that have ended within the period, whose ends may split a day. */
export function spendHref(
  { chain, version, day }: Spend['rows'][number],
  { from, to }: Pick<Spend, 'from' | 'to'>,
  { project, chains }: { project: string; chains?: readonly string[] | undefined },
): string {
  const status = [...finishedStatuses]
  if (day === null)
    return runsHref(project, {
      status,
      chain: chain === null ? undefined : [chain],
      version: version === null ? undefined : [version],
      ...(from !== null && { from, to }),
    })
  const end = new Date(Date.parse(day) + DAY_MS).toISOString()
  const isSplit = { start: from !== null && from > day, end: from !== null && to < end }
  return runsHref(project, { status, chain: chains, from: isSplit.start ? from : day, to: isSplit.end ? to : end })
}
