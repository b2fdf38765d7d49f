import { CopyButton } from './copy-button'
import { StateFrame, type StateFrameProps } from './state-frame'

type StatePanelProps = Omit<StateFrameProps, 'footer'> & {
  /** Names the request to whoever looks after the server. */
  requestId?: string | null
}

/** What stands where content cannot: one place for loading, empty, broken and refused. */
export function StatePanel({ requestId, ...rest }: StatePanelProps) {
  return <StateFrame {...rest} footer={requestId && <RequestId id={requestId} />} />
}

function RequestId({ id }: { id: string }) {
  return (
    <p className="mt-4 flex items-center gap-1 text-ink-3 text-xs">
      Request <code className="font-mono">{id}</code>
      <CopyButton text={id} label="Copy request id" />
    </p>
  )
}
