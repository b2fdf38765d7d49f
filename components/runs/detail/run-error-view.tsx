import type { RunDetail } from '@/lib/contracts/run-detail'

type RunErrorViewProps = { error: NonNullable<RunDetail['error']> }

/** An error as the agent told it, with the codes it gave. */
export function RunErrorView({ error }: RunErrorViewProps) {
  const codes = [
    error.type,
    error.code === null ? null : `code ${error.code}`,
    error.httpStatus === null ? null : `HTTP ${error.httpStatus}`,
  ]
  const told = codes.filter(Boolean).join(', ')
  return (
    <div className="rounded-md border border-fail-line bg-fail-bg px-3 py-2">
      <p className="font-medium text-fail-fg text-xs">Error{told && `: ${told}`}</p>
      <p className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words font-mono text-ink text-xs leading-5">
        {error.message}
      </p>
    </div>
  )
}
