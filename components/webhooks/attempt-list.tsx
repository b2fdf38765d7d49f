import { AbsoluteTime } from '@/components/ui/time'
import type { DeliveryAttempt } from '@/lib/contracts/webhooks'
import { formatDuration } from '@/lib/format/duration'

/** Every attempt in order, with what came back. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  if (attempts.length === 0) return <p className="text-ink-3 text-xs">Not sent yet.</p>
  return (
    <ol className="divide-y">
      {attempts.map((attempt) => (
        <li key={`${attempt.kind} ${attempt.at}`} className="py-1.5 text-xs">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span>{attemptWords(attempt)}</span>
            <span className="text-ink-3">
              {attempt.ms !== null && `${formatDuration(attempt.ms)}, `}
              <AbsoluteTime iso={attempt.at} />
            </span>
          </p>
          {attempt.response && (
            <pre className="mt-1 max-h-32 overflow-auto whitespace-pre-wrap break-all rounded-sm bg-sunken p-2 font-mono">
              {attempt.response}
            </pre>
          )}
        </li>
      ))}
    </ol>
  )
}

function attemptWords({ kind, by, status, error }: DeliveryAttempt): string {
  if (kind === 'replay') return `${by ?? 'Somebody'} had it sent again`
  if (error === null) return `Accepted with ${status}`
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}`
}
