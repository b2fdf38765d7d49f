import { JsonView } from '@/components/ui/json-view'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import type { VersionDetail } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/format/number'

/** What a version was published with. */
export function VersionPromise({ version }: { version: VersionDetail }) {
  const { contract, criteria, graph, scenarios } = version
  if (!contract && !criteria && !graph && scenarios.length === 0)
    return (
      <Panel title="Promise">
        <StatePanel state="empty" title="It promises nothing" compact>
          Its runs are checked against what each of them brings.
        </StatePanel>
      </Panel>
    )
  return (
    <>
      {contract && (
        <Panel title="Contract" note="What the output of a run must be.">
          <JsonView value={contract} name="contract" />
        </Panel>
      )}
      {criteria && (
        <Panel title="Criteria" note="What the quality check goes by.">
          <JsonView value={criteria} name="criteria" />
        </Panel>
      )}
      {graph && (
        <Panel title="Graph" note={`${formatPlural(graph.nodes.length, 'step')}, each with what it waits for.`}>
          <ul className="divide-y text-sm">
            {graph.nodes.map((node) => (
              <li key={node.id} className="flex flex-wrap gap-x-2 py-1.5">
                <span className="font-medium">{node.name ?? node.id}</span>
                {node.type && <span className="text-ink-3">{node.type}</span>}
                {node.dependencies.length > 0 && (
                  <span className="text-ink-2">after {node.dependencies.join(', ')}</span>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {scenarios.length > 0 && (
        <Panel title="Scenarios" note="Tasks that its live and dry runs take in turn.">
          <JsonView
            value={Object.fromEntries(scenarios.map(({ name, request }) => [name, request ?? null]))}
            name="scenarios"
          />
        </Panel>
      )}
    </>
  )
}
