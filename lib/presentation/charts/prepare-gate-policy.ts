import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { GateDetail } from '@/lib/contracts/gates'
import { ACCEPT_THRESHOLD, KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import { atLeast, exceeds } from '@/lib/engine/tolerance'
import { formatVersionChange } from '../format/fall'
import { formatCount, formatPlural, formatScore } from '../format/number'
import { listWords } from '../format/text'
import { AFTER_VERDICT, approversOf } from '../labels/gates'
import { qualityText, shownQuality } from '../quality-verdict'

/**
 * One rule with its requirement and the observed value. `unknown`: it cannot be evaluated, which never counts as met; `open`: people have
 * yet to decide.
 */
export type GateCriterion = { rule: string; asked: string; seen: string; outcome: 'pass' | 'fail' | 'unknown' | 'open' }

/** Returns every rule that applies to the gate, including those met. */
export function prepareGatePolicy(evidence: GateEvidence): GateCriterion[] {
  return evidence.run ? runCriteria(evidence, evidence.run) : versionCriteria(evidence)
}

function versionCriteria(evidence: GateEvidence): GateCriterion[] {
  const { prior, current, delta, threshold, minLiveRuns } = evidence
  const isEnough = current.n >= minLiveRuns
  const canCompare = prior !== null && isEnough && delta !== null
  const blocked = current.dots.filter((dot) => dot.blocked).length
  return [
    {
      rule: 'Baseline version',
      asked: 'an earlier version with live runs',
      seen: prior ? `${prior.version}, ${formatPlural(prior.n, 'run')}` : 'none',
      outcome: prior ? 'pass' : 'unknown',
    },
    {
      rule: 'Enough live runs',
      asked: `${formatCount(minLiveRuns)} or more`,
      seen: formatCount(current.n),
      outcome: isEnough ? 'pass' : 'unknown',
    },
    {
      rule: 'Drop of the mean',
      asked: `not more than ${formatScore(threshold)}`,
      seen: formatVersionChange({ ...evidence, quality: current }, threshold),
      outcome: !canCompare ? 'unknown' : exceeds(delta, threshold) ? 'fail' : 'pass',
    },
    {
      rule: 'Contract kept',
      asked: 'by every run shown',
      seen: blocked === 0 ? 'by all' : `broken by ${formatCount(blocked)} of ${formatCount(current.dots.length)}`,
      outcome: current.dots.length === 0 ? 'unknown' : blocked === 0 ? 'pass' : 'fail',
    },
  ]
}

function runCriteria(
  { bestAttempt, acceptFrom }: GateEvidence,
  run: NonNullable<GateEvidence['run']>,
): GateCriterion[] {
  const score = run.basis === 'confidence' ? run.confidence : run.basis === 'quality' ? shownQuality(run) : null
  const asked = acceptFrom ?? ACCEPT_THRESHOLD
  const best = bestAttempt && bestAttempt.runId !== run.id ? bestAttempt : null
  return [
    {
      rule: run.basis === 'confidence' ? 'Confidence' : 'Quality',
      asked: `${formatScore(asked)} or more`,
      seen: run.basis === 'quality' ? qualityText(run, asked) : formatScore(score, asked),
      outcome: score === null ? 'unknown' : atLeast(score, asked) ? 'pass' : 'fail',
    },
    {
      rule: 'Contract kept',
      asked: 'nothing blocks acceptance',
      seen: run.blocked ? 'broken' : 'kept',
      outcome: run.blocked ? 'fail' : 'pass',
    },
    {
      rule: 'Steps',
      asked: 'none failed',
      seen:
        run.failedNodes === 0 ? 'none failed' : `${formatCount(run.failedNodes)} of ${formatCount(run.nodes)} failed`,
      outcome: run.failedNodes === 0 ? 'pass' : 'fail',
    },
    ...(best
      ? [
          {
            rule: 'Best attempt',
            asked: `${formatScore(KEEP_BEST_THRESHOLD)} or more, to be offered`,
            seen: `attempt ${best.attempt}, ${formatScore(best.score)}`,
            outcome: 'pass' as const,
          },
        ]
      : []),
  ]
}

/** Returns the rules about people: how many must approve, and who may. */
export function prepareGateRules(
  detail: Pick<GateDetail, 'gate' | 'votes' | 'deciders' | 'isCovered'>,
): GateCriterion[] {
  const { gate, deciders } = detail
  return [
    {
      rule: 'Approvals',
      asked:
        gate.quorum === 1 ? '1, not by the author' : `${formatCount(gate.quorum)} by different people, none the author`,
      ...approvalsSeen(detail),
    },
    {
      rule: 'Who decides',
      asked: deciders.listed ? 'listed for the chain' : 'a reviewer or an admin',
      seen: formatPlural(deciders.count, 'person', 'people'),
      outcome: deciders.count >= gate.quorum ? 'pass' : 'fail',
    },
  ]
}

function approvalsSeen(
  detail: Pick<GateDetail, 'gate' | 'votes' | 'isCovered'>,
): Pick<GateCriterion, 'seen' | 'outcome'> {
  const { gate, isCovered } = detail
  if (isCovered) return { seen: AFTER_VERDICT.toLowerCase(), outcome: 'unknown' }
  if (gate.state === 'rejected') return { seen: 'rejected', outcome: 'fail' }
  const names = approversOf(detail)
  const isPending = gate.state === 'pending'
  const counted = `${formatCount(names.length)} of ${formatCount(gate.quorum)}${isPending ? ' so far' : ''}`
  return {
    seen: names.length === 0 ? counted : `${counted}, by ${listWords(names)}`,
    outcome: names.length >= gate.quorum ? 'pass' : isPending ? 'open' : 'fail',
  }
}
