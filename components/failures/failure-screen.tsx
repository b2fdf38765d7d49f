'use client'

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Archive, Check, RotateCcw, UserRound } from 'lucide-react'
import { useQueryState } from 'nuqs'
import { useState } from 'react'
import { HandOver } from '@/components/brief/hand-over'
import { useMay } from '@/components/domain-ui/role'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import type { FailureAction, FailureGroupDetail } from '@/lib/contracts/failure-groups'
import { formatListed, formatPlural } from '@/lib/presentation/format/number'
import { cutMiddle } from '@/lib/presentation/format/text'
import { deadLetterStatusLabels } from '@/lib/presentation/labels/dead-letters'
import {
  failureEventLabels,
  failureName,
  failurePlace,
  shownMessage,
  shownTemplate,
} from '@/lib/presentation/labels/failures'
import { deadLettersHref, projectHref, runHref, runsHref } from '@/lib/presentation/links'
import { failureGroupQuery, failureRangeParser } from '@/lib/queries/failure-search'
import { queryOf } from '@/lib/queries/query-of'
import { ActDialog, type RequestedAction, useUndo } from './act-dialog'
import { FailureFrequency } from './failure-frequency'
import { FailureParts, FailureStatusMark } from './failure-parts'

type FailureScreenProps = { project: string; fingerprint: string }

/** Page of a failure group: trend, places, parts, examples and history. */
export function FailureScreen({ project, fingerprint }: FailureScreenProps) {
  const [range] = useQueryState('range', failureRangeParser)
  // What does not depend on the range stays as it is while another one is chosen.
  const [firstRange] = useState(range)
  const { data } = useSuspenseQuery(failureGroupQuery(project, fingerprint, firstRange))
  const { group } = data
  const count = group.roots + group.cascades
  return (
    <>
      <PageHeader
        trail={[{ label: 'Failures', href: projectHref(project, '/failures') }]}
        title={failureName(group)}
        headline={
          <>
            {count === 1 ? (
              'Failed once, '
            ) : (
              <>
                {formatPlural(count, 'failure')} since <AbsoluteTime iso={group.firstSeenAt} />, the last one{' '}
              </>
            )}
            <RelativeTime iso={group.lastSeenAt} />
            {group.merged > 0 && `, ${formatPlural(group.merged, 'other kind')} merged into it`}.
          </>
        }
        actions={<Actions project={project} data={data} />}
        className="mb-4!"
      />
      <p className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <FailureStatusMark group={group} isWhole />
        <span className="text-ink-2">Owner: {group.owner?.name ?? 'unassigned'}</span>
        <RunsLink project={project} fingerprint={group.fingerprint} />
      </p>
      <div className="grid gap-8">
        <Panel title="Message" note={messageNote(group)}>
          <p className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5">
            {group.code !== null && !group.lastMessage.includes(group.code) && `${group.code}: `}
            {shownMessage(group.lastMessage)}
          </p>
        </Panel>
        <FailureFrequency project={project} fingerprint={fingerprint} />
        <FailureExamples project={project} data={data} />
        <FailureParts project={project} data={data} />
        {data.deadLetters.length > 0 && <DeadLetters project={project} data={data} />}
        <FailureHistory project={project} data={data} />
      </div>
    </>
  )
}

/** What its messages have in common is said where the newest does not begin with it: an error may stand at the end of a long output. */
function messageNote({ roots, template, lastMessage }: FailureGroupDetail['group']): string | undefined {
  const common = shownTemplate(template)
  const [start = ''] = common.split('…')
  return (
    [
      roots === 0 ? 'Inherited from a dependency that had failed.' : null,
      shownMessage(lastMessage).startsWith(start.trim()) ? null : `In all of them: ${cutMiddle(common, COMMON_MAX)}`,
    ]
      .filter(Boolean)
      .join(' ') || undefined
  )
}

const COMMON_MAX = 200

/** A run may fail several times in one way, so that there can be fewer runs than failures. */
function RunsLink({ project, fingerprint }: FailureScreenProps) {
  const { data } = useQuery(queryOf('GET /api/v1/runs/count', { fingerprint }, { project }))
  return (
    <Link href={runsHref(project, { fingerprint })} className="link">
      {data ? `In ${data.isExact ? '' : 'about '}${formatPlural(data.count, 'run')}` : 'All its runs'}
    </Link>
  )
}

type Detail = { project: string; data: FailureGroupDetail }

/** Actions on a group, with shortcuts; viewers see an explanation instead. */
function Actions({ project, data }: Detail) {
  const { group, versions } = data
  const mayAct = useMay(project, 'reviewer')
  const [requested, setRequested] = useState<RequestedAction>(null)
  const ask = (action: FailureAction) =>
    setRequested({ action, groups: [group.fingerprint], names: [failureName(group)], owner: group.owner })
  const isResolved = group.status === 'resolved'
  const isOver = isResolved || group.status === 'archived'
  const keys = [
    { keys: 'u', label: 'Assign it', run: () => ask('assign') },
    isOver
      ? { keys: 'o', label: 'Reopen it', run: () => ask('reopen') }
      : { keys: 'a', label: 'Archive it', run: () => ask('archive') },
    ...(isResolved ? [] : [{ keys: 'r', label: 'Resolve it', run: () => ask('resolve') }]),
  ]
  useShortcuts('This kind of failure', mayAct ? keys : [])
  const handOver = <HandOver project={project} subject={{ failureGroup: group.fingerprint }} />
  if (!mayAct) return handOver
  return (
    <>
      {handOver}
      <Button icon={<UserRound aria-hidden />} shortcut="u" onClick={() => ask('assign')}>
        Assign
      </Button>
      {isOver ? (
        <Button
          variant={isResolved ? 'primary' : 'secondary'}
          icon={<RotateCcw aria-hidden />}
          shortcut="o"
          onClick={() => ask('reopen')}
        >
          Reopen
        </Button>
      ) : (
        <Button icon={<Archive aria-hidden />} shortcut="a" onClick={() => ask('archive')}>
          Archive
        </Button>
      )}
      {!isResolved && (
        <Button variant="primary" icon={<Check aria-hidden />} shortcut="r" onClick={() => ask('resolve')}>
          Resolve
        </Button>
      )}
      <ActDialog
        project={project}
        requested={requested}
        chains={[...new Set(versions.map(({ chain }) => chain))]}
        onClose={() => setRequested(null)}
      />
    </>
  )
}

function DeadLetters({ project, data }: { project: string; data: FailureGroupDetail }) {
  const { deadLetters, deadLetterCount } = data
  const listed = formatListed(deadLetters.length, 'pending or newest', deadLetterCount)
  return (
    <Panel title="Dead letters" note={`Work from runs that failed like this, kept for a retry. ${listed}`}>
      <ul className="divide-y border-y text-sm">
        {deadLetters.map((letter) => (
          <li key={letter.id}>
            <Link
              href={deadLettersHref(project, { item: letter.id })}
              className="flex min-h-10 items-center gap-3 py-1 hover:bg-hover"
            >
              <span className="font-medium font-mono text-xs">{letter.operation}</span>
              <span className="min-w-0 flex-1 truncate text-ink-2">{letter.error}</span>
              <span className="text-ink-3 text-xs">{deadLetterStatusLabels[letter.status]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Newest failures of a group, linked to the failed step. */
function FailureExamples({ project, data }: { project: string; data: FailureGroupDetail }) {
  return (
    <Panel title="Examples" note="The newest. Each opens its run at the failed step.">
      <ul className="divide-y border-y text-sm">
        {data.examples.map((example) => (
          <li key={`${example.runId} ${example.nodeId}`}>
            <Link
              href={`${runHref(project, example.runId)}?${new URLSearchParams({ node: example.nodeId })}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="block truncate font-mono text-xs">{shownMessage(example.message)}</span>
                <span className="block truncate text-ink-3 text-xs">
                  <span>{example.clientId}</span> · <span>{example.chain}</span> <span>{example.version}</span>
                  {' · '}
                  <span>{failurePlace(example.node)}</span>
                  {example.role === 'cascade' && ' · inherited'}
                </span>
              </span>
              <RelativeTime iso={example.at} className="text-ink-2 text-xs" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Append-only history of a group, newest first. */
function FailureHistory({ project, data }: { project: string; data: FailureGroupDetail }) {
  const mayAct = useMay(project, 'reviewer')
  const undo = useUndo(project)
  const { group, events, eventCount } = data
  return (
    <Panel title="History" note={formatListed(events.length, 'newest', eventCount)}>
      <ol className="divide-y border-y text-sm">
        {events.map((event) => (
          <li key={event.id} className="py-2">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{failureEventLabels[event.kind]}</span>{' '}
              {event.words && <span className="text-ink-2">{event.words}</span>}{' '}
              <span className="text-ink-3">by {event.by}</span>
              <span className="ml-auto flex items-center gap-3">
                {event.canUndo && mayAct && (
                  <Button size="sm" onClick={() => undo([{ group: group.fingerprint, event: event.id }])}>
                    Take back
                  </Button>
                )}
                <AbsoluteTime iso={event.at} className="text-ink-3 text-xs" />
              </span>
            </p>
            {event.note && <p className="whitespace-pre-line break-words text-ink-2">{event.note}</p>}
          </li>
        ))}
        <li className="flex items-center gap-2 py-2">
          <span className="font-medium">First seen</span>
          <AbsoluteTime iso={group.firstSeenAt} className="ml-auto text-ink-3 text-xs" />
        </li>
      </ol>
    </Panel>
  )
}
