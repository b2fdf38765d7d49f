import { isRecord } from '@/lib/contracts/is-record'
import { lookup } from '../json/path'
import { evaluateRule, type Severity, type ValidationRule } from './accuracy-rules'
import type { AccuracyResult } from './check-accuracy'
import type { CompletenessResult } from './check-completeness'

export interface ValidationIssue {
  type: 'missing_field' | 'type' | 'format' | 'accuracy' | 'custom' | 'empty_value'
  /** The field's path, or the node's id for a failed node. */
  field: string
  message: string
  severity: Severity
  /** True where acceptance is impossible whatever the score. */
  blocking: boolean
  /** The node whose result held the field, or that failed; null where none is known. */
  node_id: string | null
}

type Result = Record<string, unknown>

/** A missing field blocks when completeness is required and warns otherwise; an empty value warns. */
export function completenessIssues(
  result: Result,
  completeness: CompletenessResult,
  isRequired: boolean,
): ValidationIssue[] {
  const nodeOf = (field: string) => lookup(result, field).nodeId
  return [
    ...completeness.missing_fields.map((field) => ({
      type: 'missing_field' as const,
      field,
      message: `${field} is missing`,
      severity: isRequired ? ('error' as const) : ('warning' as const),
      blocking: isRequired,
      node_id: null,
    })),
    ...completeness.empty_fields.map((field) => ({
      type: 'empty_value' as const,
      field,
      message: `${field} is present but empty`,
      severity: 'warning' as const,
      blocking: false,
      node_id: nodeOf(field),
    })),
    ...completeness.type_mismatches.map(({ field, expected, actual }) => ({
      type: 'type' as const,
      field,
      message: `${field} is of type ${actual}, expected ${expected}`,
      severity: 'error' as const,
      blocking: false,
      node_id: nodeOf(field),
    })),
    ...completeness.format_violations.map(({ field, expected_format, error }) => ({
      type: 'format' as const,
      field,
      message: `${field} does not keep the format ${expected_format}${error === undefined ? '' : ` (not checkable: ${error})`}`,
      severity: 'error' as const,
      blocking: error !== undefined,
      node_id: nodeOf(field),
    })),
  ]
}

/** One issue for each violated rule, with the rule's severity. A rule that could not be evaluated blocks. */
export function accuracyIssues(result: Result, { rule_violations }: AccuracyResult): ValidationIssue[] {
  return rule_violations.map(({ rule, field, message, severity }) => ({
    type: 'accuracy',
    field,
    message: `${rule}: ${message}`,
    severity,
    blocking: rule.startsWith('rule_error:'),
    node_id: lookup(result, field).nodeId,
  }))
}

/** One issue for each custom validator that fails. They stay out of the score; one that cannot be evaluated blocks. */
export function customIssues(result: Result, validators: readonly ValidationRule[]): ValidationIssue[] {
  return validators.flatMap((validator): ValidationIssue[] => {
    const { rule, field, outcome, message, severity } = evaluateRule(result, validator, 'validation')
    if (outcome === 'holds') return []
    const base = { type: 'custom' as const, field, node_id: lookup(result, field).nodeId }
    if (outcome === 'fails') return [{ ...base, message: `${rule}: ${message}`, severity, blocking: false }]
    return [{ ...base, message: `${rule} could not be evaluated: ${outcome.error}`, severity: 'error', blocking: true }]
  })
}

const UNFINISHED = ['failed', 'cancelled']

/** Failed nodes and an execution that did not finish are hard failures: no score buys them off. */
export function executionIssues(result: Result): ValidationIssue[] {
  const blocker = { type: 'custom' as const, severity: 'error' as const, blocking: true }
  const nodes = [...readNodeOutcomes(result)]
    .filter(([, { status }]) => status === 'failed')
    .map(([id, { error }]) => ({
      ...blocker,
      field: id,
      node_id: id,
      message: `node ${id} failed: ${error ?? 'no error given'}`,
    }))
  const { status } = result
  if (nodes.length > 0 || typeof status !== 'string' || !UNFINISHED.includes(status)) return nodes
  return [{ ...blocker, field: 'status', node_id: null, message: `the execution is ${status}` }]
}

type NodeStatus = 'succeeded' | 'failed' | 'skipped' | 'not_run'

/** What one node of an execution came to. `isStored` says that its result is there to be reused. */
export interface NodeOutcome {
  status: NodeStatus
  error: string | null
  isStored: boolean
}

/** State of a node that the execution says nothing about. */
export const NOT_RUN: NodeOutcome = { status: 'not_run', error: null, isStored: false }

/** The text of an error given as a string or as `{ message }`, null where there is none. */
export function errorText(error: unknown): string | null {
  const text = isRecord(error) ? (error.message ?? JSON.stringify(error)) : error
  return typeof text === 'string' && text.trim() !== '' ? text : null
}

function readOutcome(node: Record<string, unknown>): NodeOutcome {
  const error = errorText(node.error)
  if (node.skipped === true) return { status: 'skipped', error, isStored: false }
  if (node.success === true) return { status: 'succeeded', error: null, isStored: node.result !== undefined }
  return node.success === false || error !== null ? { status: 'failed', error, isStored: false } : NOT_RUN
}

/**
 * Reads `results.*` and `nodes_failed` of an execution result: node id -> outcome. A node named in `nodes_failed` has failed
 * whatever its own entry says, unless that says it was skipped.
 */
export function readNodeOutcomes(executionResult: Record<string, unknown>): Map<string, NodeOutcome> {
  const outcomes = new Map<string, NodeOutcome>()
  for (const [key, node] of Object.entries(executionResult.results ?? {})) {
    if (isRecord(node)) outcomes.set(typeof node.node_id === 'string' ? node.node_id : key, readOutcome(node))
  }
  const failed = Array.isArray(executionResult.nodes_failed) ? executionResult.nodes_failed : []
  for (const entry of failed) {
    const id = isRecord(entry) ? (entry.node_id ?? entry.id) : entry
    if (typeof id !== 'string') continue
    const known = outcomes.get(id)
    if (known?.status === 'skipped') continue
    const error = known?.error ?? (isRecord(entry) ? errorText(entry.error) : null)
    outcomes.set(id, { status: 'failed', error, isStored: false })
  }
  return outcomes
}
