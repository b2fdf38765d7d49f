import { evaluateQualityGate } from '@/lib/contracts/quality/evaluate-quality-gate'
import { checkVerification, decideDependent, generateFixupTask } from '@/lib/contracts/quality/verification'

/** The stored results of each kind of check: the tool's output without the fields only its caller needs. */
export const checkResults = {
  verification: checkVerification.output.omit({ overrides: true }),
  dependent: decideDependent.output.omit({ overrides: true }),
  fixup: generateFixupTask.output.omit({ overrides: true }),
  quality_gate: evaluateQualityGate.output.omit({ overrides: true, deadLetterId: true }),
} as const
