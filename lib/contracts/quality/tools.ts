import type { Contract } from '../contract'
import { clearThinkingHistory, getThinkingHistory } from '../thinking/history'
import { sequentialThinkingQa } from '../thinking/sequential-thinking-qa'
import { analyzeConvergence } from './analyze-convergence'
import { analyzeFailurePatterns } from './analyze-failure-patterns'
import { checkAccuracy } from './check-accuracy'
import { checkCompleteness } from './check-completeness'
import { checkVerification } from './check-verification'
import { classifyFailure } from './classify-failure'
import { decideDependent } from './decide-dependent'
import { decideIteration } from './decide-iteration'
import { detectHallucinations } from './detect-hallucinations'
import { detectRegression } from './detect-regression'
import { determineRerunStrategy } from './determine-rerun-strategy'
import { evaluateQualityGate } from './evaluate-quality-gate'
import { generateFixupTask } from './generate-fixup-task'
import { scoreConfidence } from './score-confidence'
import { scoreQuality } from './score-quality'
import { scoreTrace } from './score-trace'
import { synthesizeFeedback } from './synthesize-feedback'
import { validateExecutionResult } from './validate-execution-result'
import { validateOutput } from './validate-output'

/** Every quality tool by its exact name. MCP, OpenAPI and the command line offer what stands here. */
export const qualityTools: readonly Contract[] = [
  validateExecutionResult,
  scoreQuality,
  checkCompleteness,
  checkAccuracy,
  determineRerunStrategy,
  analyzeFailurePatterns,
  checkVerification,
  evaluateQualityGate,
  classifyFailure,
  generateFixupTask,
  decideDependent,
  scoreTrace,
  detectRegression,
  validateOutput,
  scoreConfidence,
  detectHallucinations,
  decideIteration,
  analyzeConvergence,
  synthesizeFeedback,
  sequentialThinkingQa,
  getThinkingHistory,
  clearThinkingHistory,
]
