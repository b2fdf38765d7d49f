import { z } from 'zod'
import { BATCH_BODY } from './body-limits'
import { contract } from './contract'
import { json, unit } from './primitives'
import { interval, jsonObject, maybe } from './quality/shapes'
import { tool } from './quality/tool'
import { runInput } from './run-input'

const runBody = jsonObject.describe('A run, as accepted by `POST /api/v1/runs`')
const MAX_VERDICTS = 2000
const MAX_APPLIED = 1000

/** The operation parses the runs one by one, as for ingestion. */
export const forecastVerdict = contract({
  name: 'forecast_verdict',
  tag: 'quality',
  summary:
    "Forecast whether a person would approve runs, from what their traces show and people's verdicts on other runs. No evaluator is asked.",
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: BATCH_BODY,
  target: 'POST /api/v1/quality/forecast_verdict',
  input: z.strictObject({
    verdicts: z
      .array(z.strictObject({ run: runBody, approved: z.boolean() }))
      .max(MAX_VERDICTS)
      .describe('Runs that a person approved or rejected, in the order of the verdicts'),
    apply: z.array(runBody).max(MAX_APPLIED).describe('Runs to forecast'),
  }),
  sends: z.strictObject({
    verdicts: z.array(z.strictObject({ run: runInput, approved: z.boolean() })).max(MAX_VERDICTS),
    apply: z.array(runInput).max(MAX_APPLIED),
  }),
  output: z.object({
    n: z.number().int().describe('Runs with a verdict, each counted once'),
    results: z
      .array(
        z.object({
          probability: z
            .number()
            .nullable()
            .describe('Probability that a person would approve; null with fewer than 8 verdicts'),
          interval: interval.nullable().describe('95 % credible interval of that probability'),
          reasons: z
            .array(
              z.object({
                fact: z.string().describe('A statement about the run'),
                direction: z.enum(['for', 'against']).describe('Whether it speaks for or against an approval'),
                weight: z.number().describe('Effect on the log-odds, above 0'),
              }),
            )
            .describe('The three facts with the largest effect, largest first'),
        }),
      )
      .describe('One for each run to forecast, in input order'),
    prequential: z
      .object({
        scored: z.number().int().describe('Verdicts that were forecast from the earlier ones'),
        logLoss: z.number().nullable().describe('In nats; a coin flip has 0.693'),
        brier: z.number().nullable().describe('Mean squared error, 0 to 1'),
        brierOfShare: z.number().nullable().describe('The same for always predicting the approval rate so far'),
        auroc: z
          .number()
          .nullable()
          .describe('Probability that an approved run was forecast higher than a rejected one'),
      })
      .describe('Accuracy of the forecasts made before each verdict was known; null if nothing was forecast'),
  }),
  examples: [
    {
      body: {
        verdicts: [
          { run: { id: 'ticket-1', chain: 'support', request: 'Reset my password', output: 'Done.' }, approved: true },
        ],
        apply: [{ id: 'ticket-2', chain: 'support', request: 'Cancel my order', output: 'I am unable to.' }],
      },
      answer: {
        n: 1,
        results: [{ probability: null, interval: null, reasons: [] }],
        prequential: { scored: 0, logLoss: null, brier: null, brierOfShare: null, auroc: null },
      },
    },
  ],
})

const label = z.string().max(500)

export const attributeFailure = tool({
  name: 'attribute_failure',
  summary:
    'Suggest the step and the agent that most likely caused a failed run of one or several agents. Suggestions only: a person confirms or corrects them.',
  costly: 'steps',
  input: z.strictObject({
    task: json.optional().describe('The task'),
    steps: z
      .array(
        z.strictObject({
          id: maybe(label),
          agent: maybe(label).describe('The agent that took the step'),
          role: maybe(label).describe('Role of the message; identifies a tool or a person if no agent is named'),
          content: json.optional().describe('The message or result; only the first 20,000 characters are read'),
          error: json.optional().describe('The error of the step'),
          tool: maybe(label).describe('The tool that answered'),
        }),
      )
      .max(5000)
      .describe('All steps of the run, in order'),
    outcome: json.optional().describe('The final result'),
  }),
  output: z.object({
    suggestions: z
      .array(
        z.object({
          step: z.number().int().describe('Counts from 0'),
          agent: z.string().nullable().describe('null if the step names no agent'),
          score: unit.describe('Chance that it is the cause, as calibrated on failed runs with a named cause'),
          reason: z.string(),
        }),
      )
      .describe('At most three, most likely first'),
    asserted: z.literal(false).describe('A suggestion is never an assertion'),
  }),
  examples: [
    {
      body: {
        steps: [
          { agent: 'Planner', content: 'Read the file and sum it.' },
          { agent: 'Coder', content: 'print(sum(rows))' },
          { agent: 'Terminal', content: "exitcode: 1 (execution failed)\nNameError: name 'rows' is not defined" },
        ],
      },
      answer: {
        suggestions: [
          {
            step: 1,
            agent: 'Coder',
            score: 0.8350590382034974,
            reason: "what it ran was the first to fail: NameError: name 'rows' is not defined",
          },
          { step: 0, agent: 'Planner', score: 0.1649409617965026, reason: 'nothing else stands out' },
        ],
        asserted: false,
      },
    },
  ],
})

export type AttributeFailure = typeof attributeFailure
