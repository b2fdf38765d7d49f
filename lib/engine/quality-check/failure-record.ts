import { EngineInputError } from '../input-error'
import { errorText, readNodeOutcomes } from './validation-issues'

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
  if (status !== undefined) return status === 'completed'
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

/** A bare number is not a status: it needs a word such as "HTTP" or "status" before it. */
const STATUS = String.raw`\b(?:http(?:/\d(?:\.\d)?)?|(?:status|error|response)[ _]code|status|responded with)[\s:=(]*`

const SIGNS: readonly [InfrastructureFault, RegExp][] = [
  [
    'rate_limit',
    new RegExp(
      String.raw`${STATUS}429\b|\b429[\s:-]+too many|\btoo many requests\b|\brate[ _-]?limit(?:s|ed|ing)?\b`,
      'i',
    ),
  ],
  [
    'quota',
    new RegExp(
      String.raw`${STATUS}402\b|\bquotas?\b|\bspend(?:ing)? limit\b|\binsufficient (?:credits?|funds|balance)\b|\bbilling\b`,
      'i',
    ),
  ],
  [
    'auth',
    new RegExp(
      String.raw`${STATUS}40[13]\b|\b40[13][\s:-]+(?:unauthori[sz]ed|forbidden)|\bunauthori[sz]ed\b|\bunauthenticated\b|\bauthentication\b|\b(?:invalid|incorrect|expired|missing) (?:api[ _-]?key|credentials?|(?:access |auth )?token)\b`,
      'i',
    ),
  ],
  [
    'dns',
    /\benotfound\b|\beai_again\b|\bgetaddrinfo\b|\bdns\b|\bname (?:or service not known|resolution)\b|\bcould not resolve host\b/i,
  ],
  [
    'connection',
    /\be(?:connrefused|connreset|connaborted|hostunreach|netunreach|pipe)\b|\bconnection (?:was )?(?:refused|reset|closed|lost|failed|error|aborted|timed out)\b|\bsocket hang up\b|\bnetwork (?:error|is unreachable)\b|\b(?:cannot|could not|unable to|failed to) connect\b/i,
  ],
  [
    'data_source',
    /\b(?:data ?source|database|data ?store|warehouse|vector store|upstream (?:service|api))\b.{0,40}\b(?:unavailable|unreachable|down|offline|not available|not responding)\b/i,
  ],
  [
    'server_error',
    new RegExp(
      String.raw`${STATUS}5\d\d\b|\b5\d\d[\s:-]+(?:internal|bad gateway|service|gateway|server)|\binternal server error\b|\bbad gateway\b|\bservice (?:is )?(?:temporarily )?unavailable\b|\bgateway time-?out\b`,
      'i',
    ),
  ],
]

const MAX_LENGTH = 10_000

/** Returns the kind of infrastructure fault an error message reports, or null. */
export function infrastructureFault(error: string): InfrastructureFault | null {
  const text = error.slice(0, MAX_LENGTH)
  return SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? null
}
