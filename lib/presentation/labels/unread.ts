import type { NodeView, RunDetail, UnreadValue } from '@/lib/contracts/run-detail'
import { formatPlural } from '../format/number'

const fieldLabels: Record<UnreadValue['field'], string> = {
  request: 'Request',
  output: 'Output',
  sources: 'Sources',
  input: 'Input',
  systemPrompt: 'System prompt',
  toolCalls: 'Tool calls',
  attributes: 'Attributes',
}

const reasons: Record<UnreadValue['why'], string> = {
  away: 'which is not responding',
  lost: 'which returns a different value than was written',
}

const size = ({ bytes }: UnreadValue) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`

/** Names an unreadable value: "Output of Search, 61 kB". */
export function unreadLabel(value: UnreadValue, nodes: readonly Pick<NodeView, 'id' | 'name'>[]): string {
  const node = nodes.find(({ id }) => id === value.nodeId)
  const of = node ? ` of ${node.name ?? node.id}` : ''
  return `${fieldLabels[value.field]}${of}, ${size(value)}`
}

/** Returns title and reason of the notice about unreadable values. */
export function unreadWords(unread: readonly UnreadValue[]): { title: string; why: string } {
  const isLost = unread.some(({ why }) => why === 'lost')
  return {
    title: `${formatPlural(unread.length, 'long value')} of this run cannot be read${isLost ? '' : ' now'}`,
    why: isLost
      ? 'Kept in the payload store, which returns different values than were written.'
      : 'Kept in the payload store, which is not responding.',
  }
}

/** Shown instead of the value, so that it does not seem to be missing. */
const standIn = (value: UnreadValue) => `[${size(value)} kept in the payload store, ${reasons[value.why]}]`

type Shown = Pick<RunDetail, 'request' | 'output' | 'nodes' | 'unread'>

/** Returns a run for display, with a note in the place of each unreadable text. */
export function withUnread<D extends Shown>(detail: D): D {
  if (detail.unread.length === 0) return detail
  const textOf = (nodeId: string | null, field: UnreadValue['field'], value: unknown) => {
    const unread = detail.unread.find((one) => one.nodeId === nodeId && one.field === field)
    return unread ? standIn(unread) : value
  }
  return {
    ...detail,
    request: textOf(null, 'request', detail.request),
    output: textOf(null, 'output', detail.output),
    nodes: detail.nodes.map((node) => ({
      ...node,
      input: textOf(node.id, 'input', node.input),
      systemPrompt: textOf(node.id, 'systemPrompt', node.systemPrompt),
      output: textOf(node.id, 'output', node.output),
    })),
  }
}
