import type { ChainView, VersionView } from '@/lib/contracts/chains'
import type { TrendScore } from '@/lib/contracts/vocabulary'
import { formatCount, formatInterval, formatPlural, formatScore } from '../format/number'
import { confidenceBasis, isTooLittle, measuredText, shownMean, tooLittleText } from '../labels/measured'
import { versionHref } from '../links'
import type { VersionTone } from '../version-verdict'
import { type ChartTable, levelValues, qualityLevels, type TrendLevel } from './chart-parts'
import { prepareVersionRow } from './prepare-versions'
import { linearScale, round } from './scale'

/** At most `shown` versions are drawn; the table lists all. The drawing is at least `minWidth` px wide, and fills its page. */
const sizes = { wide: { shown: 12, minWidth: 580 }, narrow: { shown: 3, minWidth: 322 } }
/** Space for a version's name and number below its mark. */
const STEP = { min: 48, max: 84, character: 6.2, gap: 14 }
const LONGEST_NAME = 12
const HEIGHT = 232
const PLOT = { left: 36, top: 16, bottom: 188 }
/** Space for the labels of the levels on the right. */
const LABEL = { character: 6, gap: 12 }

export type VersionPoint = {
  version: string
  /** Its place across the plot, in (0, 1). */
  x: number
  /** Null without a scored live run: a place on the axis without a height. */
  y: number | null
  whisker: { top: number; bottom: number } | null
  label: string
  isServed: boolean
  isTakenBack: boolean
  tone: VersionTone
  title: string
  href: string
}

export type VersionLineModel = {
  /** In px, below which the drawing scrolls. */
  minWidth: number
  /** The share of the plot's width that is between two versions. */
  step: number
  /** In px: the whole drawing, what is left and right of its plot, and the lower end of the plot. */
  height: number
  left: number
  right: number
  bottom: number
  gridlines: { label: string; y: number }[]
  levels: (TrendLevel & { y: number })[]
  points: VersionPoint[]
  score: TrendScore
  /** Consecutive versions that have a mean, joined. */
  lines: { x1: number; x2: number; y1: number; y2: number }[]
  summary: string
  table: ChartTable
}

type Input = Pick<ChainView, 'name' | 'profile' | 'regressionThreshold' | 'versions'> &
  Partial<Pick<ChainView, 'versionCount'>>

type Mean = VersionView['quality']

const NO_MEAN: Mean = { n: 0, mean: null, interval: null }

/** The mean of a version that is drawn: of its scores, if enough was measured, or of its confidence. */
const meanOf = ({ quality, measured, confidence }: VersionView, score: TrendScore): Mean =>
  score === 'quality' ? shownMean(quality, measured) : (confidence ?? NO_MEAN)

/** Returns quality, unless no version of the chain has a mean of it and some have one of the confidence. */
export function measuredVersionScore(versions: readonly VersionView[]): TrendScore {
  const has = (score: TrendScore) => versions.some((version) => meanOf(version, score).mean !== null)
  return !has('quality') && has('confidence') ? 'confidence' : 'quality'
}

type Drawn = { score: TrendScore; size?: keyof typeof sizes }

/**
 * Prepares the means of a chain's versions from the oldest to the newest, each with its 95% interval, on an axis from 0 to 1: of all live
 * runs, or the confidence of the newest. Candidates are left out.
 */
export function prepareVersionLine(all: Input, project: string, { score, size = 'wide' }: Drawn): VersionLineModel {
  const chain = { ...all, versions: all.versions.filter(({ state }) => state !== 'candidate') }
  const versions = chain.versions.slice(0, sizes[size].shown).toReversed()
  const levels = qualityLevels(score === 'quality' ? chain.profile : 'confidence')
  const right = LABEL.gap + Math.max(...levels.map(({ label }) => label.length)) * LABEL.character
  const count = Math.max(1, versions.length)
  const y = linearScale([0, 1], [PLOT.bottom, PLOT.top])
  const points = versions.map((version, place) =>
    pointOf(chain, version, { score, x: (place + 0.5) / count, y }, project),
  )
  return {
    minWidth: Math.max(sizes[size].minWidth, PLOT.left + count * stepFor(versions) + right),
    step: 1 / count,
    height: HEIGHT,
    left: PLOT.left,
    right,
    bottom: PLOT.bottom,
    gridlines: [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => ({ label: value.toFixed(1), y: y(value) })),
    levels: levels.map((level) => ({ ...level, y: y(level.value) })),
    points,
    score,
    lines: linesOf(points),
    summary: summarise(chain, { listed: all.versions.length, drawn: versions.length, score }),
    table: score === 'quality' ? tableOf(chain, project) : confidenceTable(chain, project),
  }
}

/** Space in px that the widest name needs. */
function stepFor(versions: readonly VersionView[]): number {
  const longest = Math.max(0, ...versions.map(({ version }) => Math.min(LONGEST_NAME, version.length)))
  return round(Math.min(STEP.max, Math.max(STEP.min, longest * STEP.character + STEP.gap)))
}

type Place = { score: TrendScore; x: number; y: (value: number) => number }

function pointOf(chain: Input, version: VersionView, { score, x, y }: Place, project: string): VersionPoint {
  const { mean, interval } = meanOf(version, score)
  const row = prepareVersionRow(chain, version, project)
  const known =
    mean === null
      ? unknownText(version, score)
      : `mean ${meanText(chain, mean, score)} over ${basisText(version, score)}, interval ${formatInterval(interval)}`
  return {
    version: version.version,
    x,
    y: mean === null ? null : y(mean),
    whisker: interval && { top: y(interval[1]), bottom: y(interval[0]) },
    label: meanText(chain, mean, score),
    isServed: version.served,
    isTakenBack: version.state === 'rolled_back' || version.state === 'halted',
    // How the scores compare says nothing of the confidence.
    tone: score === 'quality' ? row.tone : version.confidenceFall ? 'fail' : 'unknown',
    title: `${version.version}${version.served ? ', serves' : ''}: ${known}. ${row.verdict}.`,
    href: versionHref(project, chain.name, version.version),
  }
}

/** A mean, not rounded across the levels that are drawn. */
const meanText = ({ profile }: Input, mean: number | null, score: TrendScore): string =>
  formatScore(mean, ...levelValues(score === 'quality' ? profile : 'confidence'))

/** The runs that a mean is of. */
const basisText = ({ measured, confidence }: VersionView, score: TrendScore): string =>
  score === 'quality' ? measuredText(measured) : confidenceBasis(confidence ?? NO_MEAN)

function unknownText({ measured }: VersionView, score: TrendScore): string {
  if (score === 'confidence') return 'no live run with signals'
  return isTooLittle(measured) ? `${tooLittleText(measured)}, on ${measuredText(measured)}` : 'no scored live run'
}

function linesOf(points: readonly VersionPoint[]): VersionLineModel['lines'] {
  return points.flatMap(({ x, y }, place) => {
    const next = points[place + 1]
    return y === null || !next || next.y === null ? [] : [{ x1: x, y1: y, x2: next.x, y2: next.y }]
  })
}

type Shown = { listed: number; drawn: number; score: TrendScore }

function summarise(chain: Input, { listed, drawn, score }: Shown): string {
  const { versions, versionCount = 0 } = chain
  const newest = versions.find((version) => (score === 'quality' ? version.quality : version.confidence)?.mean != null)
  if (!newest) return `No version has a ${score === 'quality' ? 'scored live run' : 'live run with signals'} yet.`
  const { mean } = meanOf(newest, score)
  const cut = drawn < versions.length ? ' The newest of them are drawn.' : ''
  // The notice above the chart says what is missing.
  const said =
    mean === null ? 'has no mean' : `has a mean of ${meanText(chain, mean, score)} over ${basisText(newest, score)}`
  const all =
    versionCount > listed
      ? `The ${formatCount(listed)} highest of ${formatCount(versionCount)} versions`
      : formatPlural(versions.length, 'version')
  return `${all}; ${newest.version} ${said}.${cut}`
}

function tableOf(chain: Input, project: string): ChartTable {
  return {
    columns: [
      { label: 'Version' },
      { label: 'State' },
      { label: 'Live runs scored', numeric: true },
      { label: 'Mean', numeric: true },
      { label: 'Interval', numeric: true },
    ],
    rows: chain.versions.map((version) => {
      const row = prepareVersionRow(chain, version, project)
      return {
        key: version.version,
        cells: [version.version, row.stateText, String(version.quality.n), row.meanText, row.intervalText],
        href: versionHref(project, chain.name, version.version),
      }
    }),
  }
}

function confidenceTable(chain: Input, project: string): ChartTable {
  return {
    columns: [
      { label: 'Version' },
      { label: 'Live runs with signals', numeric: true },
      { label: 'Mean confidence', numeric: true },
      { label: 'Interval', numeric: true },
    ],
    rows: chain.versions.map(({ version, confidence }) => ({
      key: version,
      cells: [
        version,
        confidence ? String(confidence.n) : '—',
        meanText(chain, confidence?.mean ?? null, 'confidence'),
        formatInterval(confidence?.interval ?? null),
      ],
      href: versionHref(project, chain.name, version),
    })),
  }
}
