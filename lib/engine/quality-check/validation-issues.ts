import type { OutputOf } from '@/lib/contracts/contract'
import { isRecord } from '@/lib/contracts/is-record'
import type { ValidateExecutionResult as Contract } from '@/lib/contracts/quality/execution'
import type { Rule as ValidationRule } from '@/lib/contracts/quality-criteria'
import { lookup } from '../json/path'
import { evaluateRule } from './accuracy-rules'
import type { AccuracyResult } from './check-accuracy'
import type { CompletenessResult } from './check-completeness'

export type ValidationIssue = OutputOf<Contract>['issues'][number]

type Result = Record<string, unknown>

/**
 * Returns the completeness issues. A missing field blocks when completeness is required and is a warning otherwise; an empty value is a
 * warning.
 */
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
      message: `${field} does not match the format ${expected_format}${error === undefined ? '' : ` (not checkable: ${error})`}`,
      severity: 'error' as const,
      blocking: error !== undefined,
      node_id: nodeOf(field),
    })),
  ]
}

/** Returns one issue for each violated rule, with the rule's severity. A rule that could not be evaluated blocks. */
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

/** Returns one issue for each custom validator that fails. They do not affect the score; one that cannot be evaluated blocks. */
export function customIssues(result: Result, validators: readonly ValidationRule[]): ValidationIssue[] {
  return validators.flatMap((validator): ValidationIssue[] => {
    const { rule, field, outcome, message, severity } = evaluateRule(result, validator, 'validation')
    if (outcome === 'holds') return []
    const base = { type: 'custom' as const, field, node_id: lookup(result, field).nodeId }
    if (outcome === 'fails') return [{ ...base, message: `${rule}: ${message()}`, severity, blocking: false }]
    return [{ ...base, message: `${rule} could not be evaluated: ${outcome.error}`, severity: 'error', blocking: true }]
  })
}

/** The status of an execution that waits for a person: it is neither accepted nor rerun. */
export const WAITING = 'paused_for_approval'

const UNFINISHED = new Map<unknown, string>([
  ['failed', 'the execution failed'],
  ['cancelled', 'the execution was cancelled'],
  ['canceled', 'the execution was cancelled'],
  ['running', 'the execution is still running'],
  [WAITING, 'the execution waits for an approval'],
])

/** Returns the status of an execution in lower case; null if it is not a text. */
export function statusOf({ status }: Result): string | null {
  return typeof status === 'string' ? status.trim().toLowerCase() : null
}

/** Failed nodes and an unfinished execution are hard failures: no score compensates for them. */
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
  if (nodes.length > 0) return nodes
  const message = UNFINISHED.get(statusOf(result))
  if (message !== undefined) return [{ ...blocker, field: 'status', node_id: null, message }]
  if (result.success === false) {
    const error = errorText(result.error)
    return [
      { ...blocker, field: 'success', node_id: null, message: `the execution failed${error ? `: ${error}` : ''}` },
    ]
  }
  const unnamed = countUnnamedFailures(result.nodes_failed)
  if (unnamed === 0) return []
  return [{ ...blocker, field: 'nodes_failed', node_id: null, message: `nodes failed without being named: ${unnamed}` }]
}

/** `nodes_failed` may be only a number, or hold entries without an id. */
function countUnnamedFailures(failed: unknown): number {
  if (Array.isArray(failed)) return failed.filter((entry) => failedNodeId(entry) === null).length
  return typeof failed === 'number' && failed > 0 ? failed : 0
}

function failedNodeId(entry: unknown): string | null {
  const id = isRecord(entry) ? (entry.node_id ?? entry.id) : entry
  return typeof id === 'string' ? id : null
}

type NodeStatus = 'succeeded' | 'failed' | 'skipped' | 'not_run'

/** The outcome of one node of an execution. `isStored` is whether its result can be reused. */
export interface NodeOutcome {
  status: NodeStatus
  error: string | null
  isStored: boolean
}

/** Outcome of a node that the execution does not mention. */
export const NOT_RUN: NodeOutcome = { status: 'not_run', error: null, isStored: false }

/** Returns the text of an error given as a string or as `{ message }`, null without one. */
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
 * Reads `results.*` and `nodes_failed` of an execution result: node id -> outcome. A node listed in `nodes_failed` has failed whatever its
 * own entry says, unless that marks it as skipped.
 */
export function readNodeOutcomes(executionResult: Record<string, unknown>): Map<string, NodeOutcome> {
  const outcomes = new Map<string, NodeOutcome>()
  for (const [key, node] of Object.entries(executionResult.results ?? {})) {
    if (isRecord(node)) outcomes.set(typeof node.node_id === 'string' ? node.node_id : key, readOutcome(node))
  }
  const failed = Array.isArray(executionResult.nodes_failed) ? executionResult.nodes_failed : []
  for (const entry of failed) {
    const id = failedNodeId(entry)
    if (id === null) continue
    const known = outcomes.get(id)
    if (known?.status === 'skipped') continue
    const error = known?.error ?? (isRecord(entry) ? errorText(entry.error) : null)
    outcomes.set(id, { status: 'failed', error, isStored: false })
  }
  return outcomes
}
