import type { MeasuredRuns } from '@/lib/contracts/measured'
import { LARGE_DROP, LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyFlag, WeeklyMean } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { WeeklyAction } from '@/lib/contracts/weekly/weeks'
import { isoDay, mondayOf } from '@/lib/engine/weekly/iso-week'
import { changeNote, judgeMover, unlistedFlags } from '../charts/prepare-week-movers'
import { formatChangeInterval } from '../format/change-interval'
import { formatChance, formatPlural } from '../format/number'
import { failureName, shownTemplate } from '../labels/failures'
import { isTooLittle } from '../labels/measured'
import {
  changedKinds,
  failureLifeLabels,
  gatesBeyond,
  reviewersText,
  reviewLoadText,
  shiftText,
  unitVerdict,
  weekNews,
} from '../labels/week'
import { prepareTrueShareGood } from '../true-share-good'
import { versionVerdict } from '../version-verdict'
import { suggestActions } from '../week-suggestions'
import { markdownTable, plain, plainStart } from './markdown-table'
import { meanText, percent, score, shareText, signed } from './week-sentences'

const LISTED = 20
// A mean below the limit of a flag is shown as below.
const OF_RUNS = { limit: LOW_MEAN }
const OF_STEPS = { noun: 'step', limit: LOW_MEAN }
const MOVED = {
  better: 'moved for the better',
  worse: 'moved for the worse',
  within_noise: 'did not move beyond noise',
  unknown: 'cannot be compared',
}

/** Formats the page of a week as Markdown, without its later actions. */
export function weekMarkdown(report: WeeklyReport): string {
  const sections = [
    title(report),
    report.summary.map(plain).join(' '),
    lastActions(report),
    suggestions(report),
    people(report),
    versions(report),
    flagged(report),
    movers(report),
    units(report),
    failures(report),
    gates(report),
    reviewers(report),
    deadLetters(report),
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

type ListedAction = Pick<WeeklyAction, 'text' | 'owner' | 'dueOn' | 'status'> & { hasOwnerLeft?: boolean }

/** Formats the actions of a week as the last section of its page. */
export function actionsMarkdown(actions: readonly ListedAction[]): string {
  const lines = actions.map(({ text, owner, hasOwnerLeft, dueOn, status }) => {
    const box = status === 'open' ? '[ ]' : '[x]'
    const due = dueOn ? `, due ${dueOn}` : ''
    return `- ${box} ${plainStart(text)} (${plain(owner ?? 'unassigned')}${hasOwnerLeft ? ', who has left' : ''}${due}${status === 'dropped' ? ', dropped' : ''})`
  })
  return ['## Actions', lines.length > 0 ? lines.join('\n') : 'None yet.'].join('\n\n')
}

function title(report: WeeklyReport): string {
  const { week, project, to, timeZone, isWhole } = report
  const [first, last] = [mondayOf(week), isoDay(Date.parse(to) - 1, timeZone)]
  const note = isWhole ? '' : ' The week is not over: these numbers are a preview.'
  return `# ${plain(project)}: week ${week}\n\n${[`${first} to ${last}, ${timeZone}.${note}`, shiftText(report)].filter(Boolean).join(' ')}`
}

function suggestions(report: WeeklyReport): string {
  const lines = suggestActions(report).map(({ text, why }) => `- ${plainStart(text)} (${plain(why)})`)
  return lines.length === 0 ? '' : `## What to do\n\n${lines.slice(0, LISTED).join('\n')}`
}

function versions({ versions: all, versionTotals }: WeeklyReport): string {
  if (!all || all.length === 0) return ''
  const rows = all
    .slice(0, LISTED)
    .map((row) => [
      row.chain,
      row.version,
      weekNews(row),
      ownMean({ current: row.quality, measured: row.measured }),
      versionVerdict(row, row).verdict,
    ])
  return `## Versions\n\n${markdownTable(['Chain', 'Version', 'This week', 'Mean', 'Verdict'], rows)}${more(versionTotals?.versions ?? all.length, 'version')}`
}

function people({ shareGood }: WeeklyReport): string {
  const model = shareGood && prepareTrueShareGood(shareGood)
  return model ? `## Share good, by human verdicts\n\n${model.headline} ${model.note}` : ''
}

/** Returns the mean of a chain or a version, or that too little was measured. */
function ownMean({ current, measured = null }: { current: WeeklyMean; measured?: MeasuredRuns | null }): string {
  return isTooLittle(measured)
    ? `too little measured, ${formatPlural(measured.runs, 'run')}`
    : meanText(current, OF_RUNS)
}

function flagged({ chains, chainTotals, units: nodes }: WeeklyReport): string {
  const ofChains = chains.map((row) => ({
    ...row,
    name: row.chain,
    mean: ownMean(row),
    before: meanText(row.previous),
  }))
  const ofUnits = nodes.flatMap(({ chain, node, score: scored, flags }) => {
    if (!scored) return []
    const [mean, before] = [meanText(scored.current, OF_STEPS), meanText(scored.previous, { noun: 'step' })]
    return [{ name: `${chain}: ${node}`, mean, before, flags }]
  })
  const rows = [...ofChains, ...ofUnits].flatMap(({ name, mean = '', before = '', flags }) =>
    flags.map((flag) => [name, flagText(flag), mean, before, noiseText(flag)]),
  )
  if (rows.length === 0) return '## Flagged\n\nNo chain and no step.'
  const heads = ['Chain, or chain: step', 'Why', 'Mean', 'Week before', 'Chance of noise']
  return `## Flagged\n\n${markdownTable(heads, rows.slice(0, LISTED))}${more(rows.length + unlistedFlags({ chains, chainTotals }), 'flag')}`
}

/** Returns why a chain is flagged. */
function flagText({ kind }: WeeklyFlag): string {
  return kind === 'low' ? `mean below ${score(LOW_MEAN)}` : `fell by more than ${score(LARGE_DROP)}`
}

/** Returns the probability that a flag is noise, or that it is unknown. */
function noiseText({ noise }: WeeklyFlag): string {
  return noise === null ? 'too few runs to say' : formatChance(noise)
}

const more = (count: number, noun: string) =>
  count > LISTED ? `\n\nAnd ${formatPlural(count - LISTED, noun)} more.` : ''

function movers({ chains, chainTotals }: WeeklyReport): string {
  const rows = chains.slice(0, LISTED).map((row) => {
    const { change, measured, confidenceFall: fall } = row
    return [
      row.chain,
      isTooLittle(measured) ? 'too little measured' : score(row.current.mean, LOW_MEAN),
      score(row.previous.mean),
      change ? [signed(change.change, row.current.mean), changeNote(row)].filter(Boolean).join(' ') : '',
      change ? formatChangeInterval(change.interval) : '',
      judgeMover(row).verdict,
      fall ? `fell from ${score(fall.prior)} to ${score(fall.current)}` : '',
    ]
  })
  if (rows.length === 0) return ''
  const heads = ['Chain', 'Mean', 'Week before', 'Change', '90% interval', 'Verdict', 'Confidence']
  return `## Movers\n\n${markdownTable(heads, rows)}${more(chainTotals?.chains ?? chains.length, 'chain')}`
}

function units({ units: nodes, unitTotals }: WeeklyReport): string {
  if (nodes.length === 0) return ''
  const rows = nodes.slice(0, LISTED).map((unit) => {
    const { chain, node, failed, score: scored } = unit
    const change = scored?.change
    return [
      chain,
      node,
      scored ? meanText(scored.current, OF_STEPS) : 'not scored',
      scored ? meanText(scored.previous, OF_STEPS) : 'not scored',
      change && !change.isTooFew ? signed(change.change, scored.current.mean) : '',
      unitVerdict(unit),
      shareText(failed),
    ]
  })
  const heads = ['Chain', 'Step', 'Mean', 'Week before', 'Change', 'Verdict', 'Failed']
  return `## Steps\n\n${markdownTable(heads, rows)}${more(unitTotals?.units ?? nodes.length, 'step')}`
}

function failures({ failures: { counts, groups } }: WeeklyReport): string {
  const rows = groups
    .filter(({ life }) => life !== 'steady')
    .map((group) => [
      failureLifeLabels[group.life],
      failureName(group),
      shownTemplate(group.template),
      String(group.roots),
      String(group.previousRoots),
    ])
  if (rows.length === 0) return '## Failures\n\nNone is new, back, rising, falling or gone.'
  const heads = ['Life', 'Failure', 'Message', 'Began', 'Week before']
  return `## Failures\n\n${markdownTable(heads, rows.slice(0, LISTED))}${more(changedKinds(counts), 'kind')}`
}

function gates({ gates: all, isWhole }: WeeklyReport): string {
  const { opened, counts, pending, overdue, decided } = all
  const back = counts.undone > 0 ? `, ${counts.undone} decided and taken back` : ''
  const when = isWhole ? 'waiting as the week ended' : 'waiting'
  const lead = `${opened} opened, ${counts.approved} approved, ${counts.rejected} rejected, ${counts.timed_out} timed out${back}, ${pending} ${when}.`
  const list = [
    ...overdue.map((gate) => `- overdue: ${plain(gate.title)}`),
    ...decided.map(({ title: name, state, decidedBy, undone }) => {
      const by = decidedBy ? ` by ${plain(decidedBy)}` : ''
      return `- ${state.replace('_', ' ')}${by}${undone ? ', taken back' : ''}: ${plain(name)}`
    }),
  ]
  return ['## Gates', lead, `${list.slice(0, LISTED).join('\n')}${more(gatesBeyond(all, 0), 'gate')}`]
    .filter(Boolean)
    .join('\n\n')
}

function reviewers({ reviewers: all, to }: WeeklyReport): string {
  if (all.people.length === 0)
    return ['## Reviewers\n\nNo one reviewed a run or decided a gate.', reviewLoadText(all.load, to)]
      .filter(Boolean)
      .join('\n\n')
  const rows = all.people.map(({ name, reviews, approved, rejected, rated, gates: decided }) =>
    [name, reviews, approved, rejected, rated, decided].map(String),
  )
  const heads = ['Who', 'Reviews', 'Approved', 'Rejected', 'Rated', 'Gates']
  return `## Reviewers\n\n${markdownTable(heads, rows)}\n\n${reviewersText(all, to)}`
}

function deadLetters({ deadLetters: { added, closed, open, ages } }: WeeklyReport): string {
  const waiting = ages.filter(({ n }) => n > 0).map(({ label, n }) => `${n} ${label}`)
  return `## Dead letters\n\n${added} added, ${closed} closed, ${open} waiting${waiting.length > 0 ? `: ${waiting.join(', ')}` : ''}.`
}

function lastActions({ lastActions: actions }: WeeklyReport): string {
  if (actions.length === 0) return ''
  const lines = actions.map(({ text, owner, status, isOverdue, metric, now, moved }) => {
    const state = isOverdue ? `${status}, overdue` : status
    const numbers =
      metric && moved
        ? `. ${metricText(metric)} was ${metricValue(metric, metric.value)}, is ${metricValue(metric, now)}: ${MOVED[moved]}`
        : ''
    return `- ${plainStart(text)} (${plain(owner ?? 'unassigned')}; ${state})${numbers}`
  })
  return `## Earlier actions\n\n${lines.join('\n')}`
}

type Metric = NonNullable<WeeklyReport['lastActions'][number]['metric']>

/** Describes the metric that an action should change. */
function metricText({ kind, chain }: Pick<Metric, 'kind' | 'chain'>): string {
  return `${kind === 'quality' ? 'Mean quality' : 'Share of failed runs'} of ${chain === null ? 'all chains' : plain(chain)}`
}

/** Formats the value of a metric: a score with two decimals, or a share in per cent. */
function metricValue({ kind }: Pick<Metric, 'kind'>, value: number | null): string {
  return kind === 'quality' ? score(value) : percent(value)
}
