import type { ChainView, VersionView } from '@/lib/contracts/chains'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { Scenario, VersionDetail } from '@/lib/contracts/versions'
import { diffParts, type PartChange } from '@/lib/engine/json/diff'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import { formatChangeInterval } from '../format/change-interval'
import { formatVersionChange } from '../format/fall'
import {
  formatChange,
  formatCount,
  formatExact,
  formatInterval,
  formatPart,
  formatPlural,
  formatScore,
} from '../format/number'
import { versionStateLabels } from '../labels/chains'
import { isTooLittle, measuredText, shownMean, tooLittleText } from '../labels/measured'
import { endedRunsHref, runsHref } from '../links'
import { type VersionTone, versionVerdict } from '../version-verdict'
import { type ChartTable, levelValues } from './chart-parts'
import { prepareGateOdds } from './prepare-gate-odds'

/** The difference of two versions at one path; null on the side without a value. Of a list, the removed and the added items. */
export type VersionChange = {
  path: string
  from: string[] | null
  to: string[] | null
  /** How many items of a list are unchanged; null if it is no list. */
  kept: number | null
}
export type ChangeSection = { title: string; changes: VersionChange[] }

/** Returns the changes from one version to another, part by part. A part that neither has is left out. */
export function prepareVersionChanges(from: VersionDetail, to: VersionDetail): ChangeSection[] {
  const sections: [string, unknown, unknown][] = [
    ['Contract', from.contract, to.contract],
    ['Criteria', from.criteria, to.criteria],
    ['Graph', graphOf(from), graphOf(to)],
    ['Scenarios', scenariosOf(from.scenarios), scenariosOf(to.scenarios)],
    ['Executor', executorOf(from), executorOf(to)],
  ]
  return sections
    .filter(([, before, after]) => before !== null || after !== null)
    .map(([title, before, after]) => ({
      title,
      changes: diffParts(before ?? {}, after ?? {}).map(toChange),
    }))
}

/** Returns one line on how much changed. */
export function summariseChanges(sections: readonly ChangeSection[]): string {
  const changed = sections.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return 'No published changes.'
  const parts = changed.map(
    ({ title, changes }) => `${formatPlural(changes.length, 'change')} in ${title.toLowerCase()}`,
  )
  return `${parts.join(', ')}.`
}

/** Whoever may not see the address sees where it changed. */
function executorOf({ executor }: VersionDetail): object | null {
  if (executor?.kind !== 'http') return executor
  const { url, addressMark, ...rest } = executor
  return { ...rest, url: url ?? `${rest.host}, mark ${addressMark}` }
}

/** Steps by id, so that moving a step in the list is not a change. */
function graphOf({ graph }: VersionDetail): object | null {
  if (!graph) return null
  return Object.fromEntries(graph.nodes.map(({ id, ...node }) => [id, node]))
}

function scenariosOf(scenarios: readonly Scenario[]): object | null {
  if (scenarios.length === 0) return null
  return Object.fromEntries(scenarios.map(({ name, request }) => [name, request ?? null]))
}

function toChange(change: PartChange): VersionChange {
  const { path } = change
  if (change.kind === 'items')
    return { path, from: showItems(change.removed), to: showItems(change.added), kept: change.kept }
  const { from, to } = change
  if (typeof from === 'string' && typeof to === 'string') {
    const [before, after] = aroundChange(from, to)
    return { path, from: [show(before)], to: [show(after)], kept: null }
  }
  return { path, from: from === undefined ? null : [show(from)], to: to === undefined ? null : [show(to)], kept: null }
}

const show = (value: unknown): string => JSON.stringify(value, null, 2)

/** Lists each value once, with its count if it occurs more often. */
function showItems(items: readonly unknown[]): string[] {
  return [...Map.groupBy(items, show)].map(([text, { length }]) => (length > 1 ? `${text} (${length} times)` : text))
}

const LONG = 200
const AROUND = 60

/** Returns the differing part of two long texts with some context. */
function aroundChange(from: string, to: string): [string, string] {
  if (Math.min(from.length, to.length) < LONG) return [from, to]
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from[start] === to[start]) start++
  let end = 0
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end++
  const cut = (text: string) => {
    const [first, last] = [Math.max(0, start - AROUND), Math.min(text.length, text.length - end + AROUND)]
    return `${first > 0 ? '… ' : ''}${text.slice(first, last)}${last < text.length ? ' …' : ''}`
  }
  return [cut(from), cut(to)]
}

type VersionRow = {
  version: string
  isServed: boolean
  stateText: string
  tone: VersionTone
  /** "Regressed by the rule, but inconclusive". */
  verdict: string
  /** The numbers behind the verdict. */
  verdictTitle: string
  meanText: string
  meanExact: string
  intervalText: string
  /** On how many live runs the mean rests. */
  meanOfText: string
  /** The live runs of this version. */
  liveHref: string
  /** Change from the version it is compared with: negative is worse. */
  changeText: string
  /** What the change covers if the two were measured on different factors, so that it is not that of the means shown. */
  changeNote: string | null
  /** Its 90% interval; null if it is unknown. */
  changeInterval: string | null
  runsText: string
  href: string
}

/** Prepares the row of a version: how its live runs compare with the previous version. */
export function prepareVersionRow(
  chain: Pick<ChainView, 'name' | 'profile' | 'regressionThreshold'>,
  version: VersionView,
  project: string,
): VersionRow {
  const { sentences } = prepareGateOdds({
    verdict: version.verdict,
    threshold: chain.regressionThreshold,
    prior: version.comparedWith === null ? null : { version: version.comparedWith },
    probability: version.odds,
  })
  const quality = shownMean(version.quality, version.measured)
  return {
    version: version.version,
    isServed: version.served,
    stateText: versionStateLabels[version.state],
    ...versionVerdict(chain, version),
    verdictTitle: [...sentences, ...comparedOnSentence(version), ...measuredSentence(version)].join(' '),
    meanText: isTooLittle(version.measured)
      ? 'too little measured'
      : formatScore(quality.mean, ...levelValues(chain.profile)),
    meanExact: formatExact(quality.mean),
    intervalText: formatInterval(quality.interval),
    meanOfText: meanOfText(version.measured),
    liveHref: endedRunsHref(project, chain.name, version.version, { kind: ['live'] }),
    changeText: formatVersionChange(version, chain.regressionThreshold),
    changeNote: version.comparedOn && `of ${listFactors(version.comparedOn)} alone`,
    changeInterval: changeInterval(version),
    runsText:
      version.liveRuns === version.runs
        ? formatCount(version.runs)
        : `${formatCount(version.liveRuns)} live of ${formatCount(version.runs)}`,
    href: endedRunsHref(project, chain.name, version.version),
  }
}

const meanOfText = ({ runs, enough }: VersionView['measured']): string =>
  runs === 0 ? 'no scored live run' : formatPart(enough, runs, 'live run')

/** The first method's interval was of a shrunken drop, so that the change could lie outside of it. */
function changeInterval({ delta, odds }: VersionView): string | null {
  if (delta === null || !odds || odds.method === 'shrunken-1') return null
  const [low, high] = odds.interval
  return formatChangeInterval([0 - high, 0 - low])
}

function comparedOnSentence({ comparedOn, comparedWith }: VersionView): string[] {
  if (!comparedOn) return []
  return [`Measured on different factors than ${comparedWith}. The change only covers ${listFactors(comparedOn)}.`]
}

function measuredSentence({ measured, comparedOn }: VersionView): string[] {
  if (isTooLittle(measured)) {
    const alone = comparedOn ? '' : ' Changes only cover what was measured.'
    return [`${tooLittleText(measured)}.${alone}`]
  }
  return measured.enough < measured.runs ? [`Its mean is of ${measuredText(measured)}.`] : []
}

type Input = Pick<GateEvidence, 'scenarios' | 'prior' | 'current'>

/** Prepares every scenario with its mean on both versions; each links to its live runs. */
export function prepareScenarioTable({ scenarios, prior, current }: Input, chain: string, project: string): ChartTable {
  const versions = [prior?.version, current.version].filter((version) => version !== undefined)
  return {
    columns: [
      { label: 'Scenario' },
      { label: prior?.version ?? 'before', numeric: true },
      { label: current.version, numeric: true },
      { label: 'Change', numeric: true },
    ],
    rows: scenarios.map(({ scenario, drop, ...means }) => ({
      key: scenario,
      cells: [
        scenario,
        formatExact(means.prior === null ? null : round(means.prior)),
        formatExact(means.current === null ? null : round(means.current)),
        formatChange(drop === null ? null : -drop),
      ],
      href: runsHref(project, { chain, version: versions, scenario, kind: ['live'] }),
    })),
  }
}

const round = (mean: number) => Number(mean.toFixed(4))
