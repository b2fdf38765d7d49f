import type { OutputOf } from '@/lib/contracts/contract'
import type { CheckAccuracy as Contract } from '@/lib/contracts/quality/checks'
import type { AccuracyCriteria } from '@/lib/contracts/quality-criteria'
import { clamp01 } from '../tolerance'
import { type EvaluatedRule, evaluateCriteria } from './accuracy-rules'

const ERROR_PENALTY = 0.15
const WARNING_PENALTY = 0.05
const BUSINESS_PENALTY = 0.25

export interface AccuracyInput {
  execution_result: Record<string, unknown>
  accuracy_criteria: AccuracyCriteria
  /** field -> its expected value */
  reference_data?: Record<string, unknown>
}

export type AccuracyResult = OutputOf<Contract>
type RuleViolation = AccuracyResult['rule_violations'][number]

function toViolation({ rule, field, kind, severity, outcome, message }: EvaluatedRule): RuleViolation[] {
  if (outcome === 'holds') return []
  if (outcome === 'fails') {
    const penalty = severity === 'warning' ? WARNING_PENALTY : ERROR_PENALTY
    return [{ rule, field, message: message(), severity, penalty: kind === 'business' ? BUSINESS_PENALTY : penalty }]
  }
  const broken = `could not be evaluated: ${outcome.error}`
  return [{ rule: `rule_error:${rule}`, field, message: broken, severity: 'error', penalty: ERROR_PENALTY }]
}

/**
 * Checks a result against rules, ranges, comparisons between fields and reference data. Score = 1 - 0.15 per error - 0.05 per warning -
 * 0.25 per business violation, within 0 to 1. A rule that cannot be evaluated is an error and lowers `confidence`; warnings alone leave
 * `is_accurate` true.
 */
export function checkAccuracy({ execution_result, accuracy_criteria, reference_data }: AccuracyInput): AccuracyResult {
  const rules = evaluateCriteria(execution_result, accuracy_criteria, reference_data)
  const rule_violations = rules.flatMap(toViolation)
  const evaluated = rules.filter(({ outcome }) => typeof outcome === 'string').length
  return {
    is_accurate: rule_violations.every(({ severity }) => severity === 'warning'),
    accuracy_score: clamp01(1 - rule_violations.reduce((sum, { penalty }) => sum + penalty, 0)),
    rule_violations,
    confidence: rules.length === 0 ? 0 : evaluated / rules.length,
    rules_checked: evaluated,
    deductions: rule_violations.map(({ rule, field, penalty }) => ({ reason: rule, field, amount: penalty })),
  }
}
