import Link from 'next/link'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import { runHref } from '@/lib/presentation/links'

/** Newest failures of a group, linked to the failed step. */
export function FailureExamples({ project, data }: { project: string; data: FailureGroupDetail }) {
  return (
    <Panel title="Examples" note={`The newest ${data.examples.length}. Opens the run at the failed step.`}>
      <ul className="divide-y border-y text-sm">
        {data.examples.map((example) => (
          <li key={`${example.runId} ${example.nodeId}`}>
            <Link
              href={`${runHref(project, example.runId)}?${new URLSearchParams({ node: example.nodeId })}`}
              prefetch={false}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="block truncate font-mono text-xs">{example.message}</span>
                <span className="block truncate text-ink-3 text-xs">
                  {example.clientId} · {example.chain} {example.version} · {example.node}
                  {example.role === 'cascade' && ' · inherited'}
                </span>
              </span>
              <RelativeTime iso={example.at} className="text-ink-2 text-xs" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
