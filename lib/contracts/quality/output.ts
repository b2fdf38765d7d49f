import { z } from 'zod'
import { json } from '../primitives'
import { jsonSchema } from '../run-input'
import { maybe, moment } from './shapes'
import { tool } from './tool'

const length = z.number().int().min(0)
const words = z.array(z.string().min(1).max(2000)).max(1000)

export const validateOutput = tool({
  name: 'validate_output',
  summary:
    'Check an output against a JSON Schema, then its content: filler, length, sections, contradictions, dangling references.',
  costly: 'schema',
  input: z.strictObject({
    schema: jsonSchema.describe(
      'JSON Schema, draft 2020-12 unless `$schema` names 2019-09 or draft-07; `{}` allows everything',
    ),
    output: json.describe('The output to check'),
    content: maybe(
      z.strictObject({
        minLength: length.optional().describe('Minimum total number of characters of all texts'),
        maxLength: length.optional().describe('Maximum total number of characters of all texts'),
        requiredSections: words
          .optional()
          .describe('Headings, `Name:` lines or keys that must be present and not empty'),
        prohibited: words.optional().describe('Words or phrases that must not occur, ignoring case'),
      }),
    ).describe('Rules for the content; filler, contradictions and dangling references are always checked'),
  }),
  output: z.object({
    valid: z.boolean().describe('Schema and content are valid'),
    schemaValid: z.boolean().describe('Whether the output matches the schema; false also if the schema is invalid'),
    contentValid: z.boolean().nullable().describe('null if the schema stage failed and the content was not checked'),
    stagesRun: z.array(z.enum(['schema', 'content'])).describe('The content is checked only if the schema matches'),
    errors: z
      .array(
        z.object({
          code: z.string().describe('The failed schema keyword, or the kind of content issue'),
          path: z.string().describe('JSON path, like `$.a[0].b`'),
          message: z.string(),
          severity: z.literal('error'),
        }),
      )
      .describe('All issues of the stages that ran'),
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

const texts = z.array(z.looseObject({ id: z.string().min(1), text: z.string() })).max(1000)

export const detectHallucinations = tool({
  name: 'detect_hallucinations',
  summary:
    'Find invented or contradicted content in an output: citations, quotes, numbers, names, identifiers, files, dates, contradictions, overconfidence.',
  costly: 'output',
  input: z.strictObject({
    output: z.string().describe('The text to check, JSON field by field; only its first 200,000 characters are read'),
    sources: maybe(texts).describe(
      'Texts the output is based on; what it cites by their number or id has to be in them',
    ),
    references: maybe(texts).describe('Entries the output may cite'),
    files: maybe(z.array(z.string()).max(10_000)).describe('Paths of existing files'),
    toolResults: maybe(z.array(z.string()).max(10_000)).describe('Results of tool calls, as text'),
    date: maybe(moment).describe('When the output was created, ISO 8601; later dates are not past'),
  }),
  output: z.object({
    risk: z
      .enum(['none', 'low', 'medium', 'high', 'critical'])
      .describe(
        'none: nothing, or weak notes on support alone; low: warnings only; medium: something likely; high: one confirmed or three likely; critical: two confirmed',
      ),
    findings: z
      .array(
        z.object({
          type: z.enum([
            'fabricated_citation',
            'false_quote',
            'invented_statistic',
            'nonexistent_entity',
            'unsupported_number',
            'self_contradiction',
            'temporal_error',
            'overconfidence',
            'source_contradiction',
            'unsupported_claim',
          ]),
          verdict: z.enum(['contradicted', 'unverifiable']),
          severity: z
            .enum(['warning', 'likely', 'confirmed'])
            .describe('confirmed: by rule alone; likely: from the given material; warning: worth a look'),
          confidence: z.number().describe('0 to 1'),
          span: z
            .object({ start: z.number().int(), end: z.number().int(), text: z.string() })
            .describe('Half-open range of characters in the output'),
          evidence: z.string(),
        }),
      )
      .describe('At most 100, most severe first'),
    verified: z.number().int().describe('Claims confirmed by the material'),
    derived: z.number().int().describe('Claims derivable from values of the material: a total, a difference, a share'),
  }),
  examples: [
    {
      body: {
        output: 'Sales grew by 40 % in 2024 [2].',
        sources: [{ id: 'report', text: 'Sales grew by 14 % in 2024.' }],
        references: [{ id: '1', text: 'Annual report' }],
      },
      answer: {
        risk: 'high',
        findings: [
          {
            type: 'fabricated_citation',
            verdict: 'contradicted',
            severity: 'confirmed',
            confidence: 0.97,
            span: { start: 27, end: 30, text: '[2]' },
            evidence: 'There is no reference 2; there is 1.',
          },
          {
            type: 'invented_statistic',
            verdict: 'contradicted',
            severity: 'likely',
            confidence: 0.8,
            span: { start: 14, end: 18, text: '40 %' },
            evidence: 'The source says "Sales grew by 14 % in 2024."',
          },
        ],
        verified: 1,
        derived: 0,
      },
    },
  ],
})

export type ValidateOutput = typeof validateOutput
export type DetectHallucinations = typeof detectHallucinations
