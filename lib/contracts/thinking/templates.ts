import { z } from 'zod'
import { contract } from '../contract'
import { isoTime, json, plainText, unit } from '../primitives'

const toolPurposes = ['read', 'diagnose', 'search', 'navigate', 'change', 'verify'] as const

const NO_TAVILY = 'must not recommend tavily'
const isAllowed = (value: unknown) => !/tavily/i.test(JSON.stringify(value) ?? '')
const toolName = plainText(300).min(1).refine(isAllowed, NO_TAVILY)
const words = plainText(2000).min(1)

const templateTool = z.strictObject({
  tool_name: toolName,
  confidence: unit.describe('0 to 1'),
  rationale: words.refine(isAllowed, NO_TAVILY),
  priority: z.int().min(1).max(100).describe('1 is tried first'),
  alternatives: z.array(toolName).max(20).optional().describe('In order; the first one the client has replaces it'),
  suggested_inputs: z.record(z.string(), json).optional().refine(isAllowed, NO_TAVILY),
  purpose: z
    .enum(toolPurposes)
    .optional()
    .describe('read and diagnose gain .05 in a revision, search and navigate on a branch'),
})

const templateStep = z.strictObject({
  step_description: words,
  expected_outcome: words,
  recommended_tools: z.array(templateTool).max(20),
  next_step_conditions: z.array(words).max(20).default([]),
  revise_step_on_failure: z
    .int()
    .min(1)
    .optional()
    .describe('The step to revise after a failure; default: the previous one'),
})

/** `{target}` in a text is replaced by the verification target; a part in square brackets is left out if there is none. */
export const thinkingTemplate = z
  .strictObject({
    keywords: z
      .array(plainText(100).min(2))
      .max(50)
      .default([])
      .describe('Whole words or phrases in a target or thought that select this workflow'),
    steps: z.array(templateStep).min(1).max(20),
  })
  .check((context) => {
    for (const [index, step] of context.value.steps.entries())
      if (step.revise_step_on_failure !== undefined && step.revise_step_on_failure > index + 1)
        context.issues.push({
          code: 'custom',
          input: step.revise_step_on_failure,
          path: ['steps', index, 'revise_step_on_failure'],
          message: 'must be this step or an earlier one',
        })
  })

export const templateName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,62}$/, 'small letters, digits, _ and -, beginning with a letter; at most 63')

export const templateView = z.object({
  name: z.string(),
  template: thinkingTemplate,
  /** Built-in template; false for one of the project, which may override a built-in one of the same name. */
  isBuiltIn: z.boolean(),
  /** A template of the project that overrides a built-in one. */
  isOverride: z.boolean(),
  updatedBy: z.string().nullable(),
  updatedAt: isoTime.nullable(),
})

export const listThinkingTemplates = contract({
  name: 'thinking.templates',
  summary: 'List the workflows that thoughts can follow: built-in ones and those of the project.',
  scope: 'read',
  target: 'GET /api/v1/thinking-templates',
  output: z.object({ templates: z.array(templateView) }),
})

export const putThinkingTemplate = contract({
  name: 'thinking.putTemplate',
  summary: 'Add a workflow to the project, or replace it. Thoughts already answered keep their step.',
  scope: 'admin',
  target: 'POST /api/v1/thinking-templates',
  input: z.strictObject({
    name: templateName,
    template: thinkingTemplate,
    expected: isoTime
      .nullish()
      .describe(
        '`updatedAt` of the workflow that this one replaces, null if there is none: refused if it is another now',
      ),
  }),
  output: z.object({ template: templateView }),
})

export const deleteThinkingTemplate = contract({
  name: 'thinking.deleteTemplate',
  summary: 'Delete a workflow of the project. A built-in one of the same name applies again.',
  scope: 'admin',
  target: 'DELETE /api/v1/thinking-templates/{name}',
  input: z.strictObject({ name: templateName }),
  output: z.object({ deleted: z.literal(true) }),
})

export type ThinkingTemplate = z.output<typeof thinkingTemplate>
export type TemplateStep = z.output<typeof templateStep>
export type TemplateTool = z.output<typeof templateTool>
export type TemplateView = z.infer<typeof templateView>
