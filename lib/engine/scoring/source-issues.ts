import type { IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { detectIn } from '@/lib/engine/hallucination/detect-hallucinations'
import { readGiven, toMaterial } from '@/lib/engine/hallucination/to-material'

const MAX_TEXTS = 20
const SHORTEST_TEXT = 20
const MAX_QUOTE = 120

/**
 * What the output says that the run's own sources contradict or do not support. Held against the sources, the results of
 * tool calls and the files written; a run without sources is not judged. Warnings, and errors where a source contradicts:
 * never blockers, since the check can only see what it was given.
 */
export function sourceIssues(run: RunInput): IssueView[] {
  if (!run.sources?.length) return []
  const given = readGiven({
    sources: run.sources.map(({ id, text }) => ({ id, text })),
    files: run.nodes.flatMap((node) => node.files ?? []),
    toolResults: run.nodes.flatMap((node) =>
      Array.isArray(node.toolCalls) ? node.toolCalls.map(({ result }) => asText(result)) : [],
    ),
  })
  return textsOf(run.output, 'output')
    .slice(0, MAX_TEXTS)
    .flatMap(({ path, text }) =>
      detectIn(toMaterial(text, given)).findings.map((finding) => ({
        stage: 'sources',
        type: finding.type,
        field: path,
        message: `“${finding.span.text.slice(0, MAX_QUOTE)}”: ${finding.evidence}`,
        severity:
          finding.verdict === 'contradicted' && finding.severity !== 'warning'
            ? ('error' as const)
            : ('warning' as const),
        blocker: false,
      })),
    )
}

function textsOf(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === 'string') return value.length < SHORTEST_TEXT ? [] : [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, `${path}.${key}`))
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
