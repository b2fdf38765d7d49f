import dynamic from 'next/dynamic'
import { LatePart } from '@/components/ui/late-part'
import type { GateDetail } from '@/lib/contracts/gates'

// A gate needs one of them.
const RunEvidence = dynamic(() => import('./run-evidence').then((module) => module.RunEvidence))
const VersionEvidence = dynamic(() => import('./version-evidence').then((module) => module.VersionEvidence))

/** What a gate's decision rests on: its run, or the runs of its version beside those of the one before. */
export function GateEvidenceView({ project, detail }: { project: string; detail: GateDetail }) {
  const { evidence } = detail
  return (
    <>
      <LatePart>
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
