import type { ConfigurationPreview } from '@/lib/contracts/configuration-requests'
import { formatChangeShown } from '../format/fall'
import { formatCount, formatPlural, formatScore } from '../format/number'
import { bandLabels, decisionLabels, gateVerdictLabels, gradeLabels, profileLabels } from '../labels/verdicts'
import { runHref } from '../links'
import { qualityText, shownQuality } from '../quality-verdict'
import type { ChartTable } from './chart-parts'

type PreviewedRun = ConfigurationPreview['list'][number]['before']

export type PreviewModel = {
  /** What would change, in one sentence. */
  headline: string
  /** Means before and after, and what could not be compared. */
  notes: string[]
  moves: { title: string; rows: { from: string; to: string; count: string }[] }[]
  /** Runs by quality in twenty steps, before and after; `peak` is the tallest. */
  bins: { range: string; before: number; after: number }[]
  peak: number
  table: ChartTable
  runs: { id: string; href: string; version: string; changes: string[] }[]
  /** The number of changed runs that are not listed. */
  unlisted: number
  verdicts: string[]
}

/** Prepares what a draft of the configuration would change: quality in twenty bins of 0.05, and the runs that move. */
export function preparePreview(preview: ConfigurationPreview, project: string): PreviewModel {
  const { before, after, changed, list } = preview
  const bins = before.histogram.map((count, index) => ({
    range: `${formatScore(index / 20)} to ${formatScore((index + 1) / 20)}`,
    before: count,
    after: after.histogram[index] ?? 0,
  }))
  return {
    headline: headlineOf(preview),
    notes: notesOf(preview),
    moves: [
      { title: 'Decisions', rows: toMoves(preview.decisions, decisionLabels) },
      { title: 'Grades', rows: toMoves(preview.grades, gradeLabels) },
      { title: 'Trace quality', rows: toMoves(preview.bands, bandLabels) },
    ].filter(({ rows }) => rows.length > 0),
    bins,
    peak: Math.max(1, ...bins.flatMap((bin) => [bin.before, bin.after])),
    table: {
      columns: [{ label: 'Quality' }, { label: 'Now', numeric: true }, { label: 'Then', numeric: true }],
      rows: bins
        .filter((bin) => bin.before + bin.after > 0)
        .map((bin) => ({ key: bin.range, cells: [bin.range, formatCount(bin.before), formatCount(bin.after)] })),
    },
    runs: list.map((row) => ({
      id: row.id,
      href: runHref(project, row.runId),
      version: `${row.chain}@${row.version}`,
      changes: changesOf(row.before, row.after),
    })),
    unlisted: changed.any - list.length,
    verdicts: preview.verdicts.map(
      ({ version, from, to }) =>
        `${version}: “${stepWord(from, gateVerdictLabels)}” becomes “${stepWord(to, gateVerdictLabels)}”.`,
    ),
  }
}

function headlineOf({ runs, compared, changed }: ConfigurationPreview): string {
  if (runs === 0) return 'No runs yet to compare.'
  if (compared === 0) return `None of the last ${formatPlural(runs, 'run')} can be compared.`
  const steps = [
    [changed.grade, 'grade'],
    [changed.band, 'trace quality'],
    [changed.decision, 'decision'],
  ] as const
  const moving = steps.filter(([count]) => count > 0)
  const [first, ...rest] = moving
  const of = `of the last ${formatPlural(compared, 'run')}`
  if (!first)
    return changed.any === 0
      ? `None ${of} would change.`
      : `${formatCount(changed.any)} ${of} would score differently; no grade or decision changes.`
  const others = rest.map(([count, what]) => `${formatCount(count)} would change ${what}`)
  return `${[`${formatCount(first[0])} ${of} would change ${first[1]}`, ...others].join('; ')}.`
}

function notesOf({ before, after, runs, notCompared, list }: ConfigurationPreview): string[] {
  const moved = list.find((row) => row.before.profile !== row.after.profile)
  const profiles = moved
    ? [`Quality is ${profileLabels[moved.before.profile]} now and ${profileLabels[moved.after.profile]} then.`]
    : []
  const means =
    before.mean === null || after.mean === null
      ? `Quality: ${formatScore(before.mean)} now, ${formatScore(after.mean)} then.`
      : `Mean quality ${formatScore(before.mean)} now, ${formatScore(after.mean)} then (${formatChangeShown(before.mean, after.mean)}).`
  const left = notCompared.map(
    ({ reason, count }) => `${formatCount(count)} of ${formatPlural(runs, 'run')} not compared: ${reason}.`,
  )
  return before.mean === null && after.mean === null ? left : [means, ...profiles, ...left]
}

type Labels = Readonly<Record<string, string>>

const toMoves = (rows: ConfigurationPreview['grades'], labels: Labels) =>
  rows.map(({ from, to, count }) => ({
    from: stepWord(from, labels),
    to: stepWord(to, labels),
    count: formatCount(count),
  }))

function stepWord(step: string | null, labels: Labels): string {
  if (step === null) return labels === bandLabels ? 'No band' : 'Not scored'
  return labels[step] ?? step
}

function changesOf(before: PreviewedRun, after: PreviewedRun): string[] {
  const step = (from: string | null, to: string | null, labels: Labels) =>
    from === to ? [] : [`${stepWord(from, labels)} to ${stepWord(to, labels)}`]
  return [
    ...step(before.decision, after.decision, decisionLabels),
    ...step(before.grade, after.grade, gradeLabels),
    ...step(before.band, after.band, bandLabels).map((words) => `trace ${words}`.toLowerCase()),
    ...(shownQuality(before) === shownQuality(after)
      ? []
      : [`quality ${qualityText(before)} to ${qualityText(after)}`]),
    ...(before.confidence === after.confidence
      ? []
      : [`confidence ${formatScore(before.confidence)} to ${formatScore(after.confidence)}`]),
  ]
}
