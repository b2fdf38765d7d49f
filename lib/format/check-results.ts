import { checkVerification } from '@/lib/contracts/quality/check-verification'
import { decideDependent } from '@/lib/contracts/quality/decide-dependent'
import { evaluateQualityGate } from '@/lib/contracts/quality/evaluate-quality-gate'
import { generateFixupTask } from '@/lib/contracts/quality/generate-fixup-task'

/** What each kind of check answered, as it is kept on a run: the tool's output without what was only told to its caller. */
export const checkResults = {
  verification: checkVerification.output.omit({ overrides: true }),
  dependent: decideDependent.output.omit({ overrides: true }),
  fixup: generateFixupTask.output.omit({ overrides: true }),
  quality_gate: evaluateQualityGate.output.omit({ overrides: true, deadLetterId: true }),
} as const
