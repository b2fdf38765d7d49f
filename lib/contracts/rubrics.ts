import { z } from 'zod'
import { contract } from './contract'
import { fieldIssues } from './field-issues'
import { RUBRIC_MOST } from './limits'
import { isoTime, name, plainText } from './primitives'
import { expectedVersion } from './setting-versions'
import { rubricKinds, rubricSubjects } from './vocabulary'

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must start with a letter and contain only a to z, 0 to 9 and _, at most 40')

/** One question for reviewers beside their verdict. */
export const rubricItem = z
  .strictObject({
    key: key.describe('Stays the same if the label changes, so that answers stay together.'),
    label: plainText(200).min(1),
    hint: plainText(500).optional(),
    kind: z.enum(rubricKinds),
    of: z.enum(rubricSubjects).default('run').describe('About the run, or about one step that the reviewer chooses.'),
    points: z.number().int().min(2).max(9).optional().describe('For a scale: from 1 to this number.'),
    options: z.array(plainText(100).min(1)).min(2).max(9).optional().describe('For a category: the options.'),
    required: z.boolean().default(false),
  })
  .check((context) => {
    const { kind, points, options } = context.value
    const add = fieldIssues(context)
    if (kind === 'scale' && points === undefined) add('points', 'a scale needs its number of points, 2 to 9')
    if (kind !== 'scale' && points !== undefined) add('points', 'only a scale has points')
    if (kind === 'category' && options === undefined) add('options', 'a category needs options')
    if (kind !== 'category' && options !== undefined) add('options', 'only a category has options')
    if (options && new Set(options).size < options.length) add('options', 'contains a duplicate')
  })

export const rubricItems = z
  .array(rubricItem)
  .max(RUBRIC_MOST)
  .refine((items) => new Set(items.map((item) => item.key)).size === items.length, 'contains a key twice')

export const rubric = z.object({
  chain: z.string(),
  version: z.number().int().describe('0 if none was ever saved.'),
  items: z.array(rubricItem),
  by: z.string().nullable(),
  at: isoTime.nullable(),
})

/** An answer: a point of a scale, a category, yes or no, or text. */
export const rubricAnswer = z.strictObject({
  item: key,
  nodeId: z.string().max(500).nullable().default(null).describe('The step it is about; null: the run.'),
  value: z.union([z.number(), z.boolean(), plainText(5000).min(1)]),
})

/** An answer with the question as it was asked, which may have been changed or removed since. */
export const givenAnswer = rubricAnswer.extend({
  label: z.string(),
  points: z.number().int().nullable().describe('Of a scale'),
})

export const getRubric = contract({
  name: 'rubrics.get',
  tag: 'reviews',
  summary: 'Get the questions that reviewers of a chain answer beside their verdict.',
  scope: 'read',
  target: 'GET /api/v1/review/rubric',
  input: z.strictObject({ chain: name }),
  output: z.object({ rubric }),
})

export const putRubric = contract({
  name: 'rubrics.put',
  tag: 'reviews',
  summary: 'Replace the questions for reviewers of a chain. Existing answers keep the version they were given for.',
  scope: 'admin',
  target: 'POST /api/v1/review/rubric',
  input: z.strictObject({
    chain: name,
    items: rubricItems,
    expected: expectedVersion,
  }),
  output: z.object({ rubric }),
  examples: [
    {
      body: {
        chain: 'answers',
        expected: 0,
        items: [{ key: 'helpful', label: 'How helpful is it?', kind: 'scale', points: 5, required: true }],
      },
    },
  ],
})

export type RubricItem = z.infer<typeof rubricItem>
export type Rubric = z.infer<typeof rubric>
export type GivenAnswer = z.infer<typeof givenAnswer>
export type RubricAnswer = z.infer<typeof rubricAnswer>
