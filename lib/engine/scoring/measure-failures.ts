import type { NodeInput, RunInput } from '@/lib/contracts/run-input'
import { attributeFailures } from '@/lib/engine/failures/attribute-failures'
import { classifyFailure } from '@/lib/engine/failures/classify-failure'
import { fingerprintFailure } from '@/lib/engine/failures/fingerprint'
import type { ScoredFailure } from './scored-run'

const NO_MESSAGE = 'no error message'
const MAX_MESSAGE = 2000

/** The class and group of every failed node, and of a failed run without one (node id `run`); roots told from cascades. */
export function measureFailures(run: RunInput): ScoredFailure[] {
  const roles = attributeFailures(run.nodes)
  const failed = run.nodes.filter((node) => node.status === 'failed')
  const failures = failed.map((node) =>
    toFailure(node.id, node.name ?? node.id, node.type, node, roles.get(node.id) ?? 'root'),
  )
  if (failed.length === 0 && run.status === 'failed') failures.push(toFailure('run', 'run', 'run', run, 'root'))
  return failures
}

function toFailure(
  nodeId: string,
  node: string,
  nodeType: string | undefined,
  source: Pick<NodeInput, 'error' | 'toolCalls'>,
  role: 'root' | 'cascade',
): ScoredFailure {
  const error = typeof source.error === 'string' ? { message: source.error } : (source.error ?? { message: '' })
  const message = error.message || NO_MESSAGE
  const found = classifyFailure({
    message,
    toolCalls: typeof source.toolCalls === 'number' ? source.toolCalls : undefined,
    httpStatus: 'httpStatus' in error ? error.httpStatus : undefined,
    errorCode: errorCode(error),
  })
  const { fingerprint, template } = fingerprintFailure({
    failureClass: found.failureClass,
    nodeType: nodeType ?? node,
    message,
  })
  return {
    nodeId,
    node: node.slice(0, 200),
    failureClass: found.failureClass,
    retryable: found.retryable,
    failureMode: role === 'cascade' ? 'cascade' : found.failureMode,
    confidence: found.confidence,
    matched: found.matched,
    role,
    fingerprint,
    template,
    message: message.slice(0, MAX_MESSAGE),
  }
}

function errorCode(error: object): string | undefined {
  if ('code' in error && error.code !== undefined) return String(error.code)
  return 'type' in error && typeof error.type === 'string' ? error.type : undefined
}
