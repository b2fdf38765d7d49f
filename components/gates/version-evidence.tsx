import { GatePicture } from '@/components/pieces/gate-picture'
import { prepareGateOdds } from '@/lib/charts/prepare-gate-odds'
import { prepareGatePicture } from '@/lib/charts/prepare-gate-picture'
import { prepareGateWorst } from '@/lib/charts/prepare-gate-worst'
import type { GateEvidence } from '@/lib/contracts/gates'
import { FactorTable } from './factor-table'
import { WorstRuns } from './worst-runs'

type VersionEvidenceProps = { project: string; evidence: GateEvidence }

export function VersionEvidence({ project, evidence }: VersionEvidenceProps) {
  const odds = prepareGateOdds(evidence)
  const worst = prepareGateWorst(evidence)
  return (
    <>
      <section aria-label="Evidence" className="border-t pt-5">
        <GatePicture
          model={{ ...prepareGatePicture(evidence, project), verdict: odds.verdict }}
          narrow={prepareGatePicture(evidence, project, 'narrow')}
        />
        {odds.sentences.length > 0 && <p className="mt-3 text-ink-2 text-sm">{odds.sentences.join(' ')}</p>}
      </section>
      {evidence.prior && evidence.factors.length > 0 && (
        <FactorTable factors={evidence.factors} prior={evidence.prior.version} current={evidence.current.version} />
      )}
      {worst.length > 0 && (
        <WorstRuns
          project={project}
          runs={worst}
          prior={evidence.prior?.version ?? null}
          current={evidence.current.version}
        />
      )}
    </>
  )
}
