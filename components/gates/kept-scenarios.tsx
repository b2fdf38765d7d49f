import { KeptStandingText } from '@/components/domain-ui/kept-standing'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import { formatPlural } from '@/lib/presentation/format/number'
import { runHref } from '@/lib/presentation/links'

const FIRST = 8

/** Kept scenarios with their result on this version. Shown before the means. */
export function KeptScenarios({ project, evidence }: { project: string; evidence: GateEvidence }) {
  const { kept, current } = evidence
  if (kept.length === 0) return null
  const back = kept.filter(({ state }) => state === 'came_back').length
  const rest = kept.slice(FIRST)
  return (
    <Panel
      title={back > 0 ? `${formatPlural(back, 'known fault')} came back` : 'Kept scenarios'}
      note={`Past faults, tried with ${current.version}. These runs do not count in any mean.`}
    >
      <Rows project={project} kept={kept.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-sm text-ink-2 text-xs hover:text-ink">
            {formatPlural(rest.length, 'more kept scenario')}
          </summary>
          <div className="mt-2">
            <Rows project={project} kept={rest} />
          </div>
        </details>
      )}
    </Panel>
  )
}

function Rows({ project, kept }: { project: string; kept: GateEvidence['kept'] }) {
  return (
    <ul className="divide-y border-y">
      {kept.map((standing) => (
        <li key={standing.id} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <p className="min-w-0 break-words text-sm">
            <span className="text-ink-3">Kept: </span>
            <Link href={runHref(project, standing.fromRunId)} className="link font-medium">
              {standing.name}
            </Link>
            <span className="block text-ink-3 text-xs">from {standing.fromVersion}</span>
          </p>
          <KeptStandingText project={project} standing={standing} />
        </li>
      ))}
    </ul>
  )
}
