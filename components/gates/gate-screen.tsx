'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { gateQueries } from '@/lib/queries/gates'
import { DecisionPanel } from './decision-panel'
import { GateDeadline } from './gate-deadline'
import { GateEvidenceView } from './gate-evidence'
import { GateHeading } from './gate-heading'
import { GateHistory } from './gate-history'
import { GatePeople } from './gate-people'
import { GateRecord } from './gate-record'
import { PolicyTable } from './policy-table'
import { StaleEvidence } from './stale-evidence'

type GateScreenProps = { project: string; gateId: string }

/**
 * One gate in one column: the question, the evidence, the decision; afterwards its record. While it is open the evidence
 * stays as it was when the reader opened it, and newer evidence has to be loaded knowingly.
 */
export function GateScreen({ project, gateId }: GateScreenProps) {
  const { data: latest } = useSuspenseQuery(gateQueries.detail(project, gateId))
  const [seen, setSeen] = useState(latest)
  const [reason, setReason] = useState('')
  const [isDecidedHere, setDecidedHere] = useState(false)
  const isOpen = latest.gate.state === 'pending'
  const shown = isOpen ? { ...latest, evidence: seen.evidence, evidenceDigest: seen.evidenceDigest } : latest
  const isStale = isOpen && latest.evidenceDigest !== seen.evidenceDigest
  return (
    <article className="mx-auto grid max-w-180 grid-cols-1 gap-8">
      <GateHeading project={project} gate={shown.gate} />
      {isOpen ? (
        <GateDeadline project={project} detail={shown} />
      ) : (
        <GateRecord project={project} detail={shown} takesFocus={isDecidedHere} />
      )}
      {isStale && <StaleEvidence seen={seen.evidence} latest={latest.evidence} onReload={() => setSeen(latest)} />}
      <GateEvidenceView project={project} gate={shown.gate} evidence={shown.evidence} />
      <PolicyTable detail={shown} />
      {isOpen && <GatePeople project={project} detail={shown} />}
      {isOpen && (
        <DecisionPanel
          key={gateId}
          project={project}
          detail={shown}
          isStale={isStale}
          reason={reason}
          onReason={setReason}
          onReload={() => setSeen(latest)}
          onDecided={() => setDecidedHere(true)}
        />
      )}
      {!isOpen && !isDecidedHere && reason.trim() !== '' && (
        <Notice title="What you had written was not sent">
          <span className="whitespace-pre-wrap break-words">{reason}</span>
        </Notice>
      )}
      <GateHistory detail={latest} />
    </article>
  )
}
