import type { ThinkingTemplate } from '@/lib/contracts/thinking/templates'
import { formatScore } from '@/lib/presentation/format/number'

/** Steps of a template in order, as an agent would follow them. */
export function TemplatePreview({ template }: { template: ThinkingTemplate }) {
  return (
    <ol aria-label="Steps" className="grid gap-4 text-sm">
      {template.steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
        <li key={place} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
          <span className="font-medium text-ink-3">{place + 1}</span>
          <div>
            <p className="font-medium">{withTarget(step.step_description)}</p>
            <p className="text-ink-2">Expected: {withTarget(step.expected_outcome)}</p>
            <ul aria-label={`Tools of step ${place + 1}`} className="mt-1 text-ink-2 text-xs">
              {step.recommended_tools.map((tool) => (
                <li key={tool.tool_name}>
                  <code className="font-mono text-ink">{tool.tool_name}</code> {formatScore(tool.confidence)}:{' '}
                  {withTarget(tool.rationale)}
                  {tool.alternatives && tool.alternatives.length > 0 && ` (otherwise ${tool.alternatives.join(', ')})`}
                </li>
              ))}
            </ul>
            {step.next_step_conditions.length > 0 && (
              <p className="mt-1 text-ink-3 text-xs">
                Done when: {step.next_step_conditions.map(withTarget).join('; ')}
              </p>
            )}
            {step.revise_step_on_failure !== undefined && (
              <p className="mt-1 text-ink-3 text-xs">A failure suggests to revise step {step.revise_step_on_failure}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Removes the brackets of optional parts, which are kept when their placeholders are known. */
function withTarget(text: string): string {
  return text.replace(/\[([^[\]]*\{\w+\}[^[\]]*)\]/g, '$1')
}
