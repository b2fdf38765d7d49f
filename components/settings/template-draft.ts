import {
  type TemplateView,
  type ThinkingTemplate,
  templateName,
  thinkingTemplate,
} from '@/lib/contracts/thinking/templates'

/** Initial content of the editor. `id` is unique per opening of the editor. */
export type TemplateDraft = { id: string; name: string; text: string }

export type Fault = { path: string; message: string }

/** A parsed draft: the template, or null with all its faults. */
export type ReadDraft = { template: ThinkingTemplate | null; faults: Fault[] }

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
  const faults: Fault[] = []
  const named = templateName.safeParse(name)
  if (!named.success) faults.push({ path: 'name', message: named.error.issues[0]?.message ?? 'is not a name' })
  const parsed = parse(text)
  if ('fault' in parsed) return { template: null, faults: [...faults, { path: 'JSON', message: parsed.fault }] }
  const read = thinkingTemplate.safeParse(parsed.value)
  if (read.success) return { template: read.data, faults }
  for (const issue of read.error.issues)
    for (const path of issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path])
      faults.push({
        path: formatPath(path),
        message: issue.code === 'unrecognized_keys' ? 'unknown field' : issue.message,
      })
  return { template: null, faults }
}

function parse(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'cannot be read' }
  }
}

function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return text.replace(/^\./, '') || 'template'
}
