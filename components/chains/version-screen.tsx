'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useOffForViewers } from '@/components/domain-ui/role'
import { TrueShareGoodText } from '@/components/domain-ui/true-share-good'
import { OpenGateButton } from '@/components/gates/open-gate-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { VersionDetail, VersionEvent } from '@/lib/contracts/versions'
import { formatListed, formatPlural } from '@/lib/presentation/format/number'
import { versionEventLabels, versionStateLabels } from '@/lib/presentation/labels/chains'
import { chainHref, compareHref, endedRunsHref, gateHref, projectHref } from '@/lib/presentation/links'
import { versionVerdict } from '@/lib/presentation/version-verdict'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { TrialsPanel } from './trials-panel'
import { VersionDefinition, VersionFacts } from './version-facts'

type VersionScreenProps = { project: string; chain: string; version: string }

/** Page of a version: state, trials, definition and history. */
export function VersionScreen({ project, chain, version: name }: VersionScreenProps) {
  const { version } = useSuspenseQuery(
    queryOf('GET /api/v1/chains/{chain}/versions/{version}', { chain, version: name }, { project }),
  ).data
  return (
    <>
      <PageHeader
        title={
          <>
            <span className="sr-only">{chain} </span>
            {version.version}
          </>
        }
        headline={headlineOf(version)}
        trail={[
          { label: 'Chains', href: projectHref(project, '/chains') },
          { label: chain, href: chainHref(project, chain) },
        ]}
        actions={
          <>
            <Button asChild>
              <Link href={endedRunsHref(project, chain, name)}>{formatPlural(version.runs, 'run')}</Link>
            </Button>
            {version.comparedWith && (
              <Button asChild>
                <Link href={compareHref(project, { chain, version: version.comparedWith }, { chain, version: name })}>
                  Compare with {version.comparedWith}
                </Link>
              </Button>
            )}
            {version.state === 'candidate' && version.gate?.state !== 'pending' && (
              <PromoteButton project={project} version={version} />
            )}
            {version.gate?.state === 'pending' ? (
              <Button variant="primary" asChild>
                <Link href={gateHref(project, version.gate.id)}>Decide its gate</Link>
              </Button>
            ) : (
              <OpenGateButton project={project} subject={{ chain, version: name }} />
            )}
          </>
        }
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-8 lg:order-last">
          <VersionFacts project={project} version={version} />
          <VersionHistory project={project} version={version} />
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <Panel title="Share good, by human verdicts">
            <TrueShareGoodText shareGood={version.shareGood} />
          </Panel>
          <TrialsPanel
            project={project}
            chain={chain}
            version={name}
            isTakenBack={version.state === 'rolled_back' || version.state === 'halted'}
          />
          <VersionDefinition version={version} />
        </div>
      </div>
    </>
  )
}

const statusTexts: Partial<Record<VersionDetail['state'], string>> = {
  candidate: 'A candidate, tried and compared with the serving version. It does not serve.',
}

const UNPUBLISHED = 'An unpublished candidate, compared with the serving version. It does not serve.'

function headlineOf(version: VersionDetail): string {
  const { served, state, publishedBy, notes, comparedWith } = version
  const onTrial = state === 'candidate' && publishedBy === null ? UNPUBLISHED : statusTexts[state]
  const status = served ? 'It serves.' : (onTrial ?? `${versionStateLabels[state]}: it does not serve.`)
  const verdict = comparedWith === null ? null : `${versionVerdict(version, version).verdict}.`
  return [status, verdict, notes].filter(Boolean).join(' ')
}

type PromoteButtonProps = { project: string; version: VersionDetail }

/** Button that publishes a candidate unchanged as a live version. Disabled for viewers, with the reason in the tooltip. */
function PromoteButton({ project, version: { chain, version } }: PromoteButtonProps) {
  const off = useOffForViewers(project, 'publish')
  const publish = useMutation(mutationOf('POST /api/v1/chains/{chain}/publications', { project, isSecret: true }))
  const [isOpen, setOpen] = useDialogOf(publish)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Make ${version} live?`}
      description="It serves at once if it is the highest live version. Its runs count from then on, and a gate opens if they show a regression. You may then not decide on it yourself."
      trigger={
        <Button variant="primary" icon={<Rocket aria-hidden />} {...off}>
          Make it live
        </Button>
      }
      submit={{
        children: 'Make it live',
        pending: publish.isPending,
        onClick: () => publish.mutate({ chain, version }, { onSuccess: () => setOpen(false) }),
      }}
    >
      {publish.error && (
        <Notice tone="fail" title="It was not published">
          {toProblem(publish.error).message}
        </Notice>
      )}
    </Dialog>
  )
}

type VersionHistoryProps = { project: string; version: VersionDetail }

/** Append-only history of a version, newest first. */
function VersionHistory({ project, version }: VersionHistoryProps) {
  return (
    <Panel title="History" note={formatListed(version.events.length, 'newest', version.eventCount)}>
      {version.events.length === 0 ? (
        <p className="text-ink-2 text-sm">
          First named by a run, <AbsoluteTime iso={version.publishedAt} />. No changes since.
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
      <p className="min-w-0 break-words">
        <span className="font-medium">{versionEventLabels[event.kind]}</span>{' '}
        <span className="text-ink-2">by {event.by}</span>
      </p>
      <AbsoluteTime iso={event.at} className="block text-ink-3 text-xs" />
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
