import Link from 'next/link'
import { gateHref } from '@/components/gates/gate-href'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { VersionDetail, VersionEvent } from '@/lib/contracts/versions'
import { versionEventLabels } from '@/lib/format/version-labels'

type VersionHistoryProps = { project: string; version: VersionDetail }

/** All that happened to a version, newest first. It only grows. */
export function VersionHistory({ project, version }: VersionHistoryProps) {
  return (
    <Panel title="History">
      {version.events.length === 0 ? (
        <p className="text-ink-2 text-sm">
          First named by a run, <AbsoluteTime iso={version.publishedAt} />. Nothing has happened to it since.
        </p>
      ) : (
        <ol className="divide-y text-sm">
          {version.events.map((event) => (
            <Event key={event.id} project={project} event={event} version={version.version} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Event({ project, event, version }: { project: string; event: VersionEvent; version: string }) {
  const hasMoved = event.fromState !== event.toState
  return (
    <li className="py-2 first:pt-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{versionEventLabels[event.kind]}</span>
        <span className="text-ink-2">by {event.by}</span>
        <AbsoluteTime iso={event.at} className="ml-auto text-ink-3 text-xs" />
      </p>
      {event.reason && <p className="whitespace-pre-line break-words text-ink-2">{event.reason}</p>}
      {(hasMoved || event.gateId) && (
        <p className="text-ink-3 text-xs">
          {servesThen(event, version)}{' '}
          {event.gateId && (
            <Link href={gateHref(project, event.gateId)} className="link">
              Gate
            </Link>
          )}
        </p>
      )}
    </li>
  )
}

function servesThen({ kind, servedVersion }: VersionEvent, version: string): string {
  if (kind === 'held') return servedVersion === null ? 'Nothing served.' : `${servedVersion} went on serving.`
  if (servedVersion === null) return 'Nothing served from then on.'
  return servedVersion === version ? 'It served from then on.' : `${servedVersion} served from then on.`
}
