import { LongText } from '@/components/payload/long-text'
import { Panel } from '@/components/ui/panel'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/format/number'

/** What the agent was given to rest its output on. An address is shown, not followed. */
export function SourcesPanel({ sources }: { sources: RunDetail['sources'] }) {
  if (sources.length === 0) return null
  return (
    <Panel title="Sources" note={formatPlural(sources.length, 'source')}>
      <ul className="divide-y">
        {sources.map((source) => (
          <li key={source.id} className="py-1">
            <details>
              <summary className="min-h-7 py-1 text-sm">
                <span className="font-medium">{source.id}</span>
                {source.uri && <span className="ml-2 break-all text-ink-3 text-xs">{source.uri}</span>}
              </summary>
              <div className="pb-2 pl-4">
                <LongText text={source.text} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
