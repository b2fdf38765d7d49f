import { Button } from './button'
import { CopyButton } from './copy-button'
import { StateFrame, type StateFrameProps } from './state-frame'

type StatePanelProps = Omit<StateFrameProps, 'footer'> & {
  /** Id of the failed request, for the server's administrator. */
  requestId?: string | null
}

/** Placeholder for content that is loading, empty, failed or denied. */
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

type NoMatchesProps = { /** Plural noun of the filtered rows. */ noun: string; onClear: () => void }

/** Empty state of a list whose filters leave nothing. */
export function NoMatches({ noun, onClear }: NoMatchesProps) {
  return (
    <StatePanel
      compact
      state="empty"
      title={`No ${noun} match these filters`}
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      New {noun} that match will appear here.
    </StatePanel>
  )
}
