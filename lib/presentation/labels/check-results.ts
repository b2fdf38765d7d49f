import { evaluateQualityGate } from '@/lib/contracts/quality/evaluate-quality-gate'
import { checkVerification, decideDependent, generateFixupTask } from '@/lib/contracts/quality/verification'

/** What each kind of check answered, as it is kept on a run: the tool's output without what was only told to its caller. */
export const checkResults = {
  verification: checkVerification.output.omit({ overrides: true }),
  dependent: decideDependent.output.omit({ overrides: true }),
  fixup: generateFixupTask.output.omit({ overrides: true }),
  quality_gate: evaluateQualityGate.output.omit({ overrides: true, deadLetterId: true }),
} as const
