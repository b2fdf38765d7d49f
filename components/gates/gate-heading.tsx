import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { RelativeTime } from '@/components/ui/time'
import { runHref } from '@/lib/charts/runs-href'
import type { GateRow } from '@/lib/contracts/gates'
import { formatPlural } from '@/lib/format/number'
import { gateKindLabels } from './gate-kind'

type GateHeadingProps = { project: string; gate: GateRow }

/** What is asked, about what, and by whom. */
export function GateHeading({ project, gate }: GateHeadingProps) {
  return (
    <header>
      <p className="text-ink-3 text-xs">
        <Link href={`/p/${encodeURIComponent(project)}/gates`} className="hover:text-ink hover:underline">
          Gates
        </Link>
        <span className="px-1.5">/</span>
        {gate.chain} {gate.version}
      </p>
      <h1 className="mt-1 break-words text-xl">{gate.title}</h1>
      <p className="mt-2 whitespace-pre-line break-words text-md text-ink-2">{gate.question}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
        <Badge>{gateKindLabels[gate.kind]}</Badge>
        <span>
          asked by {gate.openedBy}, <RelativeTime iso={gate.openedAt} />
        </span>
        {gate.runId && (
          <Link href={runHref(project, gate.runId)} className="text-accent-fg hover:underline">
            Open the run
          </Link>
        )}
        {gate.runs > 1 && <span>and {formatPlural(gate.runs - 1, 'more run')} that failed in the same way</span>}
      </p>
    </header>
  )
}
