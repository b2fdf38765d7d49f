import { InvalidArgumentError, Option } from 'commander'
import type { Profile } from '@/lib/contracts/primitives'
import { type RescorePage, rescoreRuns } from '@/lib/contracts/rescore'
import { profiles } from '@/lib/contracts/vocabulary'
import { formatPlural } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

type RescoreFlags = ConnectionOptions & {
  series: string
  profile?: Profile
  weights?: Record<string, number>
  chain?: string
  dryRun?: boolean
  json?: boolean
}

/** `veritas rescore`: scores stored runs with another profile or other weights, as a new series. */
export const rescoreCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('rescore')
      .description('Rescore stored runs as a new series. The old series is kept.')
      .requiredOption('--series <name>', 'name of the new series')
      .addOption(new Option('--profile <name>', "scoring profile; default: each chain's own").choices(profiles))
      .option(
        '--weights <factor=weight,...>',
        'weights of the factors, standard if omitted; default: those each run was scored with',
        toWeights,
      )
      .option('--chain <name>', 'only runs of this chain')
      .option('--dry-run', 'compare without writing')
      .option('--json', 'print the result as JSON'),
  ).action(async ({ url, apiKey, json, ...input }: RescoreFlags) => {
    if (input.profile === undefined && input.weights !== undefined) throw new UsageError('--weights requires --profile')
    const send = connect({ url, apiKey }, terminal)
    let total = nothingYet
    let page: RescorePage | undefined
    do {
      page = await send(rescoreRuns, { ...input, cursor: page?.next ?? undefined })
      total = withPage(total, page)
      terminal.redraw(`${total.rescored + total.unmeasured + total.known} of ${total.total} runs`)
    } while (page.next !== null)
    terminal.redraw('')
    const isDry = input.dryRun ?? false
    const means = { before: meanOf(total.before), after: meanOf(total.after) }
    if (json) terminal.out(JSON.stringify({ series: input.series, dryRun: isDry, ...total, means }, null, 2))
    else for (const line of formatRescore(input.series, total, isDry)) terminal.out(line)
  })
}

function toWeights(text: string): Record<string, number> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  const weights = pairs.map(
    ([factor = '', weight = '']) => [factor.trim(), weight.trim() === '' ? Number.NaN : Number(weight)] as const,
  )
  if (weights.every(([factor, weight]) => factor !== '' && Number.isFinite(weight) && weight >= 0))
    return Object.fromEntries(weights)
  throw new InvalidArgumentError('expected factor=weight, comma-separated, none negative.')
}

type RescoreTotal = Omit<RescorePage, 'next'>

const nothingYet: RescoreTotal = {
  rescored: 0,
  changed: 0,
  unmeasured: 0,
  known: 0,
  before: { n: 0, sum: 0 },
  after: { n: 0, sum: 0 },
  moved: [],
  total: 0,
}

function withPage(total: RescoreTotal, page: RescorePage): RescoreTotal {
  const moved = new Map(total.moved.map((move) => [`${move.from} ${move.to}`, move]))
  for (const move of page.moved) {
    const key = `${move.from} ${move.to}`
    moved.set(key, { ...move, count: move.count + (moved.get(key)?.count ?? 0) })
  }
  return {
    rescored: total.rescored + page.rescored,
    changed: total.changed + page.changed,
    unmeasured: total.unmeasured + page.unmeasured,
    known: total.known + page.known,
    before: { n: total.before.n + page.before.n, sum: total.before.sum + page.before.sum },
    after: { n: total.after.n + page.after.n, sum: total.after.sum + page.after.sum },
    moved: [...moved.values()].sort((a, b) => b.count - a.count),
    total: page.total,
  }
}

/** The mean of one side; null if nothing was measured. */
function meanOf({ n, sum }: RescoreTotal['before']): number | null {
  return n === 0 ? null : sum / n
}

function formatRescore(series: string, total: RescoreTotal, isDry: boolean): string[] {
  const { rescored, changed, unmeasured, known, moved } = total
  const mean = (side: RescoreTotal['before']) => meanOf(side)?.toFixed(4) ?? 'unknown'
  return [
    `"${series}": ${formatPlural(rescored, 'run')} rescored, ${changed} of them changed; ${unmeasured} without a score, ${known} already in the series`,
    ...(rescored > 0 ? [`  mean ${mean(total.before)} before, ${mean(total.after)} in the series`] : []),
    ...moved.map(({ from, to, count }) => `  ${from ?? 'no score'} to ${to ?? 'no score'}: ${count}`),
    ...(isDry ? ['  dry run: nothing was written'] : []),
  ]
}
