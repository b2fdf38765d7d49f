import { DropRows } from '@/components/pieces/drop-rows'
import { GatePicture } from '@/components/pieces/gate-picture'
import { Panel } from '@/components/ui/panel'
import { SettleRuns } from '@/components/versions/settle-runs'
import { prepareDropRows, tellDrift } from '@/lib/charts/prepare-drop-rows'
import { prepareGateOdds } from '@/lib/charts/prepare-gate-odds'
import { prepareGatePicture } from '@/lib/charts/prepare-gate-picture'
import { prepareGateWorst } from '@/lib/charts/prepare-gate-worst'
import { prepareSettling } from '@/lib/charts/prepare-settling'
import type { GateEvidence, GateRow } from '@/lib/contracts/gates'
import { Comparability } from './comparability'
import { FactorTable } from './factor-table'
import { ScenarioTable } from './scenario-table'
import { WorstRuns } from './worst-runs'

type VersionEvidenceProps = { project: string; gate: GateRow; evidence: GateEvidence }

export function VersionEvidence({ project, gate, evidence }: VersionEvidenceProps) {
  const odds = prepareGateOdds(evidence)
  const worst = prepareGateWorst(evidence)
  const drops = prepareDropRows({ ...evidence, chain: gate.chain, odds: evidence.probability }, project)
  const drift = tellDrift(evidence.drift, evidence.prior?.version ?? null)
  return (
    <>
      <section aria-label="Evidence" className="border-t pt-5">
        <GatePicture
          model={{ ...prepareGatePicture(evidence, project), verdict: odds.verdict, tone: odds.tone }}
          narrow={prepareGatePicture(evidence, project, 'narrow')}
        />
        {odds.sentences.length > 0 && <p className="mt-3 text-ink-2 text-sm">{odds.sentences.join(' ')}</p>}
        {gate.state === 'pending' && evidence.prior && (
          <SettleRuns
            project={project}
            chain={gate.chain}
            version={evidence.current.version}
            settling={prepareSettling({
              version: evidence.current.version,
              prior: evidence.prior.version,
              minLiveRuns: evidence.minLiveRuns,
              n: evidence.current.n,
              odds: evidence.probability,
            })}
          />
        )}
        <Comparability warnings={evidence.warnings} />
      </section>
      {drops && (
        <Panel title="How far it moved">
          <DropRows model={drops} drift={drift} />
          {evidence.scenarios.length > 0 && <ScenarioTable project={project} chain={gate.chain} evidence={evidence} />}
        </Panel>
      )}
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
