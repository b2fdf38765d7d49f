'use client'

import { useMutation } from '@tanstack/react-query'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { CopyButton } from '@/components/ui/copy-button'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { DeliveryAttempt, DeliveryView } from '@/lib/contracts/webhooks'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatPlural } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { deliveryStateLabels } from '@/lib/presentation/labels/webhooks'
import { mutationOf } from '@/lib/queries/query-of'

const marks = { waiting: 'running', delivered: 'completed', failed: 'failed' } as const

type DeliveryItemProps = {
  project: string
  delivery: DeliveryView
  mayReplay: boolean
  isSelected: boolean
  onSelect: () => void
}

/** A message to an endpoint; expands to its attempts. */
export function DeliveryItem({ project, delivery, mayReplay, isSelected, onSelect }: DeliveryItemProps) {
  const { messageId, endpointId, type, status, attempts, nextAt, createdAt, updatedAt } = delivery
  const replay = useMutation(
    mutationOf('POST /api/v1/webhooks/{endpointId}/deliveries/{messageId}/replay', { project }),
  )
  const tries = attempts.filter((attempt) => attempt.kind === 'attempt').length
  const error = attempts.at(-1)?.error
  const act = () =>
    replay.mutate(
      { endpointId, messageId },
      {
        onSuccess: () => toast.success('Sending again'),
        onError: toast.problem,
      },
    )
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5 text-sm sm:flex-nowrap">
      {mayReplay && (
        <Checkbox
          aria-label={`Select ${type} of ${createdAt}`}
          className="mt-0.5"
          checked={isSelected}
          onCheckedChange={onSelect}
        />
      )}
      <details className="min-w-0 flex-1 basis-3/4 sm:basis-auto">
        <summary>
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <StatusMark status={marks[status]} word={deliveryStateLabels[status]} />
            <span className="font-mono text-xs">{type}</span>
            <span className="text-ink-2 text-xs">
              {formatPlural(tries, 'attempt')}, <RelativeTime iso={updatedAt} />
            </span>
          </span>
          {status !== 'delivered' && (error || nextAt) && (
            <span className="block break-words pl-4 text-ink-2 text-xs">
              {error && `${capital(error)}. `}
              {nextAt && tries > 0 && (
                <>
                  Next attempt: <AbsoluteTime iso={nextAt} />
                </>
              )}
            </span>
          )}
        </summary>
        <div className="pt-2 pl-4">
          <p className="flex items-center gap-1 text-ink-2 text-xs">
            webhook-id <code className="break-all font-mono">{messageId}</code>
            <CopyButton text={messageId} label="Copy webhook-id" />
          </p>
          <AttemptList attempts={attempts} />
        </div>
      </details>
      {mayReplay && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-5 sm:ml-0"
          pending={replay.isPending}
          onClick={act}
          aria-label={`Send again: ${type}`}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

/** Attempts in order, with their responses. */
function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  if (attempts.length === 0) return <p className="text-ink-3 text-xs">Not sent yet.</p>
  return (
    <ol className="divide-y">
      {attempts.map((attempt) => (
        <li key={`${attempt.kind} ${attempt.at}`} className="py-1.5 text-xs">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span>{attemptLabel(attempt)}</span>
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

function attemptLabel({ kind, by, status, error }: DeliveryAttempt): string {
  if (kind === 'replay') return `${by ?? 'Someone'} sent it again`
  if (error === null) return `Accepted with ${status}`
  return capital(error)
}
