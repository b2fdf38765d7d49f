'use client'

import { useMutation } from '@tanstack/react-query'
import { useMay } from '@/components/domain-ui/role'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { useTimeZone } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { Tone } from '@/components/ui/tone'
import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import type { FailureStatus } from '@/lib/contracts/failures'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { failureStatusLabels, failureStatusNote, shownTemplate } from '@/lib/presentation/labels/failures'
import { failureHref } from '@/lib/presentation/links'
import { mutationOf } from '@/lib/queries/query-of'
import { useUndo } from './act-dialog'

type FailurePartsProps = { project: string; data: FailureGroupDetail }

/** Parts of a group, which can be split off: similar messages, and groups merged into it. */
export function FailureParts({ project, data }: FailurePartsProps) {
  const { group, members, looked } = data
  // A merged group of one message stands under the merged ones only.
  const parts = data.parts.filter(
    ({ fingerprint }) => fingerprint === group.fingerprint || hasSeveral(data, fingerprint),
  )
  const mayAct = useMay(project, 'reviewer')
  const split = useSplit(project, group.fingerprint)
  if (data.parts.length < 2 && members.length === 0) return null
  const splitButton = (what: { part: string } | { member: string }) =>
    mayAct && (
      <Button size="sm" pending={split.isPending} onClick={() => split.mutate({ group: group.fingerprint, ...what })}>
        Split out
      </Button>
    )
  return (
    <Panel
      title="Messages"
      note={`Messages that differ only in numbers and ids, from the newest ${formatPlural(looked, 'failure')}. Splitting one out makes it its own kind, including future failures like it.`}
    >
      <ul className="divide-y border-y text-sm">
        {parts.map(({ part, count, message }) => (
          <li key={part} className="flex min-h-10 items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 truncate font-mono text-xs" title={message}>
              {message}
            </span>
            <span className="text-ink-2">{formatCount(count)}</span>
            {data.parts.length > 1 && splitButton({ part })}
          </li>
        ))}
      </ul>
      {members.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-medium text-sm">Merged into it</h3>
          <ul className="divide-y border-y text-sm">
            {members.map(({ fingerprint, node, template, roots, cascades }) => (
              <li key={fingerprint} className="flex min-h-10 items-center gap-3 py-1.5">
                <span className="min-w-0 flex-1 truncate" title={shownTemplate(template)}>
                  {`at ${node} `}
                  <span className="font-mono text-ink-3 text-xs">{shownTemplate(template)}</span>
                </span>
                <span className="text-ink-2">{formatCount(roots + cascades)}</span>
                {splitButton({ member: fingerprint })}
              </li>
            ))}
          </ul>
        </>
      )}
      {split.data && (
        <p className="mt-2 text-sm" role="status">
          Split out:{' '}
          <Link href={failureHref(project, split.data.group)} className="link">
            open the new kind
          </Link>
          .
        </p>
      )}
    </Panel>
  )
}

const hasSeveral = ({ parts }: FailureGroupDetail, group: string) =>
  parts.filter(({ fingerprint }) => fingerprint === group).length > 1

function useSplit(project: string, group: string) {
  const undo = useUndo(project)
  return useMutation({
    ...mutationOf('POST /api/v1/failure-groups/{group}/split', { project }),
    onSuccess: ({ event }) =>
      toast.success('Split out', { action: { label: 'Undo', onClick: () => undo([{ group, event }]) } }),
    onError: toast.problem,
  })
}

const tones: Record<FailureStatus, Tone> = {
  new: 'review',
  escalating: 'fail',
  regressed: 'fail',
  ongoing: 'neutral',
  archived: 'unknown',
  resolved: 'pass',
}

type FailureStatusMarkProps = {
  group: Parameters<typeof failureStatusNote>[0]
  /** Also shows until when it is archived, or in which version it was resolved or came back. */
  isWhole?: boolean
}

export function FailureStatusMark({ group, isWhole = false }: FailureStatusMarkProps) {
  const note = failureStatusNote(group, useTimeZone())
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tones[group.status]} title={note ?? undefined}>
        {failureStatusLabels[group.status]}
      </Badge>
      {isWhole && note && <span className="text-ink-2 text-sm">{note}</span>}
    </span>
  )
}
