import type { Contract } from '../contract'
import { calibrateConfidence, estimateQuality } from '../judgement'
import { attributeFailure, forecastVerdict } from '../run-judgement'
import { clearThinkingHistory, getThinkingHistory } from '../thinking/sessions'
import { sequentialThinkingQa } from '../thinking/think'
import { checkAccuracy, checkCompleteness } from './checks'
import { detectRegression } from './detect-regression'
import { evaluateQualityGate } from './evaluate-quality-gate'
import { determineRerunStrategy, validateExecutionResult } from './execution'
import { analyzeFailurePatterns, classifyFailure } from './failures'
import { analyzeConvergence, decideIteration, synthesizeFeedback } from './iteration'
import { detectHallucinations, validateOutput } from './output'
import { scoreConfidence, scoreQuality, scoreTrace } from './scoring'
import { checkVerification, decideDependent, generateFixupTask } from './verification'

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
  calibrateConfidence,
  estimateQuality,
  forecastVerdict,
  attributeFailure,
  sequentialThinkingQa,
  getThinkingHistory,
  clearThinkingHistory,
]
