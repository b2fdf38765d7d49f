import { JsonView } from '@/components/ui/json-view'
import type { RecommendedTool } from '@/lib/contracts/thinking/step'
import { formatChange, formatScore } from '@/lib/format/number'

type ToolRecommendationsProps = { tools: readonly RecommendedTool[]; unavailable: readonly string[] }

/** The tools of a step, each with what its confidence is made of; below them those the agent lacks. */
export function ToolRecommendations({ tools, unavailable }: ToolRecommendationsProps) {
  return (
    <>
      {tools.length === 0 ? (
        <p className="mt-3 text-ink-2">No tool is recommended.</p>
      ) : (
        <ol aria-label="Recommended tools" className="mt-3 divide-y border-y">
          {tools.map((tool) => (
            <ToolItem key={tool.tool_name} tool={tool} />
          ))}
        </ol>
      )}
      {unavailable.length > 0 && (
        <p className="mt-2 text-ink-2">
          The agent lacks:{' '}
          {unavailable.map((name, place) => (
            <span key={name}>
              {place > 0 && ', '}
              <code className="font-mono text-xs line-through">{name}</code>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function ToolItem({ tool }: { tool: RecommendedTool }) {
  const { tool_name: name, available_as: availableAs, alternatives = [], suggested_inputs: inputs } = tool
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="break-all font-medium font-mono text-xs">{name}</code>
        {availableAs && <span className="break-all text-ink-3 text-xs">as {availableAs}</span>}
      </div>
      <span className="text-right font-medium">{formatScore(tool.confidence)}</span>
      <p className="text-ink-2">{tool.rationale}</p>
      <Factors {...tool.factors} />
      {alternatives.length > 0 && <p className="col-span-2 text-ink-3 text-xs">Otherwise: {alternatives.join(', ')}</p>}
      {inputs && (
        <div className="col-span-2 mt-1">
          <JsonView value={inputs} name="suggested_inputs" />
        </div>
      )}
    </li>
  )
}

/** The confidence as a sum: "0.70 × 0.90 + 0.05 branch". */
function Factors({ template, availability, context, evidence }: RecommendedTool['factors']) {
  const parts = [
    availability === 1 ? null : `× ${formatScore(availability)} alternative`,
    context === 0 ? null : `${formatChange(context)} context`,
    evidence === 0 ? null : `${formatChange(evidence)} evidence`,
  ].filter((part) => part !== null)
  return (
    <p className="whitespace-nowrap text-right text-ink-3 text-xs">
      {formatScore(template)} template
      {parts.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
    </p>
  )
}
