import type { TemplateView } from '@/lib/contracts/thinking/templates'

/**
 * Initial content of the editor. `id` is unique per opening of the editor, `updatedAt` is when the project's own template of that name was
 * saved, null without one.
 */
export type TemplateDraft = { id: string; name: string; text: string; updatedAt: string | null }

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

export const newDraft = (): TemplateDraft => ({
  id: nextId(),
  name: '',
  text: JSON.stringify(example, null, 2),
  updatedAt: null,
})

export const draftOf = ({ name, template, updatedAt }: TemplateView): TemplateDraft => ({
  id: nextId(),
  name,
  text: JSON.stringify(template, null, 2),
  updatedAt,
})
