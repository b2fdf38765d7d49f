import { createHash } from 'node:crypto'
import type { GateEvidence } from '@/lib/contracts/gates'

/**
 * Digest of the numbers a decision turns on: what makes it differ makes a decision stale. Up to 200 runs a side every run
 * counts; beyond that counts are taken to two figures and means to three decimals, or a busy chain could never be decided on.
 */
export function evidenceDigest(evidence: GateEvidence): string {
  return createHash('sha256')
    .update(JSON.stringify(decisiveNumbers(evidence)))
    .digest('hex')
}

const EXACT_UP_TO = 200

type SideView = { version: string; n: number; mean: number | null; dots: { runId: string; score: number | null }[] }

// Fixed key order, so that equal numbers give equal text.
function decisiveNumbers({
  verdict,
  threshold,
  minLiveRuns,
  profile,
  prior,
  current,
  run,
  bestAttempt,
  warnings,
}: GateEvidence) {
  return {
    verdict,
    threshold,
    minLiveRuns,
    profile,
    prior: prior && sideNumbers(prior),
    current: sideNumbers(current),
    run:
      run &&
      [run.id, run.quality, run.blocked, run.confidence, run.coverage, run.decision, run.decisionKind, run.status].map(
        round,
      ),
    warnings: warnings.map(({ kind }) => kind).sort(),
    bestAttempt: bestAttempt && [bestAttempt.attempt, bestAttempt.runId, round(bestAttempt.score)],
  }
}

function sideNumbers({ version, n, mean, dots }: SideView) {
  if (n > EXACT_UP_TO)
    return { version, n: Number(n.toPrecision(2)), mean: mean === null ? null : Number(mean.toFixed(3)) }
  return { version, n, mean: round(mean), runs: dots.map((dot) => [dot.runId, round(dot.score)]).sort() }
}

/** Sums of the same numbers differ in their last digits by the order they were added in. */
function round<T>(value: T): T | number {
  return typeof value === 'number' ? Number(value.toFixed(9)) : value
}
