import { DAY_MS } from '@/lib/contracts/durations'
import { LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyMetric, WeeklyReport } from '@/lib/contracts/weekly/report'
import type { WeeklyAction } from '@/lib/contracts/weekly/weeks'
import { formatDateTime, formatWeek } from './format/date'
import { formatCount, formatPlural, formatScore } from './format/number'
import { failureName, shownTemplate } from './labels/failures'
import { failureLifeLabels } from './labels/week'
import { chainHref, compareHref, deadLettersHref, failureHref, gateHref, reviewQueueHref } from './links'
import { versionVerdict } from './version-verdict'

/** Something to do that follows from the figures of a week. */
export type WeekSuggestion = {
  key: string
  /** As the text of an action. */
  text: string
  why: string
  hrefOf: (project: string) => string
  /** The metric that an action on it would move; null if there is none. */
  metric: Pick<WeeklyMetric, 'kind' | 'chain'> | null
}

type Suggested = Omit<WeeklyReport, 'summary'>

const GATES_MAX = 10
const FAILURES_MAX = 3
/** Flags more likely noise than not suggest nothing. */
const LIKELY_NOISE = 0.5
const OLD_REVIEW_MS = 7 * DAY_MS

/** Returns what the figures of a week suggest to do: gates to decide, versions and chains that got worse, failures, and what piled up. */
export function suggestActions(report: Suggested): WeekSuggestion[] {
  return [
    ...gatesToDecide(report),
    ...versionsToJudge(report),
    ...chainsToExplain(report),
    ...failuresToFix(report),
    ...pilesToClear(report),
  ]
}

/**
 * Returns which suggestions of a week are actions, by text: "An action" of its own, or "An action of week 47", which an earlier meeting
 * agreed on and which is still open.
 */
export function takenTexts({ week, actions, carried }: Taken): ReadonlyMap<string, string> {
  const open = carried.filter(({ status }) => status === 'open')
  return new Map(
    [...open, ...actions].map((action) => [
      action.text,
      action.week === week ? 'An action' : `An action of ${formatWeek(action.week).toLowerCase()}`,
    ]),
  )
}

type Listed = Pick<WeeklyAction, 'text' | 'week' | 'status'>
type Taken = { week: string; actions: readonly Listed[]; carried: readonly Listed[] }

/** Gates about a worse version first; those past their deadline before those that are due next. */
function gatesToDecide({ gates: { overdue, waiting }, versions, timeZone }: Suggested): WeekSuggestion[] {
  const worseBy = new Map((versions ?? []).flatMap((row) => (row.isWorse && row.gate ? [[row.gate.id, row]] : [])))
  const due = [
    ...overdue.map((gate) => ({ ...gate, why: 'Past its deadline' })),
    ...waiting.map((gate) => ({ ...gate, why: `Due ${formatDateTime(gate.at, timeZone)}` })),
  ]
  return due
    .toSorted((a, b) => Number(worseBy.has(b.id)) - Number(worseBy.has(a.id)))
    .slice(0, GATES_MAX)
    .map(({ id, title, why }) => {
      const worse = worseBy.get(id)
      return {
        key: id,
        text: `Decide the gate: ${title}`,
        why: worse ? `${versionVerdict(worse, worse).verdict}. ${why}` : why,
        hrefOf: (project) => gateHref(project, id),
        metric: worse ? { kind: 'quality', chain: worse.chain } : null,
      }
    })
}

/** The worse versions that serve although no gate of the week asks about them, and nobody decided to keep them. */
function worseOnes({ versions, gates: { overdue, waiting } }: Suggested) {
  const asked = new Set([...overdue, ...waiting].map(({ id }) => id))
  return (versions ?? []).filter(
    ({ isWorse, gate }) => isWorse && !(gate && asked.has(gate.id)) && (gate?.state !== 'approved' || gate.undone),
  )
}

function versionsToJudge(report: Suggested): WeekSuggestion[] {
  return worseOnes(report).map((row) => {
    const { chain, version, comparedWith } = row
    return {
      key: `${chain} ${version}`,
      text: `Keep ${chain} ${version}, or go back to ${comparedWith}`,
      why: versionVerdict(row, row).verdict,
      hrefOf: (project) => compareHref(project, { chain, version: comparedWith ?? '' }, { chain, version }),
      metric: { kind: 'quality', chain },
    }
  })
}

/** Flagged chains without a worse version, which would explain them. */
function chainsToExplain({ chains, versions }: Suggested): WeekSuggestion[] {
  const explained = new Set((versions ?? []).filter(({ isWorse }) => isWorse).map(({ chain }) => chain))
  return chains.flatMap(({ chain, flags, current, previous }) => {
    const flag = flags.find(({ noise }) => noise !== null && noise < LIKELY_NOISE)
    if (!flag || explained.has(chain)) return []
    const fell = flag.kind === 'drop'
    return {
      key: chain,
      text: `Find out why ${chain} ${fell ? 'fell' : `is below ${formatScore(LOW_MEAN)}`}`,
      why: `Mean ${formatScore(current.mean, fell ? undefined : LOW_MEAN)}${previous.mean === null ? '' : `, ${formatScore(previous.mean)} the week before`}`,
      hrefOf: (project: string) => chainHref(project, chain),
      metric: { kind: 'quality' as const, chain },
    }
  })
}

const TO_FIX: readonly string[] = ['returned', 'new', 'rising']

function failuresToFix({ failures: { groups } }: Suggested): WeekSuggestion[] {
  return groups
    .filter(({ life, roots }) => TO_FIX.includes(life) && roots > 0)
    .toSorted((a, b) => TO_FIX.indexOf(a.life) - TO_FIX.indexOf(b.life) || b.roots - a.roots)
    .slice(0, FAILURES_MAX)
    .map(({ fingerprint, life, roots, ...group }) => ({
      key: fingerprint,
      text: `Fix: ${failureName(group)}`,
      why: `${failureLifeLabels[life]}, began ${formatPlural(roots, 'time')}: ${shownTemplate(group.template)}`,
      hrefOf: (project) => failureHref(project, fingerprint),
      metric: { kind: 'failed_runs', chain: null },
    }))
}

function pilesToClear({ reviewers: { load }, deadLetters, to }: Suggested): WeekSuggestion[] {
  const isOld = load?.oldestAt != null && Date.parse(to) - Date.parse(load.oldestAt) > OLD_REVIEW_MS
  const pile = (key: string, text: string, why: string, hrefOf: WeekSuggestion['hrefOf']) => [
    { key, text, why, hrefOf, metric: null },
  ]
  return [
    ...(load && load.disputed > 0
      ? pile(
          'disputed',
          `Settle the ${formatPlural(load.disputed, 'run')} on which people disagree`,
          'Each waits for an adjudicator',
          (project) => reviewQueueHref(project, { reason: 'disputed' }),
        )
      : []),
    ...(load && isOld
      ? pile(
          'reviews',
          `Review the ${formatPlural(load.waiting, 'waiting run')}`,
          'The oldest has waited for over a week',
          (project) => reviewQueueHref(project, {}),
        )
      : []),
    ...(deadLetters.open > 0
      ? pile(
          'dead-letters',
          `Retry or close the ${formatPlural(deadLetters.open, 'dead letter')}`,
          `${formatCount(deadLetters.added)} came this week`,
          (project) => deadLettersHref(project),
        )
      : []),
  ]
}
