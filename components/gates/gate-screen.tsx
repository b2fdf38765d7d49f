'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { gateKindLabels } from '@/components/domain-ui/gate-mark'
import { Badge } from '@/components/ui/badge'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { RelativeTime } from '@/components/ui/time'
import { Trail } from '@/components/ui/trail'
import type { GateDetail, GateRow } from '@/lib/contracts/gates'
import { formatPlural } from '@/lib/presentation/format/number'
import { gateTitle, openedText } from '@/lib/presentation/labels/gates'
import { projectHref, reviewHref, runHref, versionHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import { DecisionBar } from './decision-bar'
import { GateDeadline } from './gate-deadline'
import { GatePeople } from './gate-people'

// Loaded lazily: a gate needs one kind of evidence, an open one has no record, and few change while they are read.
const RunEvidence = dynamic(orMissing(() => import('./run-evidence'), 'RunEvidence'))
const VersionEvidence = dynamic(orMissing(() => import('./version-evidence'), 'VersionEvidence'))
const GateRecord = dynamic(orMissing(() => import('./gate-record'), 'GateRecord'))
const StaleEvidence = dynamic(orMissing(() => import('./gate-changes'), 'StaleEvidence'))
const Overtaken = dynamic(orMissing(() => import('./gate-changes'), 'Overtaken'))
// They stand below everything that a decision is made on.
const PolicyTable = dynamic(orMissing(() => import('./gate-rules'), 'PolicyTable'))
const GateHistory = dynamic(orMissing(() => import('./gate-rules'), 'GateHistory'))

type GateScreenProps = { project: string; gateId: string }

/**
 * Page of a gate: question, evidence and decision, or the record once it is closed. While the gate is pending, the evidence
 * stays as it was when the page was opened; the user has to load newer evidence explicitly.
 */
export function GateScreen({ project, gateId }: GateScreenProps) {
  const { data: latest } = useSuspenseQuery(queryOf('GET /api/v1/gates/{gateId}', { gateId }, { project }))
  const [seen, setSeen] = useState(latest)
  const unsent = useUnsentText(`gate ${gateId}`)
  const [reason, setReason] = unsent
  const [isDecidedHere, setDecidedHere] = useState(false)
  const [isDeciding, setDeciding] = useState(false)
  const isOpen = latest.gate.state === 'pending'
  useTabTitle(gateTitle(latest.gate))
  const { evidence, evidenceDigest, worst, rankedBy, confidenceFall } = seen
  const shown = isOpen ? { ...latest, evidence, evidenceDigest, worst, rankedBy, confidenceFall } : latest
  const isStale = isOpen && latest.evidenceDigest !== seen.evidenceDigest
  return (
    <article className="mx-auto grid max-w-180 grid-cols-1 gap-4 sm:gap-8">
      <GateHeading project={project} gate={shown.gate} />
      {!isOpen && !isDecidedHere && (isDeciding || reason.trim() !== '') && (
        <LatePart>
          <Overtaken
            text={reason}
            onDiscard={() => {
              setReason('')
              setDeciding(false)
            }}
          />
        </LatePart>
      )}
      {isOpen ? (
        <GateDeadline project={project} detail={shown} />
      ) : (
        <LatePart>
          <GateRecord project={project} detail={shown} takesFocus={isDecidedHere} />
        </LatePart>
      )}
      {latest.isCovered && (
        <Notice
          title="You review its run blind"
          action={
            latest.gate.runId && (
              <Button asChild>
                <Link href={reviewHref(project, latest.gate.runId)}>Review it</Link>
              </Button>
            )
          }
        >
          What others said on this gate is shown here once you have given your verdict on the run.
        </Notice>
      )}
      {isStale && (
        <LatePart>
          <StaleEvidence seen={seen.evidence} latest={latest.evidence} onReload={() => setSeen(latest)} />
        </LatePart>
      )}
      <GateBasis project={project} detail={shown} />
      <LatePart>
        <PolicyTable detail={shown} />
      </LatePart>
      {isOpen && <GatePeople project={project} detail={shown} />}
      <LatePart>
        <GateHistory detail={latest} />
      </LatePart>
      {isOpen && shown.consequences && (
        <DecisionBar
          project={project}
          detail={shown}
          consequences={shown.consequences}
          isStale={isStale}
          unsent={unsent}
          onReload={() => setSeen(latest)}
          onDeciding={setDeciding}
          onDecided={() => {
            setDecidedHere(true)
            setReason('')
          }}
        />
      )}
    </article>
  )
}

/** Keeps the tab's title current: the server's is that of the moment the page was opened. */
function useTabTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Veritas`
  }, [title])
}

/** What a gate's decision rests on: its run, or the runs of its version beside those of the one before. */
function GateBasis({ project, detail }: { project: string; detail: GateDetail }) {
  const { evidence } = detail
  return (
    <>
      {/* As high as most evidence, so that the decision stays at the foot of the window. */}
      <LatePart fallback={<Skeleton className="h-160 w-full" />}>
        {evidence.run ? (
          <RunEvidence project={project} question={detail.gate.question} evidence={evidence} run={evidence.run} />
        ) : (
          <VersionEvidence project={project} detail={detail} />
        )}
      </LatePart>
      {evidence.notes.length > 0 && (
        <ul className="-mt-3 list-disc space-y-1 pl-4 text-ink-2 text-sm marker:text-ink-3">
          {evidence.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

type GateHeadingProps = { project: string; gate: GateRow }

/** Question, subject and author of a gate. */
function GateHeading({ project, gate }: GateHeadingProps) {
  return (
    <header>
      <Trail
        crumbs={[
          { label: 'Gates', href: projectHref(project, '/gates') },
          { label: `${gate.chain} ${gate.version}`, href: versionHref(project, gate.chain, gate.version) },
        ]}
      />
      <h1 className="text-left text-lg [unicode-bidi:plaintext] sm:text-xl">{gate.title}</h1>
      <p dir="auto" className="mt-1 whitespace-pre-line text-ink-2 text-sm sm:mt-2 sm:text-md">
        {gate.question}
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-xs sm:mt-3 sm:text-sm">
        <Badge>{gateKindLabels[gate.kind]}</Badge>
        <span>
          {openedText(gate)}, <RelativeTime iso={gate.openedAt} />
        </span>
        {gate.runId && (
          <Link href={runHref(project, gate.runId)} className="link max-sm:hidden">
            Open the run
          </Link>
        )}
        {gate.runs > 1 && <span>and {formatPlural(gate.runs - 1, 'more run')} that failed in the same way</span>}
      </p>
    </header>
  )
}
