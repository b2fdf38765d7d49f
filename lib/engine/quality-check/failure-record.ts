import type { FailureClass } from '@/lib/contracts/primitives'
import { classifyFailure } from '../failures/classify-failure'
import { EngineInputError } from '../input-error'
import { errorText, readNodeOutcomes, statusOf } from './validation-issues'

/**
 * A finished execution, given either in short by `success` and `failed_nodes`, or as the execution result itself with `status`, `results`
 * and `nodes_failed`. `failed_nodes` holds ids, or ids with their errors.
 */
export interface PastExecution {
  execution_id?: string
  /** ISO 8601 */
  timestamp?: string
  /** Derived from `status` when absent. */
  success?: boolean
  status?: string
  quality_score?: number | null
  failed_nodes?: (string | { node_id: string; error?: unknown })[]
  results?: unknown
  nodes_failed?: unknown
  /** The quality this execution had to reach; 0.85 by default. */
  threshold?: number
}

/** An execution with its distinct failed nodes: id -> error, null when none was given. */
export interface FailureRecord {
  execution: PastExecution
  isSuccess: boolean
  failures: Map<string, string | null>
}

function isSuccess({ success, status }: PastExecution, index: number): boolean {
  if (success !== undefined) return success
  if (status !== undefined) return statusOf({ status }) === 'completed'
  const message = 'is required, unless status tells how the execution ended'
  throw new EngineInputError([{ path: `execution_history[${index}].success`, message }])
}

/**
 * Reads how an execution ended and which nodes failed, without duplicates. `index` is its position in the history.
 * @throws {EngineInputError} when neither `success` nor `status` is given.
 */
export function toFailureRecord(execution: PastExecution, index: number): FailureRecord {
  const failures = new Map<string, string | null>()
  for (const entry of execution.failed_nodes ?? []) {
    const id = typeof entry === 'string' ? entry : entry.node_id
    failures.set(id, (typeof entry === 'string' ? null : errorText(entry.error)) ?? failures.get(id) ?? null)
  }
  for (const [id, { status, error }] of readNodeOutcomes({ ...execution })) {
    if (status === 'failed') failures.set(id, failures.get(id) ?? error)
  }
  return { execution, isSuccess: isSuccess(execution, index), failures }
}

export type InfrastructureFault =
  | 'rate_limit'
  | 'quota'
  | 'auth'
  | 'dns'
  | 'connection'
  | 'data_source'
  | 'server_error'

/** What a class of failures is as a fault of the infrastructure; a transient one is told apart by its words. */
const FAULTS: Partial<Record<FailureClass, InfrastructureFault>> = {
  rate_limited: 'rate_limit',
  provider_spend_limit: 'quota',
  provider_auth: 'auth',
  provider_transient: 'server_error',
}

const MAX_LENGTH = 10_000

const DATA_SOURCE =
  /\b(?:data ?source|database|data ?store|warehouse|vector store|upstream (?:service|api))\b.{0,40}\b(?:unavailable|unreachable|down|offline|not available|not responding)\b/i

const TRANSIENT: readonly [InfrastructureFault, RegExp][] = [
  [
    'dns',
    /\benotfound\b|\beai_(?:again|fail)\b|\bgetaddrinfo\b|\bdns\b|\bname (?:or service not known|resolution)\b|\bcould not resolve host\b/i,
  ],
  [
    'connection',
    /\be(?:connrefused|connreset|connaborted|hostunreach|netunreach|pipe)\b|\bconnection\b|\bsocket\b|\bnetwork\b|\bconnect\b/i,
  ],
]

/** Of a time-out, which is no fault of the infrastructure unless it is one of a connection. */
const CONNECTING = /\bconnect(?:ion|ing)?\b/i

/** Returns the kind of infrastructure fault an error message reports, by its failure class, or null. */
export function infrastructureFault(error: string): InfrastructureFault | null {
  const text = error.slice(0, MAX_LENGTH)
  if (DATA_SOURCE.test(text)) return 'data_source'
  const { failureClass } = classifyFailure({ message: error })
  if (failureClass === 'timeout') return CONNECTING.test(text) ? 'connection' : null
  const fault = FAULTS[failureClass] ?? null
  return (fault === 'server_error' && TRANSIENT.find(([, sign]) => sign.test(text))?.[0]) || fault
}
