import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { json } from '../primitives'
import { jsonSchema } from '../run-input'
import { maybe } from './shapes'

const length = z.number().int().min(0)
const words = z.array(z.string().min(1).max(2000)).max(1000)

export const validateOutput = contract({
  name: 'validate_output',
  tag: 'quality',
  summary:
    'Check an output against a JSON Schema, then its content: filler, length, sections, contradictions, loose references.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/validate_output',
  input: z.strictObject({
    schema: jsonSchema.describe(
      'JSON Schema, draft 2020-12 unless `$schema` names 2019-09 or draft-07; `{}` allows everything',
    ),
    output: json.describe('The output to check'),
    content: maybe(
      z.strictObject({
        minLength: length.optional().describe('Characters of all texts together'),
        maxLength: length.optional().describe('Characters of all texts together'),
        requiredSections: words.optional().describe('Headings, `Name:` lines or keys that must be there and filled'),
        prohibited: words.optional().describe('Words or phrases that must not occur, in any case'),
      }),
    ).describe(
      'What the content must and must not hold; filler, contradictions and loose references are always looked for',
    ),
  }),
  output: z.object({
    valid: z.boolean().describe('Schema and content are valid'),
    schemaValid: z.boolean().describe('The output keeps the schema; false also where the schema cannot be used'),
    contentValid: z
      .boolean()
      .nullable()
      .describe('null where the schema stage failed and the content was not looked at'),
    stagesRun: z.array(z.enum(['schema', 'content'])).describe('The content is looked at only when the schema is kept'),
    errors: z
      .array(
        z.object({
          code: z.string().describe('The keyword of the schema that failed, or the kind of content fault'),
          path: z.string().describe('JSON path, like `$.a[0].b`'),
          message: z.string(),
          severity: z.literal('error'),
        }),
      )
      .describe('All faults of the stages that ran'),
  }),
  examples: [
    {
      body: {
        schema: { type: 'object', required: ['answer'], properties: { answer: { type: 'string' } } },
        output: { answer: 42 },
      },
      answer: {
        valid: false,
        schemaValid: false,
        contentValid: null,
        stagesRun: ['schema'],
        errors: [{ code: 'type', path: '$.answer', message: 'must be string', severity: 'error' }],
      },
    },
  ],
})
