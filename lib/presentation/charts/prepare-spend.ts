import { DAY_MS } from '@/lib/contracts/durations'
import type { OutputAt } from '@/lib/contracts/targets'
import { runsHref } from '../links'

type Spend = OutputAt<'GET /api/v1/overview/spend'>

/** Returns the URL of the runs that a row adds up: within the period, whose ends may split a day. */
export function spendHref(
  { chain, version, day }: Spend['rows'][number],
  { from, to }: Pick<Spend, 'from' | 'to'>,
  { project, chains }: { project: string; chains?: readonly string[] | undefined },
): string {
  if (day === null)
    return runsHref(project, {
      chain: chain === null ? undefined : [chain],
      version: version === null ? undefined : [version],
      ...(from !== null && { from, to }),
    })
  const end = new Date(Date.parse(day) + DAY_MS).toISOString()
  const isSplit = { start: from !== null && from > day, end: from !== null && to < end }
  return runsHref(project, { chain: chains, from: isSplit.start ? from : day, to: isSplit.end ? to : end })
}
