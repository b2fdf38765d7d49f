import { NumbersTable } from '@/components/charts/numbers-table'
import { prepareScenarioTable } from '@/lib/charts/prepare-scenario-table'
import type { GateEvidence } from '@/lib/contracts/gates'

type ScenarioTableProps = { project: string; chain: string; evidence: GateEvidence }

/** Where the paired drop comes from: each scenario by its means on both versions. */
export function ScenarioTable({ project, chain, evidence }: ScenarioTableProps) {
  const table = prepareScenarioTable(evidence, chain, project)
  return (
    <details id="scenarios" className="mt-3 scroll-mt-20">
      <summary className="w-fit rounded-sm text-ink-2 text-xs hover:text-ink">The scenarios as a table</summary>
      <div className="mt-2">
        <NumbersTable label="Scenarios compared" table={table} />
      </div>
    </details>
  )
}
