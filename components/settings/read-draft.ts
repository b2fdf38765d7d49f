import { type InputIssue, parseInput } from '@/lib/contracts/input-issues'
import { type ThinkingTemplate, templateName, thinkingTemplate } from '@/lib/contracts/thinking/templates'

/** A parsed draft: the template, or null with all its faults. */
type ReadDraft = { template: ThinkingTemplate | null; faults: InputIssue[] }

/** Validates a draft. In a file of its own, since only the editor needs the schemas. */
export function readDraft(name: string, text: string): ReadDraft {
  const faults: InputIssue[] = []
  const named = templateName.safeParse(name)
  if (!named.success) faults.push({ path: 'name', message: named.error.issues[0]?.message ?? 'is not a name' })
  const parsed = parse(text)
  if ('fault' in parsed) return { template: null, faults: [...faults, { path: 'JSON', message: parsed.fault }] }
  const { data: template, issues = [] } = parseInput(thinkingTemplate, parsed.value)
  if (template) return { template, faults }
  return {
    template: null,
    faults: [...faults, ...issues.map(({ path, message }) => ({ path: path || 'template', message }))],
  }
}

function parse(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'cannot be read' }
  }
}
