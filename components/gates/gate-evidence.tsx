import type { GateEvidence, GateRow } from '@/lib/contracts/gates'
import { RunEvidence } from './run-evidence'
import { VersionEvidence } from './version-evidence'

type GateEvidenceProps = { project: string; gate: GateRow; evidence: GateEvidence }

/** What the gate is decided on. */
export function GateEvidenceView({ project, gate, evidence }: GateEvidenceProps) {
  return (
    <>
      {evidence.run ? (
        <RunEvidence project={project} evidence={evidence} run={evidence.run} />
      ) : (
        <VersionEvidence project={project} gate={gate} evidence={evidence} />
      )}
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
