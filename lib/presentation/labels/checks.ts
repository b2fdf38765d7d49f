import { isRecord } from '@/lib/contracts/is-record'
import type { CheckView } from '@/lib/contracts/run-detail'

export const checkKindLabels: Record<CheckView['kind'], string> = {
  verification: 'Verification',
  quality_gate: 'Quality gate',
  dependent: 'Pre-run check',
  fixup: 'Fixup task',
}

type CheckVerdict = { status: 'pass' | 'fail' | 'review' | 'unknown'; word: string }

/** Returns the outcome of a check. A judge that failed and one that was not called are distinguished. */
export function checkVerdict(check: CheckView): CheckVerdict {
  if (check.isOverride) return { status: 'review', word: 'Overridden' }
  switch (check.kind) {
    case 'verification':
      return check.isOk ? { status: 'pass', word: 'Verified' } : { status: 'fail', word: 'Not verified yet' }
    case 'dependent':
      return check.isOk ? { status: 'pass', word: 'Allowed to run' } : { status: 'fail', word: 'Blocked' }
    case 'fixup':
      return fixupVerdict(check.result)
    case 'quality_gate':
      return gateVerdict(check)
  }
}

function fixupVerdict(result: unknown): CheckVerdict {
  return { status: 'review', word: isRecord(result) && result.retryFirst === true ? 'Retry first' : 'Made' }
}

function gateVerdict({ isOk, result }: CheckView): CheckVerdict {
  if (isOk) return { status: 'pass', word: 'Passed' }
  const gate = isRecord(result) ? result : {}
  if (gate.verdict === 'unjudged') return { status: 'unknown', word: 'Not judged' }
  if (isOk === null) return { status: 'unknown', word: 'No verdict: the judge failed' }
  return { status: 'fail', word: gate.preFlightReject === true ? 'Rejected before judging' : 'Rejected' }
}
