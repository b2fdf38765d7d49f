import type { OutputOf } from '@/lib/contracts/contract'
import { getWeek, listWeeks, makeWeek } from '@/lib/contracts/weekly/weeks'
import { formatPlural } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, toWeek, toWholeNumber, withConnection } from '../connection'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

type WeeklyFlags = ConnectionOptions & {
  week?: string
  revision?: number
  make?: boolean
  md?: boolean
  json?: boolean
}

/** `veritas weekly`: prints the page of a week, by default the newest. */
export const weeklyCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('weekly')
      .description('Read the weekly report: five sentences, or the whole page.')
      .option('--week <week>', 'an ISO week such as 2026-W47; default: the newest page', toWeek)
      .option('--revision <number>', 'an earlier revision of the page', toWholeNumber(1, 1_000_000))
      .option('--make', 'create and freeze the page first, if the week is over and has none')
      .option('--md', 'print the page as Markdown')
      .option('--json', 'print the answer as JSON'),
  ).action(async ({ url, apiKey, week, revision, make, md, json }: WeeklyFlags) => {
    if (md && json) throw new UsageError('--md and --json: choose one')
    if (make && week === undefined) throw new UsageError('--make requires --week')
    const send = connect({ url, apiKey }, terminal)
    const newest = week === undefined ? await send(listWeeks, { limit: 1 }) : null
    const wanted = week ?? newest?.weeks[0]?.week ?? newest?.current ?? ''
    if (make) await send(makeWeek, { week: wanted })
    const page = await send(getWeek, { week: wanted, revision })
    terminal.note(`${page.week}: ${formatState(page)}`)
    if (json) terminal.out(JSON.stringify(page, null, 2))
    else if (md) terminal.out(page.markdown.trimEnd())
    else for (const sentence of page.report.summary) terminal.out(sentence)
  })
}

function formatState({ revision, lateRuns }: OutputOf<typeof getWeek>): string {
  if (revision === null) return 'a preview, not frozen'
  if (lateRuns === 0) return `revision ${revision}`
  const moved = `${formatPlural(Math.abs(lateRuns), 'run')} ${lateRuns > 0 ? 'added to' : 'removed from'} this week`
  return `revision ${revision}; ${moved} after it was created`
}
