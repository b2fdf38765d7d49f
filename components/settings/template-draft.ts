import { type InputIssue, parseInput } from '@/lib/contracts/input-issues'
import {
  type TemplateView,
  type ThinkingTemplate,
  templateName,
  thinkingTemplate,
} from '@/lib/contracts/thinking/templates'

/** Initial content of the editor. `id` is unique per opening of the editor. */
export type TemplateDraft = { id: string; name: string; text: string }

/** A parsed draft: the template, or null with all its faults. */
type ReadDraft = { template: ThinkingTemplate | null; faults: InputIssue[] }

let opened = 0
const nextId = () => `draft-${++opened}`

const example = {
  keywords: ['licence', 'licences'],
  steps: [
    {
      step_description: 'Find the licence[ of {target}]',
      expected_outcome: 'Name and text of the licence',
      recommended_tools: [
        {
          tool_name: 'read_file',
          confidence: 0.9,
          rationale: 'Read LICENSE and package.json',
          priority: 1,
          alternatives: ['filesystem:read_text_file'],
          purpose: 'read',
        },
      ],
      next_step_conditions: ['Licence named'],
    },
  ],
}

export const newDraft = (): TemplateDraft => ({ id: nextId(), name: '', text: JSON.stringify(example, null, 2) })

export const draftOf = ({ name, template }: TemplateView): TemplateDraft => ({
  id: nextId(),
  name,
  text: JSON.stringify(template, null, 2),
})

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
