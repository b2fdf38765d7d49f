import type { NodeInput, RunInput } from '@/lib/contracts/run-input'
import { type FailureRole, NO_ERROR_MESSAGE, RUN_ITSELF } from '@/lib/contracts/vocabulary'
import { attributeFailures, handledFailures } from '@/lib/engine/failures/attribute-failures'
import { classifyFailure } from '@/lib/engine/failures/classify-failure'
import { fingerprintFailure } from '@/lib/engine/failures/fingerprint'
import { RUNNING, type ScoredFailure } from './scored-run'

const MAX_MESSAGE = 2000
/** Maximum length of the name that a node is counted under. */
export const NODE_NAME_MAX = 200

/**
 * Returns class and group of every failed node, and of a run that failed by itself (node id `run`), with roots and cascades distinguished.
 * Failures the run recovered from come last, because they do not explain why it failed. A running run has none yet.
 */
export function measureFailures(run: RunInput): ScoredFailure[] {
  if (run.status === RUNNING) return []
  const roles = attributeFailures(run.nodes)
  const classify = classifyOnce()
  const failed = run.nodes.filter((node) => node.status === 'failed')
  const failures = failed.map((node) => {
    const place = { nodeId: node.id, node: nodeName(node), nodeType: node.type, role: roles.get(node.id) ?? 'root' }
    return toFailure(place, node, classify)
  })
  const handled = handledFailures(run.nodes)
  const fatal = failures.filter(({ nodeId }) => !handled.has(nodeId))
  const isOwn = run.status === 'failed' && fatal.length === 0 && (failed.length === 0 || hasError(run))
  if (isOwn) {
    const place = { nodeId: RUN_ITSELF, node: RUN_ITSELF, nodeType: RUN_ITSELF, role: 'root' as const }
    fatal.push(toFailure(place, run, classify))
  }
  return [...fatal, ...failures.filter(({ nodeId }) => handled.has(nodeId))]
}

const hasError = ({ error }: RunInput) => error !== null && error !== undefined

type Classify = typeof classifyFailure

/** Caches classifications within a run, since thousands of nodes often fail with the same message. */
function classifyOnce(): Classify {
  const known = new Map<string, ReturnType<Classify>>()
  return (input) => {
    const key = JSON.stringify(input)
    const found = known.get(key) ?? classifyFailure(input)
    known.set(key, found)
    return found
  }
}

/** Keeps both ends of a long message: the error is at the start, or after a stack at the end. */
function excerpt(message: string): string {
  return message.length <= 2 * MAX_MESSAGE
    ? message
    : `${message.slice(0, MAX_MESSAGE)}\n${message.slice(-MAX_MESSAGE)}`
}

const KEPT_AT_END = 1000
const CUT = '\n…\n'

/** Returns the message as it is stored: of a long one both ends, as what failed often stands behind what was printed before. */
function storedMessage(message: string): string {
  const characters = [...message]
  if (characters.length <= MAX_MESSAGE) return message
  const start = characters.slice(0, MAX_MESSAGE - KEPT_AT_END - CUT.length)
  return `${start.join('')}${CUT}${characters.slice(-KEPT_AT_END).join('')}`
}

/** Returns the first characters of a text without splitting surrogate pairs. */
function firstOf(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('')
}

/** Returns the name a node is counted under over all runs of its chain: its name, else its id, at most 200 characters. */
export function nodeName({ name, id }: Pick<NodeInput, 'id'> & { name?: string | null | undefined }): string {
  return firstOf(name ?? id, NODE_NAME_MAX)
}

type FailurePlace = Pick<ScoredFailure, 'nodeId' | 'node'> & { nodeType: string | undefined; role: FailureRole }

function toFailure(
  { nodeId, node, nodeType, role }: FailurePlace,
  source: Pick<NodeInput, 'error' | 'toolCalls'>,
  classify: Classify,
): ScoredFailure {
  const error = typeof source.error === 'string' ? { message: source.error } : (source.error ?? { message: '' })
  const message = excerpt(error.message || NO_ERROR_MESSAGE)
  const named = errorCode(error)
  const code = named ?? ('httpStatus' in error ? error.httpStatus : undefined)
  const found = classify({
    message,
    toolCalls: typeof source.toolCalls === 'number' ? source.toolCalls : undefined,
    httpStatus: 'httpStatus' in error ? error.httpStatus : undefined,
    errorCode: named,
  })
  const { fingerprint, template, leaf } = fingerprintFailure({
    failureClass: found.failureClass,
    nodeType: nodeType ?? node,
    message,
    errorCode: code,
  })
  return {
    nodeId,
    node,
    failureClass: found.failureClass,
    retryable: found.retryable,
    failureMode: role === 'cascade' ? 'cascade' : found.failureMode,
    confidence: found.confidence,
    matched: found.matched,
    role,
    fingerprint,
    part: fingerprint,
    template,
    code: code === undefined ? null : String(code),
    leaf,
    message: storedMessage(message),
  }
}

function errorCode(error: object): string | undefined {
  if ('code' in error && error.code !== undefined) return String(error.code)
  return 'type' in error && typeof error.type === 'string' ? error.type : undefined
}
