import { StatusMark } from '@/components/pieces/status-mark'
import type { Status } from '@/components/pieces/status-shape'
import type { SessionState } from '@/lib/contracts/thinking/sessions'
import { sessionStateLabels } from '@/lib/format/thinking-labels'

const statuses: Record<SessionState, Status> = { open: 'running', finished: 'completed', cleared: 'cancelled' }

/** How a session stands, by shape and word. */
export function SessionStateMark({ state }: { state: SessionState }) {
  return <StatusMark status={statuses[state]} word={sessionStateLabels[state]} />
}
