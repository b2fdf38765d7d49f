import type { IssueView } from '@/lib/contracts/run-detail'
import type { NodeInput, RunInput } from '@/lib/contracts/run-input'

/** Issues of the execution itself: a run that failed, and each failed node. A node the run got past is a warning. */
export function nodeIssues(run: RunInput): IssueView[] {
  const issues = run.nodes
    .filter((node) => node.status === 'failed')
    .map((node) => toIssue(node, isRecovered(node, run)))
  if (run.status === 'failed' || run.status === 'failed_quality')
    issues.push({
      stage: 'execution',
      type: 'run_failed',
      field: 'status',
      severity: 'error',
      blocker: true,
      message:
        run.status === 'failed'
          ? `the run failed${errorMessage(run.error)}`
          : 'the caller found its quality insufficient',
    })
  return issues
}

function toIssue(node: NodeInput, recovered: boolean): IssueView {
  return {
    stage: 'execution',
    type: 'node_failed',
    field: node.id,
    message: `node ${node.name ?? node.id} failed${errorMessage(node.error)}${recovered ? '; the run got past it' : ''}`,
    severity: recovered ? 'warning' : 'error',
    blocker: !recovered,
  }
}

/** A completed run got past a failed node when a node that depends on it completed, or when it was a tool call of an agent. */
function isRecovered(node: NodeInput, run: RunInput): boolean {
  if (run.status !== 'completed') return false
  return (
    node.type === 'tool' ||
    run.nodes.some((other) => other.status === 'completed' && other.dependencies.includes(node.id))
  )
}

function errorMessage(error: RunInput['error']): string {
  if (error === null || error === undefined) return ''
  const message = typeof error === 'string' ? error : error.message
  return message ? `: ${message.slice(0, 300)}` : ''
}
